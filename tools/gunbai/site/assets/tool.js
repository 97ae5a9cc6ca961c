// A judge tool: a form over verbs, made from their signatures, that writes a text of the example language and has the
// engine answer it. What is a field, what may stand in it and what is taken by default is in data-gb-tool.
import { chosen } from "./house.js"
import { intend, onprogress, run } from "./engine.js"
import { canShare, copied, share } from "./hand.js"
import { fieldOf, shapeOf } from "./tool-field.js"
import { lineOf, valid } from "./tool-text.js"
import { fillReport } from "./report.js"

const MAX_ROWS = 60
const SEQUENCES = ["一二三四五六七八九十", "甲乙丙丁戊己庚辛壬癸"]

const make = (tag, given, ...inside) => {
  const made = Object.assign(document.createElement(tag), given)
  made.append(...inside)
  return made
}

const home = document.querySelector("[data-gb-tool]")
if (home) start(home, JSON.parse(home.dataset.gbTool))

function start(home, tool) {
  const at = name => home.querySelector(`[data-gb-at="${name}"]`)
  const list = at("rows"), result = at("result"), text = at("text"), bar = at("progress"), told = at("told")
  const asks = verb => tool.words[verb].endsWith("？")
  let rows = [], unused = [], live = false, turn = 0, waiting

  // --- What is bound where -------------------------------------------------------------------------------------------
  // The names that stand before a row, each with what it last meant.
  function before(index) {
    const known = new Map()
    for (const row of rows.slice(0, index)) {
      if (!row.name) continue
      known.delete(row.name)
      known.set(row.name, { name: row.name, gives: tool.verbs[row.verb].gives, words: told_of(row) })
    }
    return [...known.values()]
  }
  const told_of = row => Object.values(row.given).flat().filter(v => ["string", "number"].includes(typeof v) && v !== "").slice(0, 3).join("・")
  const fitting = (index, shape) => before(index).filter(one => one.gives.some(g => shape.states.includes(g)))

  // A row's inputs as they will be written: what always means the last situation is put in here.
  function meant(row, index) {
    const given = { ...row.given }
    for (const field of tool.verbs[row.verb].fields) {
      if (!tool.latest.includes(field.name) || shapeOf(field.kind).list) continue
      const last = fitting(index, shapeOf(field.kind)).at(-1)
      if (last) given[field.name] = { ref: last.name }
      else delete given[field.name]
    }
    return given
  }
  const lines = () => rows.map((row, index) => lineOf(row, meant(row, index), tool.verbs[row.verb].fields))
  const houseLines = () => Object.entries(chosen(tool.game)).filter(([id]) => !unused.includes(id)).map(([id, key]) => `取り決め("${id}", "${key}")`)

  function fresh(verb) {
    const used = new Set(rows.map(r => r.name)), form = tool.verbs[verb]
    const own = tool.start.find(r => r.verb === verb && r.name)?.name
    const latest = form.fields.some(f => tool.latest.includes(f.name) && shapeOf(f.kind).states.some(s => form.gives.includes(s)))
    const last = rows.filter(r => r.name && tool.verbs[r.verb].gives.some(g => form.gives.includes(g))).at(-1)?.name
    if (latest && last && tool.start.filter(r => r.name === last).length !== 1 && !SEQUENCES.some(s => s.includes(last))) return last
    const line = SEQUENCES.find(s => s.includes((own ?? last ?? "")[0] ?? "-"))
    const free = line && [...line].find(name => !used.has(name))
    if (free) return free
    for (let n = 1; ; n++) if (!used.has(`${verb}${n}`)) return `${verb}${n}`
  }

  // --- Adding and taking away ----------------------------------------------------------------------------------------
  function add(verb, given = {}) {
    if (rows.length >= MAX_ROWS) return tell("これより多くは並べられない。")
    const row = { verb, name: asks(verb) ? "" : fresh(verb), given: { ...given } }
    const place = asks(verb) ? rows.length : rows.findLastIndex(r => r.name) + 1
    rows.splice(place, 0, row)
    const sample = tool.start.find(r => r.verb === verb)?.given ?? {}
    for (const field of tool.verbs[verb].fields) {
      if (field.name in row.given || tool.latest.includes(field.name)) continue
      const shape = shapeOf(field.kind), fits = fitting(place, shape)
      if (!field.required && !(field.name in sample)) continue
      if (shape.states.length && fits.length && !shape.list) row.given[field.name] = { ref: fits.at(-1).name }
      else if (field.name in sample && !shape.states.length) row.given[field.name] = structuredClone(sample[field.name])
      else if (shape.states.length && shape.list && field.required) row.given[field.name] = fits.map(f => ({ ref: f.name }))
    }
    draw(place)
    changed(true)
  }

  function remove(index) {
    rows.splice(index, 1)
    for (const [n, row] of rows.entries()) {
      for (const field of tool.verbs[row.verb].fields) {
        const shape = shapeOf(field.kind), fits = fitting(n, shape), names = fits.map(f => f.name)
        const gone = value => value?.ref !== undefined && !names.includes(value.ref)
        const value = row.given[field.name]
        if (Array.isArray(value)) row.given[field.name] = value.filter(v => !gone(v))
        else if (gone(value)) {
          if (fits.length) row.given[field.name] = { ref: fits.at(-1).name }
          else delete row.given[field.name]
        }
      }
    }
    draw()
    changed(true)
    list.children[Math.min(index, rows.length - 1)]?.querySelector("summary, button")?.focus()
  }

  function move(index, by) {
    const [row] = rows.splice(index, 1)
    rows.splice(index + by, 0, row)
    draw()
    const inside = list.children[index + by].querySelector("details")
    if (inside) inside.open = true
    changed(true)
    list.children[index + by].querySelector(`[data-gb-by="${by}"]:not(:disabled), summary, .gb-row__off`)?.focus()
  }

  function movers(index) {
    return make("p", { className: "gb-row__move" }, ...[[-1, "↑ 前へ"], [1, "↓ 後へ"]].map(([by, words]) => {
      const button = make("button", { type: "button", className: "gb-tap", textContent: words, disabled: !rows[index + by] })
      button.dataset.gbBy = by
      button.addEventListener("click", () => move(index, by))
      return button
    }))
  }

  // --- The form ------------------------------------------------------------------------------------------------------
  function draw(focused = -1) {
    list.replaceChildren(...rows.map((row, index) => {
      const form = tool.verbs[row.verb]
      const shown = form.fields.filter(f => !tool.latest.includes(f.name) || shapeOf(f.kind).list)
      const first = shown.filter(f => f.required || f.name in row.given), others = shown.filter(f => !first.includes(f))
      const gist = make("span", { className: "gb-row__gist" })
      const sum = () => { gist.textContent = shown.filter(f => f.name in row.given).map(f => words_of(row.given[f.name])).filter(Boolean).join("・") }
      const mine = () => {
        sum()
        changed(false)
      }
      const field = f => fieldOf(f, { game: tool.game, given: row.given, names: fitting(index, shapeOf(f.kind)), changed: mine })
      const off = make("button", { type: "button", className: "gb-row__off", textContent: "×" })
      off.setAttribute("aria-label", `「${tool.words[row.verb]}」を外す`)
      off.addEventListener("click", () => remove(index))
      sum()
      const box = make("div", { className: `gb-row${row.name ? "" : " gb-row--asks"}` })
      const head = [...row.name ? [make("b", { className: "gb-row__name", textContent: row.name })] : [], make("span", { textContent: tool.words[row.verb] }), " ", gist]
      if (!shown.length) {
        box.append(make("p", { className: "gb-row__head" }, ...head), off)
        return box
      }
      const lacks = first.some(f => f.required && [undefined, ""].includes(row.given[f.name]))
      const inside = make("details", { className: "gb-row__fields", open: rows.length < 3 || lacks || index === focused && !tool.tap[row.verb] },
        make("summary", {}, ...head), ...first.map(field))
      if (others.length) inside.append(make("details", { className: "gb-row__more" }, make("summary", { textContent: "ほかの項目" }), ...others.map(field)))
      if (rows.length > 1) inside.append(movers(index))
      box.append(inside, off)
      return box
    }))
    if (focused >= 0 && !tool.tap[rows[focused].verb]) list.children[focused]?.querySelector("summary")?.focus()
  }
  const words_of = value => {
    if (Array.isArray(value)) return value.map(words_of).join("、")
    if (value === true || value === false) return value ? "はい" : "いいえ"
    return value === null ? "" : String(value?.ref ?? value)
  }

  function drawAdds() {
    for (const [name, wanted] of [["adds", false], ["asks", true]]) {
      at(name).replaceChildren(...Object.keys(tool.words).filter(v => asks(v) === wanted).flatMap(verb => {
        const label = tool.words[verb], field = tool.verbs[verb].fields.find(f => f.name === tool.tap[verb])
        const button = make("button", { type: "button", className: "gb-tap", textContent: wanted ? label : `＋ ${label}` })
        button.addEventListener("click", () => add(verb))
        if (!field?.offers?.length) return [button]
        const taps = field.offers.map(value => {
          const tap = make("button", { type: "button", className: "gb-tap", textContent: value })
          tap.addEventListener("click", () => add(verb, { [field.name]: value }))
          return tap
        })
        const group = make("div", { className: "gb-taps", role: "group" }, make("span", { className: "gb-field__name", textContent: `${label}：` }), ...taps, button)
        group.setAttribute("aria-label", label)
        button.textContent = "＋ ほか"
        return [group]
      }))
    }
  }

  // --- Address -------------------------------------------------------------------------------------------------------
  const written = () => `#s=${encodeURIComponent(JSON.stringify(rows.map(r => [r.verb, r.name, r.given])))}`

  function read() {
    const found = /^#s=(.+)$/.exec(location.hash)
    tell("")
    if (!found) return structuredClone(tool.start)
    try {
      const read = JSON.parse(decodeURIComponent(found[1]))
      if (!Array.isArray(read) || read.length > MAX_ROWS) throw new Error("rows")
      return read.map(([verb, name, given]) => {
        if (!Object.hasOwn(tool.verbs, verb) || !valid(name, given, tool.verbs[verb].fields)) throw new Error("row")
        return { verb, name, given }
      })
    } catch {
      tell("このリンクの状況は読めない。はじめの状況を示す。")
      return structuredClone(tool.start)
    }
  }

  function tell(words) { told.textContent = words }

  function changed(step) {
    text.textContent = [...houseLines(), ...lines()].join("\n")
    const address = location.pathname + location.search + written()
    if (step) history.pushState(null, "", address)
    else history.replaceState(null, "", address)
    result.classList.add("gb-result--old")
    if (!live) return
    clearTimeout(waiting)
    waiting = setTimeout(answer, 250)
  }

  // --- Answer --------------------------------------------------------------------------------------------------------
  async function answer() {
    const mine = ++turn, house = chosen(tool.game), asked = lines().join("\n")
    home.setAttribute("aria-busy", "true")
    bar.hidden = live
    const got = await run({ game: tool.game, text: asked, house })
    const many = Object.keys(house).length - got.unused.length
    const plain = many && !got.missing && got.html ? await run({ game: tool.game, text: asked, house: {} }) : null
    if (mine !== turn) return
    home.removeAttribute("aria-busy")
    bar.hidden = true
    live = !!got.html
    result.classList.remove("gb-result--old")
    if (got.html) unused = got.unused // what is copied must be of this edition
    text.textContent = [...houseLines(), ...lines()].join("\n")
    const head = []
    if (many && got.html) {
      const mark = make("p", { className: "gb-result__house" }, make("span", { className: "gb-badge gb-badge--house", textContent: "卓の取り決めによる" }),
        plain && plain.answer === got.answer ? ` ${many}点の取り決めに従った。取り決めが無くても、終わりの答えは同じ。` : ` ${many}点の取り決めに従った。`)
      head.push(mark)
    }
    if (got.html && rows.every(r => r.name)) head.push(make("p", { textContent: "状況はできた。「尋ねる」から、知りたいことを選ぶ。" }))
    if (got.error && !got.html) head.push(make("p", { className: "gb-banner", textContent: got.error }))
    result.replaceChildren(...head)
    if (got.html) {
      const shown = make("div", { className: "gb-result__statements" })
      shown.innerHTML = got.html // the engine's renderer has escaped what was written, as for the static pages
      result.append(shown, await decided(got.verdict))
    }
    if (plain?.html && plain.answer !== got.answer) {
      const usual = make("div", {})
      usual.innerHTML = plain.html
      result.append(make("details", { className: "gb-more" }, make("summary", { textContent: "取り決めが無いとき" }), usual))
    }
    if (got.unused.length) result.append(make("p", { className: "gb-note", textContent: `この版に無い取り決めは使っていない：${got.unused.join("、")}` }))
  }

  // The rulings that decided the last answer, each with its badge.
  let badges
  async function decided(verdict) {
    if (!verdict?.rulings.length) return ""
    badges ??= fetch(new URL(`rulings-${tool.game}.json`, import.meta.url)).then(a => a.json()).catch(() => ({}))
    const known = await badges
    return make("div", { className: "gb-result__by" }, make("p", { className: "gb-field__name", textContent: "終わりの答えの決め手" }),
      make("ul", { className: "gb-see" }, ...verdict.rulings.filter(id => known[id]).map(id => {
        const [title, badge, look, place] = known[id]
        return make("li", {}, make("a", { href: new URL(`../../${place}`, import.meta.url).href, textContent: title }), " ",
          make("span", { className: `gb-badge gb-badge--${look}`, textContent: badge }))
      })))
  }

  onprogress((part, words) => {
    bar.firstElementChild.value = part
    bar.lastElementChild.textContent = words
  })
  const interest = () => intend(tool.game)
  for (const type of ["focusin", "pointerdown"]) home.addEventListener(type, interest, { once: true })
  at("run").addEventListener("click", answer)
  at("copy").addEventListener("click", event => copied(event.currentTarget, text.textContent))
  at("link").addEventListener("click", event => copied(event.currentTarget, address()))
  at("share").hidden = !canShare()
  at("share").addEventListener("click", event => share(event.currentTarget, { title: tool.title, text: tool.title, url: address() }))
  at("reset").addEventListener("click", () => {
    rows = structuredClone(tool.start)
    draw()
    changed(true)
  })
  const address = () => {
    const link = new URL(location.pathname + location.search + written(), location)
    const edition = document.documentElement.dataset.gbEdition
    if (edition) link.searchParams.set("v", edition)
    return link.href
  }
  home.addEventListener("keydown", event => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return
    event.preventDefault()
    answer()
  })
  function show() {
    rows = read()
    draw()
    text.textContent = [...houseLines(), ...lines()].join("\n")
    const usual = JSON.stringify(rows) === JSON.stringify(tool.start)
    result.classList.toggle("gb-result--old", !usual || live)
    if (live) answer()
  }
  addEventListener("popstate", show)
  document.addEventListener("gunbai-house", event => {
    if (event.detail.game !== tool.game) return
    text.textContent = [...houseLines(), ...lines()].join("\n")
    if (live) answer()
  })
  fillReport(home, () => text.textContent)
  drawAdds()
  show()
  at("form").hidden = false
  home.dataset.gbReady = "" // what lies below the form has been waiting for its place
}
