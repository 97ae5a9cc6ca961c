// The small panel with what this table has chosen, over any page of the game.
import { chosen, choose, clear, link, points, root, titleOf } from "./house.js"
import { copied } from "./hand.js"

const make = (tag, given, ...inside) => {
  const made = Object.assign(document.createElement(tag), given)
  made.append(...inside)
  return made
}
const button = (text, act, className = "gb-copy") => {
  const made = make("button", { type: "button", className, textContent: text })
  made.addEventListener("click", () => act(made))
  return made
}

export async function open(game, from) {
  const dialog = make("dialog", { className: "gb-panel md-typeset" })
  dialog.setAttribute("aria-labelledby", "gb-panel-title")
  const { title, points: known } = await points(game).catch(() => ({ title: game, points: [] }))
  const fill = () => {
    const choices = chosen(game)
    const rows = Object.entries(choices).map(([id, key]) => {
      const point = known.find(p => p.id === id), reading = point?.readings.find(r => r.key === key)
      const off = button("外す", () => choose(game, id, null))
      off.setAttribute("aria-label", `「${point?.title ?? id}」の取り決めを外す`)
      return make("li", {}, make("div", {},
        make("a", { href: new URL(point?.url ?? `${game}/${id}/`, root).href, textContent: point?.title ?? id }),
        make("p", { textContent: reading?.text ?? `${key}（この版には無い解釈）` })), off)
    })
    dialog.replaceChildren(
      make("h2", { id: "gb-panel-title", textContent: titleOf(game) || `${title}の卓の取り決め` }),
      rows.length ? make("ul", { className: "gb-panel__rows" }, ...rows) : make("p", { textContent: "何も選ばれていない。判定は出典と既定の解釈に従う。" }),
      make("p", { className: "gb-panel__ways" },
        make("a", { className: "gb-copy", href: new URL(`${game}/house/`, root).href, textContent: "選ぶ・直す" }),
        button("リンクを写す", async at => copied(at, await link(game))),
        make("a", { className: "gb-copy", href: new URL(`event-sheet/#g=${game}`, root).href, textContent: "掲示用の紙" }),
        ...rows.length ? [button("すべて外す", () => clear(game))] : [],
        button("閉じる", () => dialog.close(), "gb-copy gb-copy--main")))
  }
  const refill = () => {
    fill()
    dialog.querySelector("button")?.focus()
  }
  fill()
  document.addEventListener("gunbai-house", refill)
  dialog.addEventListener("close", () => {
    document.removeEventListener("gunbai-house", refill)
    dialog.remove()
    from?.focus()
  })
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close() })
  document.body.append(dialog)
  dialog.showModal()
}
