// Statements of the example language from what a form holds.
const WORD = /^[^\s"'()[\]=,;:.!?\\/<>&#]{1,40}$/u

export function valueOf(value) {
  if (value === true) return "True"
  if (value === false) return "False"
  if (value === null) return "None"
  if (typeof value === "number") return String(value)
  if (Array.isArray(value)) return `[${value.map(valueOf).join(", ")}]`
  if (typeof value === "object") return value.ref
  return value.includes('"') ? `'${value}'` : `"${value}"`
}

// ``name = verb(…)``: inputs by place as long as none is left out, then by name.
export function lineOf(row, given, fields) {
  const parts = []
  let placed = true
  for (const field of fields) {
    const value = given[field.name]
    if (value === undefined) {
      placed = false
      continue
    }
    if (placed && field.required) parts.push(valueOf(value))
    else {
      placed = false
      parts.push(`${field.name}=${valueOf(value)}`)
    }
  }
  return `${row.name ? `${row.name} = ` : ""}${row.verb}(${parts.join(", ")})`
}

// Whether what came from an address can stand in a form; what it means is for the engine to say.
export function valid(name, given, fields) {
  if (typeof name !== "string" || name && !WORD.test(name)) return false
  if (Object.prototype.toString.call(given) !== "[object Object]") return false
  const plain = (value, depth) => {
    if (value === null || typeof value === "boolean") return true
    if (typeof value === "number") return Number.isSafeInteger(value)
    if (typeof value === "string") return value.length <= 500 && !/[\n\r]/.test(value)
    if (Array.isArray(value)) return depth < 3 && value.length <= 100 && value.every(v => plain(v, depth + 1))
    return typeof value === "object" && typeof value.ref === "string" && WORD.test(value.ref)
  }
  return Object.entries(given).every(([key, value]) => fields.some(f => f.name === key) && plain(value, 0))
}
