// Run by node while the site is built, in a directory with Pyodide and engine.zip.
//   node prepare.mjs compile FOLDER    compiled/<n> for each .py of engine.zip, and compiled/names.json
//   node prepare.mjs snapshot FOLDER   snapshot.bin: Python's memory with the engines loaded and the games (game-*.json) open
import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const [task, folder] = process.argv.slice(2)
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")))
const quiet = { indexURL: folder, env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" }, stdout() {}, stderr() {} }

async function compile() {
  const python = await loadPyodide(quiet)
  python.mountNodeFS("/host", folder)
  python.runPython(`
import importlib.util, json, marshal, os, zipfile
os.mkdir("/host/compiled")
names = []
with zipfile.ZipFile("/host/engine.zip") as given:
    for name in given.namelist():
        if not name.endswith(".py"):
            continue
        source = given.read(name)
        code = compile(source, name, "exec", dont_inherit=True)
        digest = importlib.util.source_hash(source)
        head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + digest  # 1: by digest, not looked at again
        with open(f"/host/compiled/{len(names)}", "wb") as file:
            file.write(head + marshal.dumps(code))
        names.append(name + "c")
with open("/host/compiled/names.json", "w") as file:
    json.dump(names, file)
`)
}

async function snapshot() {
  const python = await loadPyodide({ ...quiet, _makeSnapshot: true })
  python.FS.writeFile("/gunbai.zip", readFileSync(join(folder, "engine.zip")))
  python.runPython(`import sys; sys.path.insert(0, "/gunbai.zip")`)
  const answering = python.pyimport("gunbai.site.runtime.answering")
  for (const name of readdirSync(folder).filter(name => /^game-.*\.json$/.test(name)).sort()) {
    answering.open_game(readFileSync(join(folder, name), "utf8"))
  }
  answering.destroy()
  python.runPython("import gc, difflib, datetime; gc.collect()") // what is imported later, where no zip is
  writeFileSync(join(folder, "snapshot.bin"), python.makeMemorySnapshot())
}

try {
  await { compile, snapshot }[task]()
  process.exit(0)
} catch (error) { // without node's excerpt of a source line, which is a million characters long
  console.error(`${error?.message ?? error}`.trim().split("\n").at(-1).slice(0, 300))
  process.exit(1)
}
