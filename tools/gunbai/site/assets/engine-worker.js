// The engine: Python (Pyodide) in a worker, with the zip of Gunbai's own code and one JSON a game. Module worker.
// In: {open: {python, bundle, snapshot, count}, game, data}, then {id, game, data, request}; data: the address of the game's JSON.
// Out: {at: stage, loaded: bytes} while it starts, then {id, text, ms}; {id, failed: why} ends it.

let answering // a promise of the Python module
const games = new Map() // by id: a promise that the game is open

const failed = (error, id) => postMessage({ failed: `${error?.message ?? error}`.slice(-400), id })

// Watches what is fetched, for Pyodide waits for ever on what does not come. `count`: tell how many bytes have come, only
// at the first load: a response that was passed through here is compiled anew each time, while the browser keeps the
// compiled form of one that was not.
function watch(count) {
  const fetchPlain = self.fetch
  self.fetch = async (...given) => {
    let response
    try {
      response = await fetchPlain(...given)
      if (!response.ok) throw new Error(`${response.status} ${response.url}`)
    } catch (error) {
      failed(error)
      throw error
    }
    const wasm = response.url.endsWith(".wasm")
    const typed = !wasm || response.headers.get("Content-Type") === "application/wasm"
    if ((typed && !count) || !response.body) return response
    const counter = new TransformStream({
      transform(piece, out) {
        if (count) postMessage({ at: "download", loaded: piece.byteLength })
        out.enqueue(piece)
      },
    })
    const headers = wasm ? { "Content-Type": "application/wasm" } : response.headers
    return new Response(response.body.pipeThrough(counter), { headers })
  }
  const compilePlain = WebAssembly.instantiateStreaming
  WebAssembly.instantiateStreaming = (...given) => {
    const made = compilePlain.apply(WebAssembly, given)
    made.catch(error => failed(error))
    return made
  }
  addEventListener("unhandledrejection", event => failed(event.reason))
}

const fetched = async address => (await fetch(address)).arrayBuffer()

async function unzipped(address) {
  const bytes = new Uint8Array(await fetched(address))
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes // the server said that it is compressed, and it is not any more
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()
}

// Python from a picture of its memory, with the engines loaded and the games open: see prepare.mjs.
async function restored(loadPyodide, settings, snapshot) {
  const py = await loadPyodide({ ...settings, _loadSnapshot: unzipped(snapshot) })
  postMessage({ at: "engine" })
  const python = py.pyimport("gunbai.site.runtime.answering")
  for (const game of python.opened()) games.set(game, Promise.resolve())
  return python
}

async function start({ python, bundle, snapshot, count }) {
  watch(count)
  const code = snapshot ? null : fetched(bundle)
  const { loadPyodide } = await import(`${python}pyodide.mjs`)
  postMessage({ at: "start" })
  const settings = { indexURL: python, packageBaseUrl: python }
  if (snapshot) return restored(loadPyodide, settings, snapshot)
  const py = await loadPyodide(settings)
  postMessage({ at: "engine" })
  py.FS.writeFile("/gunbai.zip", new Uint8Array(await code))
  py.pyimport("sys").path.insert(0, "/gunbai.zip")
  return py.pyimport("gunbai.site.runtime.answering")
}

async function opened(address) {
  const data = await fetched(address)
  const python = await answering
  python.open_game(new TextDecoder().decode(data))
}

async function open(game, address, snapshot) {
  if (snapshot) await answering
  if (!games.has(game)) games.set(game, opened(address))
  return games.get(game)
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.open) {
      answering = start(data.open)
      await Promise.all([answering, data.game && open(data.game, data.data, data.open.snapshot)])
      postMessage({ at: "ready" })
      return
    }
    await open(data.game, data.data)
    const began = performance.now()
    const text = (await answering).answered_json(data.request)
    postMessage({ id: data.id, ms: performance.now() - began, text })
  } catch (error) { // what a reader writes never raises: this is a broken download or a fault of Python itself
    failed(error, data.id)
  }
})
