// The service worker: serves every page of one edition from one cache, and changes editions only as a whole.
// The parts that it keeps are made, and their form is told, in gunbai/site/offline.py.
const LIST = "/*LIST*/"  // the digest of the list: with another list this file differs, and the browser sees an update
const SCOPE = registration.scope, ROOT = new URL(SCOPE).pathname, OWN = `gunbai:${SCOPE}:`
const CACHE = `${OWN}${LIST}`, RUNTIME = `${OWN}runtime`, KEY = 6, OPEN = 6
const at = name => new URL(`assets/gunbai/offline/${name}`, SCOPE).href
const TYPES = {
  html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8", mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8", json: "application/json", svg: "image/svg+xml", png: "image/png", xml: "application/xml",
  webmanifest: "application/manifest+json", txt: "text/plain; charset=utf-8", wasm: "application/wasm", woff2: "font/woff2",
}

// A file whose content is known beforehand; rejects if it cannot be had whole and right.
async function verified(url, integrity) {
  for (const cache of ["default", "reload"]) {  // what the browser's own cache holds may be broken
    try {
      const answer = await fetch(url, { integrity, cache, credentials: "same-origin" })
      if (answer.ok) return answer
    } catch { /* next */ }
  }
  throw new Error(`not to be had: ${url}`)
}

async function tell(message) {
  for (const client of await clients.matchAll({ type: "window", includeUncontrolled: true })) client.postMessage(message)
}

// --- Taking up an edition --------------------------------------------------------------------------------------------
addEventListener("install", event => event.waitUntil(install().catch(async error => {
  // Nothing was put in the place of what is shown; what has come already is kept for the next try.
  if (error.name === "QuotaExceededError") await caches.delete(CACHE)
  await tell({ type: "failed", full: error.name === "QuotaExceededError" })
  throw error
})))

async function install() {
  const cache = await caches.open(CACHE)
  if (!await cache.match(at("list.json"))) await cache.put(at("list.json"), await verified(at("list.json"), LIST))
  const list = await (await cache.match(at("list.json"))).json()
  let done = 0, told = 0
  await each(list.parts, async ([name, integrity, size]) => {
    const url = at(name)
    if (!await cache.match(url)) await cache.put(url, await kept(url) ?? await verified(url, integrity))
    done += size
    if (done - told < list.size / 50 && done < list.size) return
    told = done
    await tell({ type: "progress", done, size: list.size })
  })
  // Who has used Python here keeps it: what changed of it is fetched now, so that no edition is without.
  if (!await caches.has(RUNTIME)) return
  const runtime = await caches.open(RUNTIME)
  if ((await runtime.keys()).length) await each(Object.keys(list.runtime), path => keep(runtime, list, path))
}

// A part that an earlier edition has brought: its name is its content's digest.
async function kept(url) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(OWN) || name === CACHE || name === RUNTIME) continue
    const found = await (await caches.open(name)).match(url)
    if (found) return found
  }
}

async function each(items, work) {
  const rest = [...items]
  const one = async () => { while (rest.length) await work(rest.shift()) }
  await Promise.all([one(), one(), one(), one(), one(), one()])
}

addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith(OWN) && name !== CACHE && name !== RUNTIME) await caches.delete(name)
  }
  if (await caches.has(RUNTIME)) {
    const { runtime } = await theList(), wanted = new Set(Object.entries(runtime).map(([path, [digest]]) => marked(path, digest)))
    const cache = await caches.open(RUNTIME)
    for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
  }
  await clients.claim()
  await tell(await status())
})()))

addEventListener("message", event => {
  const say = async () => event.source?.postMessage(await status())
  if (event.data?.type === "take up") event.waitUntil(skipWaiting())
  else if (event.data?.type === "status") event.waitUntil(say())
  else if (event.data?.type === "keep runtime") event.waitUntil(keepRuntime().then(say).catch(() => {}))
})

async function status() {
  const list = await theList(), runtime = await caches.has(RUNTIME) ? await (await caches.open(RUNTIME)).keys() : []
  const needed = Object.keys(list.runtime).length
  return { type: "ready", edition: list.edition, size: list.size, python: needed > 0 && runtime.length >= needed }
}

// --- Answering -------------------------------------------------------------------------------------------------------
let listed
const theList = () => listed ??= caches.open(CACHE).then(cache => cache.match(at("list.json"))).then(found => found.json())
  .then(list => {
    list.at = new Map(list.parts.flatMap(([name, , , paths]) => paths.map(path => [path, name])))
    list.roots = new Set([...list.at.keys()].map(path => path.split("/")[0]))
    return list
  }).catch(error => {
    listed = undefined
    throw error
  })

const opened = new Map()  // the parts that were asked for last, unpacked
function part(list, name) {
  const known = opened.get(name)
  if (known) {
    opened.delete(name)
    opened.set(name, known)
    return known
  }
  const made = unpacked(list, name).catch(error => {
    opened.delete(name)
    throw error
  })
  opened.set(name, made)
  const common = list.parts[0][0]
  for (const old of opened.keys()) if (opened.size > OPEN && old !== common && old !== name) opened.delete(old)
  return made
}

async function unpacked(list, name) {
  const cache = await caches.open(CACHE)
  let found = await cache.match(at(name))
  if (!found) {  // the browser has thrown it away
    found = await verified(at(name), list.parts.find(one => one[0] === name)[1])
    await cache.put(at(name), found.clone())
  }
  const bytes = new Uint8Array(await new Response(found.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer())
  const head = new DataView(bytes.buffer).getUint32(0, true), files = new Map()
  let place = 4 + head
  for (const [path, pieces] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, place)))) {
    files.set(path, [pieces, place])
    for (const piece of pieces) if (typeof piece === "number") place += piece
  }
  return { bytes, files }
}

async function file(list, path) {
  const [{ bytes, files }, common] = await Promise.all([part(list, list.at.get(path)), part(list, list.parts[0][0])])
  const [pieces, start] = files.get(path), found = []
  let place = start
  for (const piece of pieces) {
    if (typeof piece === "number") found.push(bytes.subarray(place, place += piece))
    else for (let i = 0; i < piece.length; i += KEY) {
      const [[size], where] = common.files.get(piece.slice(i, i + KEY))
      found.push(common.bytes.subarray(where, where + size))
    }
  }
  return new Blob(found)
}

const headers = path => ({ "content-type": TYPES[path.split(".").at(-1)] ?? "application/octet-stream" })
const marked = (path, digest) => new URL(`${path}?${encodeURIComponent(digest)}`, SCOPE).href

async function keep(cache, list, path) {
  const [digest] = list.runtime[path], key = marked(path, digest)
  const found = await cache.match(key)
  if (found) return found
  const answer = await verified(new URL(path, SCOPE).href, digest)
  await cache.put(key, answer.clone())
  return answer
}

async function keepRuntime() {
  const list = await theList(), cache = await caches.open(RUNTIME)
  await each(Object.keys(list.runtime), path => keep(cache, list, path))
}

// The page for missing addresses, with its links turned to where this site really lies.
async function missing(list) {
  const text = await (await file(list, "404.html")).text()
  const page = list.base === ROOT ? text : text.replaceAll(`="${list.base}`, `="${ROOT}`)
    .replaceAll(`: "${list.base}`, `: "${ROOT}`)
  return new Response(page, { status: 404, headers: headers("404.html") })
}

let theRest
async function answer(event, path) {
  const { request } = event
  let list
  try {
    list = await theList()
  } catch {
    return fetch(request)
  }
  const name = path === "" || path.endsWith("/") ? `${path}index.html` : path
  if (list.at.has(name)) {
    try {
      return new Response(await file(list, name), { headers: headers(name) })
    } catch {
      return fetch(request)
    }
  }
  if (list.at.has(`${name}/index.html`)) {
    const there = new URL(request.url)
    there.pathname += "/"
    return Response.redirect(there.href)
  }
  if (Object.hasOwn(list.runtime, name)) {
    const found = await keep(await caches.open(RUNTIME), list, name)
    event.waitUntil(theRest ??= keepRuntime().catch(() => { theRest = undefined }))  // the other games' too
    return found
  }
  const page = request.mode === "navigate"
  // A page of another edition must not be shown among the files of this one; other things below our root may be.
  if (page && list.roots.has(path.split("/")[0]) && path.includes("/")) return missing(list)
  try {
    return await fetch(request)
  } catch (error) {
    if (page) return missing(list)
    throw error
  }
}

addEventListener("fetch", event => {
  const { request } = event, url = new URL(request.url)
  if (request.method !== "GET" || !url.href.startsWith(SCOPE) || url.pathname === `${ROOT}sw.js`) return
  let path = url.pathname.slice(ROOT.length)
  try { path = decodeURIComponent(path) } catch { /* no UTF-8: no file of ours */ }
  event.respondWith(answer(event, path))
})
