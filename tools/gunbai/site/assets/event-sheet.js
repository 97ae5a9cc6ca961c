// The printable sheet of the readings that this table has chosen, with a QR code that hands them on.
import { chosen, games, link, points, titleOf } from "./house.js"
import { qr } from "./qr.js"

const make = (tag, className, ...inside) => {
  const made = Object.assign(document.createElement(tag), { className })
  made.append(...inside)
  return made
}

const home = document.querySelector("[data-gb-sheet]")
if (home) sheet(home)

function sheet(home) {
  const name = home.querySelector("[data-gb-name]"), date = home.querySelector("[data-gb-date]")
  const rest = home.querySelector("[data-gb-rest]"), paper = home.querySelector("[data-gb-paper]")
  const buttons = [...home.querySelectorAll("[data-gb-game]")]
  let turn = 0

  // The state stands in the address, so that the sheet can be opened again; what is chosen stays on the device.
  function read() {
    const asked = new URLSearchParams(location.hash.slice(1)), wanted = asked.getAll("g")
    const shown = wanted.length ? wanted : games()
    for (const button of buttons) button.setAttribute("aria-pressed", shown.includes(button.dataset.gbGame))
    const now = new Date(), two = n => String(n).padStart(2, "0")
    name.value = asked.get("n") ?? shown.map(titleOf).find(Boolean) ?? ""
    date.value = /^\d{4}-\d\d-\d\d$/.test(asked.get("d") ?? "") ? asked.get("d") : `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
    rest.checked = asked.get("rest") === "1"
    draw()
  }

  function write() {
    const asked = new URLSearchParams(taken().map(game => ["g", game]))
    if (name.value) asked.set("n", name.value)
    asked.set("d", date.value)
    if (rest.checked) asked.set("rest", "1")
    history.replaceState(null, "", `#${asked}`)
    draw()
  }

  const taken = () => buttons.filter(b => b.getAttribute("aria-pressed") === "true").map(b => b.dataset.gbGame)

  async function draw() {
    const mine = ++turn
    for (const edit of home.querySelectorAll("[data-gb-edit]")) edit.hidden = !taken().includes(edit.dataset.gbEdit)
    const parts = await Promise.all(taken().map(part))
    if (mine !== turn) return
    const head = make("header", "gb-sheet__head", make("h2", "", name.value || "卓の取り決め"), make("p", "", date.value))
    paper.replaceChildren(head, ...parts.length ? parts : [make("p", "", "載せるゲームを選ぶ。")],
      make("p", "gb-sheet__foot", "ここに無い点は、出典と軍配の既定の解釈による。決めるのはヘッドジャッジ。",
        edition() && `裁定集の版：${edition()}`))
  }

  const edition = () => document.documentElement.dataset.gbEdition ?? ""

  async function part(game) {
    let known
    try {
      known = await points(game)
    } catch {
      return make("p", "gb-banner", "このゲームの点の一覧を読めなかった。")
    }
    const choices = chosen(game), box = make("section", "gb-sheet__game")
    box.append(make("h3", "", known.title))
    const rows = known.points.filter(p => choices[p.id] !== undefined || rest.checked && !p.default)
    if (!Object.keys(choices).length) box.append(make("p", "gb-sheet__none", "この端末では、まだ何も選ばれていない。"))
    else {
      const address = await link(game)
      try {
        box.append(make("figure", "gb-sheet__qr", qr(address, `${known.title}の取り決めのリンク`), make("figcaption", "", "この取り決めを端末に")))
      } catch {
        box.append(make("p", "", address))
      }
    }
    let topic = ""
    const table = make("table", "gb-sheet__table", make("thead", "", make("tr", "", make("th", "", "点"), make("th", "", "この卓での扱い"))))
    const body = make("tbody", "")
    for (const point of rows) {
      if (point.topic !== topic) {
        topic = point.topic
        body.append(Object.assign(make("tr", "gb-sheet__topic", Object.assign(make("th", "", topic), { colSpan: 2, scope: "rowgroup" }))))
      }
      const reading = point.readings.find(r => r.key === choices[point.id])
      body.append(make("tr", "", make("td", "", point.title, " ", make("code", "", point.id)),
        make("td", "", reading?.text ?? (choices[point.id] ? `${choices[point.id]}（この版に無い解釈）` : "決めていない"))))
    }
    table.append(body)
    if (rows.length) box.append(table)
    const unknown = Object.keys(choices).filter(id => !known.points.some(p => p.id === id))
    if (unknown.length) box.append(make("p", "", `この版に無い点：${unknown.join("、")}`))
    return box
  }

  home.addEventListener("click", event => {
    const button = event.target.closest("button")
    if (button?.dataset.gbGame) {
      button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true")
      write()
    } else if (button?.matches("[data-gb-print]")) print()
  })
  for (const field of [name, date, rest]) field.addEventListener("input", write)
  addEventListener("hashchange", read)
  document.addEventListener("gunbai-house", draw)
  document.addEventListener("gunbai-edition", draw)
  read()
}
