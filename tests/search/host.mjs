// Runs the site's search worker outside a browser: node host.mjs DIRECTORY PLACE, then one JSON message a line.
// {"q": …} is a query; {"text": …} asks what folding and cutting make of a text. Answers are JSON, one a line.
import { readFileSync } from "node:fs"
import { join, dirname } from "node:path"
import readline from "node:readline"
import vm from "node:vm"

const [directory, place] = process.argv.slice(2)
const parts = "exact fold foldAt pieces weight functionWords short kana misses distance marked variants search item romanToo".split(" ")
const source = readFileSync(join(directory, place), "utf8").replace("self.ready?.(INDEX)", `self.parts = { ${parts.join(", ")} }`)
const self = { location: `http://host/${place}`, addEventListener() {}, postMessage() {} }
let bytes = 0, requests = 0
const fetch = async url => {
  const body = readFileSync(join(directory, decodeURIComponent(new URL(url).pathname)))
  bytes += body.length
  requests++
  return { ok: true, arrayBuffer: async () => body.buffer.slice(body.byteOffset, body.byteOffset + body.length),
    json: async () => JSON.parse(body.toString("utf8")) }
}
vm.runInNewContext(source, { self, fetch, URL, TextEncoder, TextDecoder, console })
const p = self.parts
await p.romanToo()
bytes = requests = 0

for await (const line of readline.createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if ("q" in message) {
    const start = process.hrtime.bigint(), result = await p.search(message.q, message.limit)
    const ms = Number(process.hrtime.bigint() - start) / 1e6
    console.log(JSON.stringify({ ms, bytes, requests, near: result.near, html: result.hits.slice(0, 1).map(p.item).map(i => i.title + i.text), error: result.error ?? "",
      hits: result.hits.map(h => [h.doc.id, h.score, p.marked(h.doc.title, h.terms)]) }))
  } else {
    const { text, other } = message, folded = p.foldAt(text)
    console.log(JSON.stringify([p.exact(text), folded.text, folded.at, p.pieces(folded.chars), p.functionWords(folded.chars),
      p.short(folded.text), p.kana(text), p.misses(folded.text), p.distance(text, other), p.distance(text, other, true),
      p.marked(text, [p.fold(other)]), [...p.variants([text])], p.weight([...text].map(c => c >= "ぁ" && c <= "ゖ"), 0, [...text].length)]))
  }
}
