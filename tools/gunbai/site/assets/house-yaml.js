// Reads the YAML of house rules in the browser: the form of `gunbai --house`, with what is wrong in words.
const KEYS = ["title", "choices", "sample"]
const MAX = 200_000

// {house: {title, choices}} or {wrong: [text]}; known are the points of the game.
export async function readChoices(text, known) {
  if (!text.trim()) return { wrong: ["中身が無い。"] }
  if (text.length > MAX) return { wrong: ["長すぎる。取り決めのファイルではない。"] }
  const { load, FAILSAFE_SCHEMA } = await import("./js-yaml.js")
  let data
  try {
    data = load(text, { schema: FAILSAFE_SCHEMA, maxAliases: 0, maxDepth: 10 })
  } catch (error) {
    const line = error.mark?.line
    return { wrong: [`${Number.isInteger(line) ? `${line + 1}行目が` : ""}YAML として読めない: ${error.reason ?? error.message}`] }
  }
  if (Object.prototype.toString.call(data) !== "[object Object]") return { wrong: ["「title:」と「choices:」のある形で書く。"] }
  const wrong = []
  const at = word => {
    const n = text.split("\n").findIndex(line => line.trimStart().replace(/^["']/, "").startsWith(word))
    return n < 0 ? "" : `${n + 1}行目: `
  }
  for (const key of Object.keys(data)) if (!KEYS.includes(key)) wrong.push(`${at(key)}「${key}」という項目は無い（${KEYS.join("、")}）。`)
  const { title, choices } = data
  if (typeof title !== "string" || !title.trim()) wrong.push("「title:」に卓や大会の名前を書く。")
  if (Object.prototype.toString.call(choices) !== "[object Object]") {
    wrong.push("「choices:」に「裁定の番号: 解釈の鍵」を並べる。")
    return { wrong }
  }
  const points = new Map(known.points.map(p => [p.id, p]))
  for (const [id, key] of Object.entries(choices)) {
    const point = points.get(id)
    if (!point) wrong.push(`${at(id)}「${id}」は、${known.title}の解釈を選べる裁定ではない${nearest(id, [...points.keys()])}。`)
    else if (!point.readings.some(r => r.key === key))
      wrong.push(`${at(id)}「${id}」に解釈「${String(key)}」は無い（${point.readings.map(r => r.key).join("、")}）。`)
  }
  return wrong.length ? { wrong } : { house: { title: title.slice(0, 100), choices: { ...choices } } }
}

// The known id that shares most pairs of letters with one that is not known.
function nearest(id, ids) {
  const pairs = text => new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)))
  const asked = pairs(id)
  let best = "", most = 0.6
  for (const other of ids) {
    const found = pairs(other), share = 2 * [...asked].filter(p => found.has(p)).length / (asked.size + found.size || 1)
    if (share > most) [best, most] = [other, share]
  }
  return best ? `（「${best}」のことか）` : ""
}
