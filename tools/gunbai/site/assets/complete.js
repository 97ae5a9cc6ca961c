// Completion of names in a text field: what the field offers, and the site's search over the names of a game (yomi,
// romaji, aliases, one wrong character). A combobox: arrows, Enter, Escape, or a tap.
const config = JSON.parse(document.querySelector("#__config")?.textContent ?? "{}")
let worker, wanted = null, listen = null, count = 0

function searched(game, text, found) {
  try {
    worker ??= new Worker(new URL(config.search, location))
  } catch {
    return
  }
  const q = `game:${game} kind:name ${text}`
  wanted = q
  listen = found
  worker.onmessage = ({ data }) => {
    if (data.type === 3 && data.data.q === wanted && !data.data.partial) listen(data.data.items.map(i => i.cards[0]))
  }
  worker.postMessage({ type: 2, data: { q, limit: 8, own: true } })
}

// input inside a wrapper with its list. take(text) is called with what was picked; whole: also with what was typed and
// sent by Enter, after which the field is empty.
export function completed(input, { game, offers, take, whole, search }) {
  const id = `gb-offers-${++count}`
  const list = Object.assign(document.createElement("ul"), { id, className: "gb-offers", hidden: true })
  list.setAttribute("role", "listbox")
  list.setAttribute("aria-label", "候補")
  input.setAttribute("role", "combobox")
  input.setAttribute("aria-autocomplete", "list")
  input.setAttribute("aria-controls", id)
  input.setAttribute("aria-expanded", "false")
  const box = Object.assign(document.createElement("div"), { className: "gb-complete" })
  box.append(input, list)
  let at = -1, turn = 0

  function show(texts) {
    at = -1
    list.replaceChildren(...texts.slice(0, 40).map((text, n) => {
      const row = Object.assign(document.createElement("li"), { id: `${id}-${n}`, textContent: text })
      row.setAttribute("role", "option")
      row.setAttribute("aria-selected", "false")
      row.addEventListener("pointerdown", event => event.preventDefault())  // the field keeps the cursor
      row.addEventListener("click", () => pick(text))
      return row
    }))
    list.hidden = !texts.length
    input.setAttribute("aria-expanded", String(!list.hidden))
    input.removeAttribute("aria-activedescendant")
  }

  function pick(text) {
    show([])
    input.value = whole ? "" : text
    take(text)
  }

  function ask() {
    const mine = ++turn, text = input.value.trim()
    const plain = t => t.normalize("NFKC").toLowerCase()
    const own = offers.filter(o => plain(o).includes(plain(text)) && o !== text)
    show(text || offers.length > 12 ? own : [])
    if (search && text && !/[:：]/.test(text)) {
      searched(game, text, names => {
        if (mine === turn && document.activeElement === input) show([...new Set([...own, ...names.filter(n => n && n !== text)])])
      })
    }
  }

  function move(by) {
    const rows = [...list.children]
    if (!rows.length) return
    at = (at + by + rows.length) % rows.length
    rows.forEach((row, n) => row.setAttribute("aria-selected", n === at))
    rows[at].scrollIntoView({ block: "nearest" })
    input.setAttribute("aria-activedescendant", rows[at].id)
  }

  input.addEventListener("input", event => { if (!event.isComposing) ask() })
  input.addEventListener("compositionend", ask)
  input.addEventListener("focus", ask)
  input.addEventListener("blur", () => {
    turn++
    show([])
    if (whole && input.value.trim()) pick(input.value)
  })
  input.addEventListener("keydown", event => {
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey) return
    if (event.key === "ArrowDown") move(1)
    else if (event.key === "ArrowUp") move(-1)
    else if (event.key === "Enter") {
      if (at >= 0) pick(list.children[at].textContent)
      else if (whole) pick(input.value)
      else show([])
    } else if (event.key === "Escape" && !list.hidden) show([])
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  return box
}
