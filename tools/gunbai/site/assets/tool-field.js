// One input of a verb as something to tap or type into, by its kind.
import { completed } from "./complete.js"

const FEW = 12

const make = (tag, given, ...inside) => {
  const made = Object.assign(document.createElement(tag), given)
  made.append(...inside)
  return made
}

// What may stand in an input: of a list, what may stand in its places.
export function shapeOf(kind) {
  const shape = { list: false, none: false, states: [], choices: [], text: false, number: null, flag: false }
  const walk = one => {
    if (one.is === "any") one.of.forEach(walk)
    else if (one.is === "list") {
      shape.list = true
      walk(one.of)
    } else if (one.is === "state") shape.states.push(one.of)
    else if (one.is === "choice") shape.choices.push(...one.of)
    else if (one.is === "number") shape.number = one.least ?? -Infinity
    else shape[one.is] = true
  }
  walk(kind)
  return shape
}

let count = 0

// given is the row's object: its property is set here, and taken away where the default is meant.
export function fieldOf(field, { game, given, names, changed }) {
  const shape = shapeOf(field.kind), id = `gb-field-${++count}`
  const box = make("div", { className: "gb-field", role: "group" })
  box.setAttribute("aria-labelledby", `${id}-name`)
  let opened = false
  const set = value => {
    if (value === undefined) delete given[field.name]
    else given[field.name] = value
    fill()
    changed()
  }
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)
  const items = () => given[field.name] ?? []
  const taken = value => !shape.list && same(given[field.name], value)
  const put = value => shape.list ? set([...items(), value]) : set(taken(value) && !field.required ? undefined : value)

  function chip(words, value) {
    const button = make("button", { type: "button", className: "gb-tap", textContent: words })
    if (!shape.list) button.setAttribute("aria-pressed", taken(value))
    else button.textContent = `＋ ${words}`
    button.addEventListener("click", () => {
      const at = [...box.querySelectorAll("button")].indexOf(button)
      put(value)
      const again = box.querySelectorAll("button")
      if (!shape.list) again[at]?.focus()
      else [...again].find(b => b.textContent === `＋ ${words}`)?.focus()
    })
    return button
  }

  function fill() {
    const chips = []
    for (const one of names) chips.push(chip(one.words ? `${one.name}（${one.words}）` : one.name, { ref: one.name }))
    for (const choice of shape.choices) chips.push(chip(choice === "" ? "（なし）" : String(choice), choice))
    if (shape.flag) chips.push(chip("はい", true), chip("いいえ", false))
    const offers = field.offers ?? [], few = shape.text && offers.length && offers.length <= FEW
    if (few) for (const offer of offers) if (!shape.choices.includes(offer)) chips.push(chip(offer, number(offer)))
    const parts = [make("span", { id: `${id}-name`, className: "gb-field__name" }, field.name, ...hint())]
    if (shape.list && items().length) parts.push(tokens())
    if (chips.length) parts.push(make("div", { className: "gb-chips" }, ...chips))
    if (shape.text || shape.number !== null && shape.list) {
      const field_ = typed(few, offers), value = given[field.name]
      const own = !shape.list && typeof value !== "object" && value !== undefined && value !== "" && !(few && offers.includes(String(value)))
      if (chips.length && !own && !opened) {
        const more = make("button", { type: "button", className: "gb-tap", textContent: "ほかを書く…" })
        more.addEventListener("click", () => {
          opened = true
          more.remove()
          box.append(field_)
          field_.querySelector("input").focus()
        })
        parts.at(-1).append(more)
      } else parts.push(field_)
    }
    else if (shape.number !== null) parts.push(stepper())
    box.replaceChildren(...parts)
  }

  const hint = () => field.hint ? [make("small", { textContent: ` ${field.hint}` })] : []
  const number = text => shape.number !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : text

  function tokens() {
    return make("div", { className: "gb-tokens" }, ...items().map((value, place) => {
      const words = value?.ref ?? String(value)
      const token = make("button", { type: "button", className: "gb-token", textContent: `${words} ×` })
      token.setAttribute("aria-label", `${words}を外す`)
      token.addEventListener("click", () => {
        const left = items().filter((_, n) => n !== place)
        set(left.length || field.required ? left : undefined)
        box.querySelector(".gb-token, .gb-tap, input")?.focus()
      })
      return token
    }))
  }

  function typed(few, offers) {
    const value = given[field.name]
    const shown = shape.list ? "" : typeof value === "string" || typeof value === "number" ? String(value) : ""
    const input = make("input", { type: "text", value: shown, autocomplete: "off", spellcheck: false, enterKeyHint: "done",
      placeholder: shape.list ? "書いて加える" : few || names.length ? "ほかを書く" : "" })
    input.autocapitalize = "off"
    input.setAttribute("aria-labelledby", `${id}-name`)
    const take = text => {
      const clean = text.trim()
      if (shape.list) {
        if (!clean) return
        put(number(clean))
        box.querySelector("input")?.focus()
        return
      }
      if (clean || field.required) given[field.name] = number(clean)
      else delete given[field.name]
      for (const button of box.querySelectorAll(".gb-chips [aria-pressed]")) button.setAttribute("aria-pressed", button.textContent === clean)
      changed()
    }
    if (!shape.list) input.addEventListener("input", () => take(input.value))
    return completed(input, { game, offers, take, whole: shape.list, search: shape.text })
  }

  function stepper() {
    const value = given[field.name]
    const input = make("input", { type: "text", inputMode: "numeric", value: value ?? "", placeholder: field.default ?? "" })
    input.setAttribute("aria-labelledby", `${id}-name`)
    input.className = "gb-number"
    const take = text => {
      const read = text.normalize("NFKC").trim()
      if (!read && !field.required) delete given[field.name]
      else given[field.name] = /^-?\d{1,9}$/.test(read) ? Number(read) : read
      changed()
    }
    input.addEventListener("input", () => take(input.value))
    const step = by => {
      const now = Number.isInteger(given[field.name]) ? given[field.name] : Number(field.default ?? 0)
      const next = Math.max(shape.number, now + by * (Math.abs(now) >= 100 ? 100 : 1))
      input.value = next
      take(String(next))
    }
    const button = (words, name, by) => {
      const made = make("button", { type: "button", className: "gb-tap gb-step", textContent: words })
      made.setAttribute("aria-label", `${field.name}を${name}`)
      made.addEventListener("click", () => step(by))
      return made
    }
    return make("div", { className: "gb-stepper" }, button("−", "減らす", -1), input, button("＋", "増やす", 1))
  }

  fill()
  return box
}
