// Every verdict and open point on a page follows the readings that the table has chosen, and says so. The kernel's answer
// for each combination stands in the page (data-gb-every); nothing is loaded where nothing is chosen.
import { choose, chosen, count, games, points, readingOf, root, settle } from "./house.js"

const make = (tag, className, ...inside) => {
  const made = Object.assign(document.createElement(tag), { className })
  made.append(...inside)
  return made
}
const all = () => Object.assign({}, ...games().map(chosen))
const gameOf = async ids => {
  for (const game of games()) if (ids.some(id => id in chosen(game))) return game
  return ""
}

// A line of an answer, with the ids of rulings in it as links.
function spoken(line, game) {
  const found = /^(不可|裁定待ち): ([a-z0-9-]+(?:、[a-z0-9-]+)*)$/.exec(line)
  const row = make("span", "gb-line")
  if (!found) {
    row.textContent = line
    return row
  }
  const by = make("span", "gb-by")
  found[2].split("、").forEach((id, n) => {
    const there = document.querySelector(`a[href$="/${id}/"]:not(:has(code))`)
    const link = Object.assign(make("a", "", there?.textContent || id), { href: new URL(`${game}/${id}/`, root).href })
    by.append(n ? "、" : "", link)
  })
  row.append(`${found[1]} `, by)
  return row
}

async function follow(said) {
  const reply = said.querySelector(".gb-reply:not(.gb-reply--house)")
  const turn = said.gbTurn = (said.gbTurn ?? 0) + 1
  const choices = all()
  let made = null
  if (reply && Object.keys(choices).length) {
    if (said.dataset.gbEvery) {
      const rows = said.gbRows ??= JSON.parse(said.dataset.gbEvery)
      const ids = rows.flatMap(([row]) => Object.keys(row)).filter(id => id in choices)
      if (ids.length) {
        const game = await gameOf(ids)
        const known = new Map((await points(game).catch(() => ({ points: [] }))).points.map(p => [p.id, p]))
        const settled = settle(rows, choices, id => known.get(id)?.default)
        if (settled) made = shown(settled, known, game, choices)
      }
    } else {
      made = make("div", "gb-reply gb-reply--house", make("p", "gb-reply__head", mark(),
        " この判定は解釈の組合せが多く、このページには一部の表しかない。「変えて試す」で動かすと、卓の取り決めに従った答えが出る。"))
    }
  }
  if (turn !== said.gbTurn) return
  said.querySelector(".gb-reply--house")?.remove()
  said.classList.toggle("gb-said--house", !!made)
  if (made) reply.before(made)
}

const mark = () => make("span", "gb-badge gb-badge--house", "卓の取り決めによる")

function shown({ lines, firmness, table, by }, known, game, choices) {
  const box = make("div", `gb-reply gb-reply--house${firmness === "firm" ? "" : ` gb-reply--${firmness}`}`)
  const reading = (id, key) => known.get(id)?.readings.find(r => r.key === key)?.text ?? key
  if (firmness === "open") box.append(make("p", "gb-reply__answer", make("span", "gb-badge gb-badge--open", "裁定待ち"), " まだ決まらない"))
  else box.append(make("p", "gb-reply__answer", ...lines.map(line => spoken(line, game)), firmness === "inferred" ? "（推定）" : ""))
  const why = make("p", "gb-reply__head", mark(), " ")
  by.forEach((id, n) => {
    const link = Object.assign(make("a", "", known.get(id)?.title ?? id), { href: new URL(`${game}/${id}/`, root).href })
    why.append(n ? "、" : "", link, `＝${reading(id, choices[id])}`)
  })
  box.append(why)
  if (table.length) {
    const rows = new Map()
    for (const [row, answer] of table) {
      const left = Object.entries(row).filter(([id]) => !by.includes(id) && (firmness === "inferred" || !known.get(id)?.default))
      rows.set(left.map(([id, key]) => reading(id, key)).join(" ／ "), answer)
    }
    box.append(make("dl", "gb-worlds", ...[...rows].map(([when, answer]) =>
      make("div", "", make("dt", "", when), make("dd", "", ...answer.map(line => spoken(line, game)))))))
  }
  return box
}

// The readings of a point: the chosen one is marked, and a tap chooses or takes back.
function mend(section) {
  const { gbPoint: id, gbKey: key } = section.dataset
  const taken = readingOf(id) === key
  const button = section.querySelector("[data-gb-pick]")
  section.classList.toggle("gb-reading--chosen", taken)
  if (!button) return
  button.hidden = false
  button.setAttribute("aria-pressed", taken)
  button.textContent = taken ? "この卓で採っている（外す）" : "この卓で採る"
}

// Below the short answer of a point: what this table has chosen, where this edition knows it.
async function note(box) {
  const turn = box.gbTurn = (box.gbTurn ?? 0) + 1
  const id = box.dataset.gbRuling, key = readingOf(id)
  const told = key ? await points(await gameOf([id])).catch(() => null) : null
  if (turn !== box.gbTurn) return
  const reading = told?.points.find(p => p.id === id)?.readings.find(r => r.key === key)
  box.parentElement.querySelector(".gb-housenote")?.remove()
  if (reading) box.after(make("p", "gb-housenote", mark(), ` ${reading.text}`))
}

async function tally(link) {
  const turn = link.gbTurn = (link.gbTurn ?? 0) + 1
  const many = await count(link.dataset.gbHouse)
  if (turn !== link.gbTurn) return
  const words = many ? `卓の取り決め ${many}点` : "卓の取り決め"
  if (link.textContent !== words) link.textContent = words
  link.classList.toggle("gb-housemark--on", many > 0)
}

export function followAll(within = document) {
  within.querySelectorAll("[data-gb-every]").forEach(follow)
  within.querySelectorAll(".gb-reading[data-gb-point]").forEach(mend)
  within.querySelectorAll(".gb-answer[data-gb-ruling]").forEach(note)
  within.querySelectorAll("a[data-gb-house]").forEach(tally)
}

document.addEventListener("gunbai-house", () => followAll())
document.addEventListener("click", async event => {
  const button = event.target.closest("[data-gb-pick]")
  const section = button?.closest("[data-gb-point]")
  if (section) {
    const { gbPoint: id, gbKey: key } = section.dataset
    const game = document.querySelector("[data-gb-house]")?.dataset.gbHouse
    if (game) choose(game, id, readingOf(id) === key ? null : key)
    return
  }
  const link = event.target.closest("a[data-gb-house]")
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
  if (!Object.keys(chosen(link.dataset.gbHouse)).length) return  // nothing chosen: on to the page where one chooses
  event.preventDefault()
  const { open } = await import("./panel.js")
  open(link.dataset.gbHouse, link)
})
followAll()

// What only some pages need is loaded there.
if (document.querySelector("[data-gb-housepage]")) import("./house-page.js")
if (document.querySelector("[data-gb-sheet]")) import("./event-sheet.js")
if (document.querySelector("[data-gb-tool]")) import("./tool.js")
document.addEventListener("click", async event => {
  const button = event.target.closest("[data-gb-report]")
  if (!button) return
  const { report, reportText } = await import("./report.js")
  report(reportText(button.dataset.gbReport.split("\n"), button.dataset.gbSituation ?? ""), button)
})
