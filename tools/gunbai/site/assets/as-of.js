// The site as of a day (時点): a day chosen on the page of changes, or given as ?as-of=2009-09-17, is kept while the tab is
// open. Every page then says so, marks links to rulings that were not in force, and a ruling's page leads to the one that
// was. Examples that are run in the page are run on that day.
import { root } from "./house.js"

const KEY = "gunbai.as-of"
const DAY = /^\d{4}-\d\d-\d\d$/
const real = day => DAY.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)

function read() {
  const asked = new URLSearchParams(location.search).get("as-of")
  try {
    if (asked !== null && real(asked)) sessionStorage.setItem(KEY, asked)
    const kept = sessionStorage.getItem(KEY) ?? ""
    return real(kept) ? kept : null
  } catch {
    return asked !== null && real(asked) ? asked : null
  }
}

// The day as of which the site is read, like "2009-09-17"; null: now.
export const day = read()

export function choose(chosen) {
  const here = new URL(location.href)
  here.searchParams.delete("as-of")
  try {
    chosen ? sessionStorage.setItem(KEY, chosen) : sessionStorage.removeItem(KEY)
  } catch {
    if (chosen) here.searchParams.set("as-of", chosen)
  }
  location.assign(here)
  if (here.href === location.href) location.reload()
}

const inForce = (ruling, on) => (!ruling.since || ruling.since <= on) && (!ruling.until || on <= ruling.until)

const make = (tag, className, ...inside) => {
  const made = Object.assign(document.createElement(tag), { className })
  made.append(...inside)
  return made
}

async function follow() {
  const { rulings } = await (await fetch(new URL("assets/gunbai/history.json", root))).json()
  const byUrl = new Map(Object.values(rulings).map(ruling => [new URL(ruling.url, root).pathname, ruling]))
  const good = ruling => ruling.line.map(id => rulings[id]).find(one => inForce(one, day))

  const mark = link => {
    if (link.dataset.gbOn || link.closest(".gb-asof") || link.getAttribute("href")?.startsWith("#")) return
    const ruling = byUrl.get(new URL(link.href, location.href).pathname)
    if (!ruling || inForce(ruling, day)) return
    link.dataset.gbOn = day
    link.classList.add("gb-ended")
    link.append(make("span", "gb-note", `（${day} には無効）`))
  }
  document.querySelectorAll("a[href]").forEach(mark)
  new MutationObserver(changes => {
    for (const change of changes)
      for (const node of change.addedNodes)
        if (node instanceof Element) [...(node.matches("a[href]") ? [node] : []), ...node.querySelectorAll("a[href]")].forEach(mark)
  }).observe(document.body, { childList: true, subtree: true })

  const here = byUrl.get(location.pathname.endsWith("/") ? location.pathname : `${location.pathname}/`)
  if (!here) return
  if (here.sourced && here.sourced > day) {
    const note = make("p", "gb-banner", make("b", "", `この裁定の出典の日付（${here.sourced}）は、選んだ日より後。`), `${day} にもこうだったとは限らない。`)
    note.setAttribute("role", "note")
    document.querySelector(".gb-head")?.prepend(note)
  }
  if (inForce(here, day)) return
  const then = good(here)
  const words = make("p", "gb-banner", make("b", "", `${day} には有効でなかった裁定。`))
  words.setAttribute("role", "note")
  if (then) words.append("その日に有効だった裁定は ", Object.assign(make("a", "", then.title), { href: new URL(then.url, root).href }), "。")
  else words.append("その日に有効だった裁定は、この点には無い。")
  document.querySelector(".gb-head")?.prepend(words)
}

function bar() {
  const quit = Object.assign(make("button", "", "今に戻す"), { type: "button" })
  quit.addEventListener("click", () => choose(null))
  const line = make("div", "gb-asof", make("p", "", make("b", "", `時点 ${day}`), " の裁定で見ている。"), quit)
  line.setAttribute("role", "status")
  document.querySelector(".md-content__inner")?.prepend(line)
}

if (day) {
  bar()
  follow().catch(() => {})
}

for (const form of document.querySelectorAll("[data-gb-asof]")) {
  form.hidden = false
  const field = form.querySelector("input")
  field.value = day ?? ""
  form.addEventListener("submit", event => {
    event.preventDefault()
    choose(real(field.value) ? field.value : null)
  })
}
