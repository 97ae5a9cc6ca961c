// A prefilled report: what is wrong, where, under which edition and house rules. Made on the device, for copying.
import { chosen, games, titleOf } from "./house.js"
import { canShare, copied, share } from "./hand.js"

const LINE = "――――――――"

// The text of a report. about: lines on what it is about; situation: statements, where there are some.
export function reportText(about, situation = "") {
  const edition = document.documentElement.dataset.gbEdition
  const rules = games().flatMap(game => [
    `卓の取り決め（${game}${titleOf(game) ? `、${titleOf(game)}` : ""}）:`,
    ...Object.entries(chosen(game)).map(([id, key]) => `  取り決め("${id}", "${key}")`)])
  return [
    "気づいたこと: ", "正しいと思うこと、その出典: ", "", LINE, ...about, `ページ: ${location.href}`,
    `裁定集の版: ${edition ?? "不明"}`, ...situation ? ["状況:", ...situation.split("\n").map(line => `  >>> ${line}`)] : [],
    ...rules,
  ].join("\n")
}

// The dialog with a report that can be changed, copied and handed on.
export function report(text, from) {
  const dialog = Object.assign(document.createElement("dialog"), { className: "gb-panel md-typeset" })
  const make = (tag, given) => Object.assign(document.createElement(tag), given)
  const field = make("textarea", { value: text, rows: 14, className: "gb-report__text", spellcheck: false })
  field.setAttribute("aria-label", "知らせの下書き")
  const copy = make("button", { type: "button", className: "gb-copy gb-copy--main", textContent: "写す" })
  copy.addEventListener("click", () => copied(copy, field.value))
  const hand = make("button", { type: "button", className: "gb-copy", textContent: "渡す", hidden: !canShare() })
  hand.addEventListener("click", () => share(hand, { title: "軍配への知らせ", text: field.value }))
  const close = make("button", { type: "button", className: "gb-copy", textContent: "閉じる" })
  close.addEventListener("click", () => dialog.close())
  const ways = make("p", { className: "gb-panel__ways" })
  ways.append(copy, hand, close)
  const title = make("h2", { id: "gb-report-title", textContent: "誤りや疑問を知らせる" })
  dialog.setAttribute("aria-labelledby", title.id)
  const box = make("div", { className: "gb-field" })
  box.append(field)
  dialog.append(title, make("p", { className: "gb-note", textContent: "下書きはこの端末で作られ、どこにも送られない。写して、裁定集の管理者やジャッジに渡す。" }), box, ways)
  dialog.addEventListener("close", () => {
    dialog.remove()
    from?.focus()
  })
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close() })
  document.body.append(dialog)
  dialog.showModal()
  field.setSelectionRange(8, 8)
  field.focus()
}

// The button "report" inside home opens a report on the situation there.
export function fillReport(home, situation) {
  home.querySelector("[data-gb-report-tool]")?.addEventListener("click", event => {
    report(reportText([`判定の道具: ${document.title}`], situation()), event.currentTarget)
  })
}
