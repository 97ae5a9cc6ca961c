// 変えて試す: every example can be changed and run in the page. The markup and all words are in <template id="gb-run">.
import { withEdition } from "./edition.js"
import { describe, intend, onprogress, run } from "./engine.js"
import { chosen } from "./house.js"

const template = document.getElementById("gb-run")
const { game, ruling } = template.dataset
const MARK = "run=" // a fragment like #run=example-2.<text, compressed>
const MAX = 40_000 // characters, as the engine takes
const DWELL = 150 // a pointer that only passes over a button is no sign of intent
const PATIENCE = 600 // after so many milliseconds one may want to stop

const hurried = () => navigator.connection?.saveData // then nothing is loaded before it is asked for
const part = (box, name) => box.querySelector(`[data-gb="${name}"]`)

// The statements of an example as they stand on the page.
function written(example) {
  return [...example.querySelectorAll(":scope > .gb-statements .gb-code")].map(code => code.textContent).join("\n")
}

class Box {
  constructor(example) {
    this.example = example
    this.button = example.querySelector("[data-gb-run]")
    this.id = example.querySelector("h3").id
    this.statements = example.querySelector(":scope > .gb-statements")
    this.first = written(example)
    this.form = template.content.cloneNode(true).querySelector("form")
    for (const name of ["text", "run", "stop", "bar", "stage", "loading", "told", "result", "note"]) {
      this[name] = part(this.form, name)
    }
    const label = part(this.form, "label")
    this.text.id = `${this.id}-text`
    label.htmlFor = this.text.id
    this.form.addEventListener("submit", event => {
      event.preventDefault()
      this.answer()
    })
    this.form.addEventListener("click", event => this.act(event.target.closest("button[data-do]")))
    this.text.addEventListener("keydown", event => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        this.form.requestSubmit()
      }
    })
    this.text.addEventListener("input", () => this.grow())
    this.form.addEventListener("pointerenter", () => { if (!hurried()) intend(game) }, { once: true })
    onprogress((fraction, words) => {
      this.bar.value = fraction
      this.stage.textContent = words
      if (fraction === 1) this.note.hidden = true
    })
  }

  async open(text = this.first) {
    this.text.value = text
    this.told.textContent = ""
    this.fill(this.statements.cloneNode(true))
    this.statements.after(this.form)
    this.statements.hidden = this.button.hidden = true
    this.grow()
    const typing = matchMedia("(hover: hover)").matches // else the keyboard would cover what one wants to read
    ;(typing ? this.text : this.form).focus({ preventScroll: true })
    try {
      const about = await describe()
      if (!about.pyodide) this.refuse(about.words.missing)
      else if (!hurried()) intend(game)
    } catch { // said when it is run
    }
  }

  close() {
    this.ending?.abort()
    this.form.remove()
    this.statements.hidden = this.button.hidden = false
    this.button.focus()
  }

  refuse(words) {
    this.run.disabled = true
    this.note.hidden = true
    this.say(words + template.dataset.elsewhere)
  }

  say(words, kind = "") {
    this.told.textContent = words
    this.told.dataset.kind = kind
  }

  async answer() {
    if (this.run.disabled) return
    this.ending = new AbortController()
    this.run.disabled = true
    this.say("")
    const patience = setTimeout(() => { this.stop.hidden = this.loading.hidden = false }, PATIENCE)
    const house = chosen(game)
    const said = await run({ game, text: this.text.value, house, page: ruling, signal: this.ending.signal })
    clearTimeout(patience)
    this.run.disabled = false
    this.stop.hidden = this.loading.hidden = true
    if (said.missing) return this.refuse(said.error)
    if (said.html) this.show(said.html)
    this.unused = said.unused
    const passed = said.unused.length ? ` ${template.dataset.unused}${said.unused.join("、")}` : ""
    const followed = (Object.keys(house).length > said.unused.length ? template.dataset.house : "") + passed
    if (said.error) this.say(said.error + passed, "wrong")
    else if (this.same()) this.say(template.dataset.same + followed)
    else this.say(template.dataset.changed + followed, "changed")
  }

  show(html) { // made by our own renderer, in which all text is escaped
    this.fill(new DOMParser().parseFromString(html, "text/html").querySelector(".gb-statements"))
  }

  fill(statements) {
    this.result.replaceChildren(...statements.children)
    for (const name of ["id", "data-gb-every"]) { // no id twice in a page; what was run follows the house rules already
      for (const one of this.result.querySelectorAll(`[${name}]`)) one.removeAttribute(name)
    }
  }

  // Whether the last answer is that of the example.
  same() {
    const last = inside => [...inside.querySelectorAll(".gb-reply")].at(-1)?.cloneNode(true)
    const [now, before] = [last(this.result), last(this.statements)]
    for (const reply of [now, before]) reply?.querySelector(".gb-trace")?.remove()
    return now?.textContent.trim() === before?.textContent.trim()
  }

  async act(button) {
    switch (button?.dataset.do) {
      case "stop": return this.ending?.abort()
      case "reset": return this.open()
      case "close": return this.close()
      case "copy": return confirm(button, this.text.value)
      case "link": return confirm(button, await this.link())
    }
  }

  async link() { // the house rules go along as statements, so that whoever opens it is answered alike
    const house = Object.entries(chosen(game)).filter(([point]) => !this.unused?.includes(point)).map(([point, key]) => `取り決め("${point}", "${key}")\n`)
      .filter(line => !this.text.value.includes(line.trim()))
    const address = new URL(withEdition(location.href))
    address.hash = `${MARK}${this.id}.${await packed(house.join("") + this.text.value)}`
    history.replaceState(null, "", address)
    return address.href
  }

  grow() {
    this.text.style.height = "auto"
    this.text.style.height = `${this.text.scrollHeight + 2}px`
  }
}

async function confirm(button, text) {
  const words = button.dataset.words ??= button.textContent
  let copied = true
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    copied = false
  }
  button.textContent = copied ? button.dataset.done : button.dataset.failed
  setTimeout(() => { button.textContent = words }, 1600)
}

// A text for an address: compressed, in characters that no mail or chat breaks.
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  const letters = Array.from(bytes, byte => String.fromCharCode(byte)).join("")
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

// The text again, or null where it is none: an address may hold anything, also what grows without end.
async function unpacked(letters) {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), one => one.charCodeAt(0))
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))
      .pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader()
    let text = ""
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      text += piece.value
      if (text.length > MAX) return null
    }
    return text
  } catch {
    return null
  }
}

const boxes = new Map() // by the example's element
function box(example) {
  if (!boxes.has(example)) boxes.set(example, new Box(example))
  return boxes.get(example)
}

for (const button of document.querySelectorAll("[data-gb-run]")) {
  let waiting
  button.addEventListener("click", () => box(button.closest(".gb-example")).open())
  button.addEventListener("focus", () => { if (!hurried()) intend(game) }, { once: true })
  button.addEventListener("touchstart", () => { if (!hurried()) intend(game) }, { once: true, passive: true })
  button.addEventListener("pointerenter", event => {
    if (event.pointerType === "mouse" && !hurried()) waiting = setTimeout(intend, DWELL, game)
  })
  button.addEventListener("pointerleave", () => clearTimeout(waiting))
}

// A link to a situation opens its example with that text, and runs it.
async function follow() {
  const found = /^#run=([a-z0-9-]+)\.([A-Za-z0-9_-]*)$/.exec(location.hash)
  const example = found && document.getElementById(found[1])?.closest(".gb-example")
  if (!example?.querySelector("[data-gb-run]")) return
  const text = await unpacked(found[2])
  const shown = box(example)
  example.open = true
  await shown.open(text ?? undefined)
  example.scrollIntoView()
  if (text === null) shown.say(template.dataset.broken, "wrong")
  else shown.answer()
}
addEventListener("hashchange", follow)
follow()
