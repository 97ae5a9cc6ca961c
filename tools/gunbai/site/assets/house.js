// House rules (卓の取り決め): the readings that this device's table has chosen. Kept here, shared as a link or as the YAML
// that `gunbai --house` reads. Whoever shows verdicts listens to "gunbai-house" on document.
const KEY = "gunbai.house"
const PLAIN = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const SURPRISING = /^(yes|no|on|off|true|false|null|y|n)$/
let kept = null

// Everything that is kept: {game: {title, choices: {ruling: reading}}}. What cannot be read counts as nothing chosen.
function all() {
  if (kept) return kept
  kept = {}
  try {
    const read = JSON.parse(localStorage.getItem(KEY))
    for (const [game, { title, choices }] of Object.entries(read ?? {})) {
      const good = Object.entries(choices ?? {}).filter(([id, key]) => typeof key === "string" && PLAIN.test(id))
      if (good.length || title) kept[game] = { title: typeof title === "string" ? title : "", choices: Object.fromEntries(good) }
    }
  } catch { kept = {} }
  return kept
}

function keep(game, title, choices) {
  const now = { ...all(), [game]: { title, choices } }
  if (!Object.keys(choices).length && !title) delete now[game]
  kept = now
  let lasting = true
  try { localStorage.setItem(KEY, JSON.stringify(now)) } catch { lasting = false }
  document.dispatchEvent(new CustomEvent("gunbai-house", { detail: { game, choices: { ...choices }, lasting } }))
}

// Another tab has chosen: this one follows.
addEventListener("storage", event => {
  if (event.key !== KEY && event.key !== null) return
  const before = all()
  kept = null
  for (const game of new Set([...Object.keys(before), ...Object.keys(all())]))
    document.dispatchEvent(new CustomEvent("gunbai-house", { detail: { game, choices: chosen(game), lasting: true } }))
})

// The readings chosen in a game: {ruling: reading}.
export const chosen = game => ({ ...all()[game]?.choices })
// What the table or event is called.
export const titleOf = game => all()[game]?.title ?? ""
// The games in which something is chosen.
export const games = () => Object.keys(all()).filter(game => Object.keys(all()[game].choices).length)
// The reading chosen of a ruling of any game (ids are unique), or undefined.
export const readingOf = id => games().map(game => all()[game].choices[id]).find(Boolean)

// Choose a reading; null takes the choice back.
export function choose(game, ruling, key) {
  const choices = chosen(game)
  if (key === null) delete choices[ruling]
  else choices[ruling] = key
  keep(game, titleOf(game), choices)
}

export const entitle = (game, title) => keep(game, title.slice(0, 100), chosen(game))
export const replace = (game, title, choices) => keep(game, title.slice(0, 100), { ...choices })
export const clear = game => keep(game, "", {})

const scalar = text => PLAIN.test(text) && !SURPRISING.test(text) ? text : JSON.stringify(text)

// The choices as the file that `--house` reads.
export function yaml(game, title = titleOf(game)) {
  const rows = Object.entries(chosen(game)).map(([id, key]) => `  ${id}: ${scalar(key)}\n`)
  return `title: ${JSON.stringify(title || "卓の取り決め")}\nchoices:${rows.length ? `\n${rows.join("")}` : " {}\n"}`
}

// The points of a game: {game, title, points: [{id, title, question, topic, url, default, readings: [{key, text, code}]}]}.
const told = new Map()
export function points(game) {
  if (!told.has(game)) {
    told.set(game, fetch(new URL(`house-${encodeURIComponent(game)}.json`, import.meta.url)).then(answer => {
      if (!answer.ok) throw new Error(`${answer.status}`)
      return answer.json()
    }))
    told.get(game).catch(() => told.delete(game))
  }
  return told.get(game)
}

// How many of the choices of a game this edition knows; all, where its points cannot be read.
export async function count(game) {
  const choices = Object.entries(chosen(game))
  if (!choices.length) return 0
  const known = await points(game).then(told => told.points, () => null)
  return choices.filter(([id, key]) => !known || known.some(p => p.id === id && p.readings.some(r => r.key === key))).length
}

// The site's root, from where this file lies (assets/gunbai/house.js).
export const root = new URL("../../", import.meta.url)

// A link that offers these choices to whoever opens it. A promise, as the codes have to be read.
export async function link(game, choices = chosen(game), title = titleOf(game)) {
  const { points: known } = await points(game)
  const codes = known.flatMap(p => p.readings.filter(r => choices[p.id] === r.key).map(r => r.code))
  const place = new URL(`${game}/house/`, root)
  const edition = document.documentElement.dataset.gbEdition
  if (edition) place.searchParams.set("v", edition)
  place.hash = new URLSearchParams({ c: codes.join(""), ...(title ? { t: title } : {}) })
  return place.href
}

// What a link's fragment offers: {title, choices, unknown: how many codes this edition does not know}, or null.
export function offered({ points: known }, fragment) {
  const asked = new URLSearchParams(fragment.replace(/^#/, ""))
  const codes = asked.get("c")
  if (codes === null) return null
  const size = known[0]?.readings[0]?.code.length ?? 5
  const by = new Map(known.flatMap(p => p.readings.map(r => [r.code, [p.id, r.key]])))
  const parts = codes.match(new RegExp(`.{1,${size}}`, "g")) ?? []
  const found = parts.map(code => by.get(code))
  return {
    title: (asked.get("t") ?? "").slice(0, 100), choices: Object.fromEntries(found.filter(Boolean)),
    unknown: found.filter(f => !f).length,
  }
}

// What a verdict becomes under chosen readings. rows are the kernel's: [[{ruling: reading}, [line]]], one for each
// combination of readings that matters. Nothing is computed here: rows that do not fit are left out. A choice that this
// edition does not know (another one's link) counts as none. Returns null where no choice concerns it, else {lines,
// firmness, table, by: the rulings whose choice was used}.
export function settle(rows, choices, defaultOf) {
  const by = [...new Set(rows.flatMap(([row]) => Object.keys(row)))].filter(id => id in choices && rows.some(([row]) => row[id] === choices[id]))
  if (!by.length) return null
  const fits = rows.filter(([row]) => Object.entries(row).every(([id, key]) => !by.includes(id) || choices[id] === key))
  const same = found => new Set(found.map(([, lines]) => lines.join("\n"))).size === 1
  if (!fits.length) return null
  if (same(fits)) return { lines: fits[0][1], firmness: "firm", table: [], by }
  const usual = fits.filter(([row]) => Object.entries(row).every(([id, key]) => by.includes(id) || [undefined, "", key].includes(defaultOf(id))))
  if (same(usual)) return { lines: usual[0][1], firmness: "inferred", table: fits, by }
  return { lines: [], firmness: "open", table: usual, by }
}
