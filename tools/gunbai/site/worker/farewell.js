// The service worker of a preview: takes away what an earlier visit to a built site at this address has kept.
addEventListener("install", () => skipWaiting())
addEventListener("activate", event => event.waitUntil((async () => {
  const own = `gunbai:${registration.scope}:`
  for (const name of await caches.keys()) if (name.startsWith(own)) await caches.delete(name)
  const pages = await clients.matchAll({ type: "window" })
  await registration.unregister()
  for (const page of pages) page.navigate(page.url)
})()))
