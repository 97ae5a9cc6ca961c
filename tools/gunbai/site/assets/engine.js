// Runs statements of the example language in the page, with the same engine that checks the corpus.
//
//   import { run, intend, onprogress, stop } from "./engine.js"
//   intend("gundam-war")                       start loading: call it at the first sign that somebody will run something
//   onprogress((fraction, words) => …)         how far loading is, 0 to 1, in words; returns a function that ends it
//   await run({ game, text, house, date })     → { html, answer, verdict, unused, error, ms }
//   stop()                                     end whatever runs; the next run starts anew
//
// text: statements, with or without ">>> ". house: { ruling: reading }. date: "2009-09-17" or null (left out: the
// day as of which the site is read). page: the ruling on
// whose page the answer is shown. signal: an AbortSignal that stops the run. html: the statements with their answers as
// on a ruling's page; answer: the last answer as text; verdict: { answer, rulings, firmness, points, rows, complete,
// situation } or null; unused: the rulings of house rules that this edition has not; error: what is wrong, in words, or null; missing: true where the site was built without Python.
// run never rejects.

import { day } from "./as-of.js"

const root = new URL("../../", import.meta.url)
const REMEMBERED = "gunbai-engine" // which version this device has loaded before
const STAGES = { download: [0, 0.6], start: [0.6, 0.9], engine: [0.9, 1], ready: [1, 1] }
const UNREACHABLE = "基準エンジンを読み込めない。通信を確かめて、もう一度試す。"

let told // a promise of engine.json
let thread // a promise of the Thread that answers, once somebody has shown interest
let progress = [0, ""]
let distrusted = false // whether a start with the snapshot has failed
const listeners = new Set()

class Stopped extends Error {}

export function onprogress(listener) {
  listeners.add(listener)
  if (thread) listener(...progress)
  return () => listeners.delete(listener)
}

function tell(stage, part, words) {
  const [from, to] = STAGES[stage]
  progress = [from + (to - from) * Math.min(1, part), words[stage]]
  for (const listener of listeners) listener(...progress)
}

// What engine.json says: { version, pyodide, bundle, games, words }. pyodide is null where the site was built without.
export function describe() {
  told ??= fetch(new URL("engine.json", import.meta.url), { cache: "no-cache" }).then(response => {
    if (!response.ok) throw new Error(response.status)
    return response.json()
  }).catch(error => {
    told = undefined
    throw error
  })
  return told
}

export async function intend(game) {
  try {
    const about = await describe()
    if (about.pyodide) await started(about, game)
  } catch { // said when something is run
  }
}

export function stop() {
  thread?.end()
  thread = undefined
}

export async function run({ game, text, house = {}, date = day, page = "", signal }) {
  const outcome = { html: "", answer: "", verdict: null, unused: [], error: null, ms: 0 }
  let about
  try {
    about = await describe()
  } catch {
    return { ...outcome, error: UNREACHABLE }
  }
  if (!about.pyodide) return { ...outcome, error: about.words.missing, missing: true }
  if (!about.games[game]) return { ...outcome, error: about.words.unknown }
  if (signal?.aborted) return { ...outcome, error: about.words.stopped, stopped: true }
  signal?.addEventListener("abort", stop, { once: true })
  try {
    const request = JSON.stringify({ game, text, house, date, page, up: wayUp() })
    const trusting = about.snapshot && !distrusted
    const said = await started(about, game).ask(game, request).catch(error => {
      if (!trusting || !distrusted || error instanceof Stopped) throw error
      return started(about, game).ask(game, request)
    })
    return { ...outcome, ...JSON.parse(said.text), ms: said.ms }
  } catch (error) {
    if (error instanceof Stopped) return { ...outcome, error: about.words.stopped, stopped: true }
    console.warn(error)
    return { ...outcome, error: about.words.failed }
  } finally {
    signal?.removeEventListener("abort", stop)
  }
}

// From the page to the site's root, as the page's own links go there.
function wayUp() {
  const inside = location.pathname.startsWith(root.pathname) && location.origin === root.origin
  return inside ? "../".repeat(location.pathname.slice(root.pathname.length).split("/").length - 1) : root.href
}

function started(about, game) {
  thread ??= new Thread(about, game)
  return thread
}

// One worker: what it was asked, and how far it is. When it fails it is gone, and the next run makes another.
class Thread {
  #worker = new Worker(new URL("engine-worker.js", import.meta.url), { type: "module" })
  #waiting = new Map()
  #asked = 0
  #about
  #ready = false

  constructor(about, game) {
    this.#about = about
    const known = remembered() === about.version
    const snapshot = distrusted ? null : about.snapshot
    const counted = [...about.pyodide.files, snapshot ?? about.bundle].filter(file => !file.place.endsWith(".mjs"))
    const total = counted.reduce((sum, file) => sum + file.size, 0)
    let loaded = 0
    tell(known ? "start" : "download", 0, about.words)
    this.#worker.addEventListener("error", event => this.#fail(new Error(event.message)))
    this.#worker.addEventListener("message", ({ data }) => {
      if (data.at === "download") {
        loaded += data.loaded
        tell(loaded < total ? "download" : "start", loaded < total ? loaded / total : 0, about.words)
      } else if (data.at) {
        if (data.at !== "start" || known) tell(data.at, 0, about.words)
        if (data.at === "ready") {
          this.#ready = true
          remember(about.version)
        }
      } else {
        const one = this.#waiting.get(data.id)
        if (data.failed !== undefined) this.#fail(new Error(data.failed))
        else one?.resolve(data)
        this.#waiting.delete(data.id)
      }
    })
    this.#worker.postMessage({
      open: {
        python: new URL(about.pyodide.place, root).href, bundle: placed(about.bundle), count: !known,
        snapshot: snapshot && placed(snapshot),
      },
      ...this.#data(game),
    })
  }

  ask(game, request) {
    return new Promise((resolve, reject) => {
      const id = ++this.#asked
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, request, ...this.#data(game) })
    })
  }

  end(error = new Stopped()) {
    this.#worker.terminate()
    for (const one of this.#waiting.values()) one.reject(error)
    this.#waiting.clear()
  }

  #fail(error) {
    distrusted ||= !this.#ready // the next one starts without the snapshot, where there is one
    this.end(error)
    if (thread === this) thread = undefined
  }

  #data(game) {
    const file = this.#about.games[game]
    return file ? { game, data: placed(file) } : {}
  }
}

function placed(file) {
  return new URL(file.place, root).href
}

function remembered() {
  try {
    return localStorage.getItem(REMEMBERED)
  } catch { // storage may be forbidden
    return null
  }
}

function remember(version) {
  try {
    localStorage.setItem(REMEMBERED, version)
  } catch { // then it is counted again next time
  }
}
