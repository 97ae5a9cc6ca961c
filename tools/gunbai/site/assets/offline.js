// Keeps the site on the device: starts the service worker, says how far it is, and tells of a newer edition.
import { edition } from "./edition.js"

const ROOT = new URL("../../", import.meta.url)
const place = document.querySelector("[data-gb-offline]")
let ready, failed

function show(state, values = {}) {
  for (const words of place?.querySelectorAll("[data-gb-state]") ?? []) {
    words.hidden = words.dataset.gbState !== state
    for (const [name, value] of Object.entries(values)) {
      for (const slot of words.querySelectorAll(`[data-gb-${name}]`)) slot.textContent = value
    }
  }
  if (place) place.dataset.gbNow = state
}

const megabytes = size => (size / 1e6).toFixed(1)

if (document.querySelector("meta[name=gunbai-offline]")) {
  if (!("serviceWorker" in navigator) || !("DecompressionStream" in window)) show("never")
  else if (document.readyState === "complete") later()
  else addEventListener("load", later, { once: true })
}

// What the reader came for is loaded first.
function later() {
  if ("requestIdleCallback" in window) requestIdleCallback(begin, { timeout: 3000 })
  else setTimeout(begin, 500)
}

async function begin() {
  const workers = navigator.serviceWorker, before = workers.controller
  workers.addEventListener("message", heard)
  // Another edition has taken over: what is shown is of the old one.
  let turning = false
  workers.addEventListener("controllerchange", () => {
    if (!before || turning) return
    turning = true
    location.reload()
  })
  try {
    const registration = await workers.register(new URL("sw.js", ROOT), { scope: ROOT.pathname, updateViaCache: "none" })
    watch(registration)
    if (registration.active) registration.active.postMessage({ type: "status" })
    else if (registration.installing && !ready && !failed) show("begins")
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") registration.update().catch(() => {})
    })
    if (document.querySelector("#missing")) registration.update().catch(() => {})  // it may be in the next edition
  } catch {
    if (!workers.controller) show("never")
  }
}

function heard({ data }) {
  if (data.type === "progress" && !ready) show("comes", { percent: Math.floor(100 * data.done / data.size) })
  if (data.type === "failed") {
    failed = true
    if (!ready) show(data.full ? "full" : "failed")
  }
  if (data.type !== "ready") return
  ready = true
  show("ready", { date: data.edition.date, size: megabytes(data.size) })
  for (const words of place?.querySelectorAll("[data-gb-python]") ?? []) words.hidden = !data.python
  // Python was loaded before the service worker was there to keep it.
  const loaded = performance.getEntriesByType("resource").some(one => /engine-worker|pyodide/.test(one.name))
  if (loaded && !data.python) navigator.serviceWorker.controller?.postMessage({ type: "keep runtime" })
  if (matchMedia("(display-mode: standalone)").matches) navigator.storage?.persist?.()
}

// A newer edition waits until the reader wants it, or until no page of the old one is open.
function watch(registration) {
  const offer = () => {
    if (registration.waiting && navigator.serviceWorker.controller) notice(registration.waiting)
  }
  offer()
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer)
  })
}

function notice(waiting) {
  const toasts = document.querySelector("[data-gb-toasts]")
  const template = document.querySelector("template[data-gb-update]")
  if (!toasts || !template || toasts.querySelector(".gb-toast--update")) return
  toasts.append(template.content.cloneNode(true))
  const toast = toasts.querySelector(".gb-toast--update")
  toast.querySelector("[data-gb-take]").addEventListener("click", () => waiting.postMessage({ type: "take up" }))
  toast.querySelector("[data-gb-later]").addEventListener("click", () => toast.remove())
}

// The browser offers to install the site as an app: the offer is a button beside the words about offline use.
addEventListener("beforeinstallprompt", event => {
  const button = place?.querySelector("[data-gb-install]")
  if (!button) return
  event.preventDefault()
  button.hidden = false
  button.addEventListener("click", async () => {
    await event.prompt()
    button.hidden = true
  }, { once: true })
})

edition().then(({ date }) => {
  for (const slot of place?.querySelectorAll("[data-gb-edition]") ?? []) slot.textContent = date
}).catch(() => {})
