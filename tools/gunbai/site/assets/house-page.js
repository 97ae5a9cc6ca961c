// The page on which a table chooses its readings: buttons, link, YAML out and in.
import { chosen, choose, clear, entitle, link, offered, points, replace, titleOf, yaml } from "./house.js"
import { canShare, copied, save, share } from "./hand.js"
import { readChoices } from "./house-yaml.js"

const home = document.querySelector("[data-gb-housepage]")
if (home) page(home, home.dataset.gbHousepage)

function page(home, game) {
  const title = home.querySelector("[data-gb-title]"), told = home.querySelector("[data-gb-count]")
  const text = home.querySelector("[data-gb-text]"), wrong = home.querySelector("[data-gb-wrong]")
  const offer = home.querySelector("[data-gb-offer]"), points_ = [...document.querySelectorAll("[data-gb-choice]")]
  let shown = "all"

  function fill() {
    const choices = chosen(game), many = Object.keys(choices).length
    for (const point of points_) {
      const key = choices[point.dataset.gbChoice]
      for (const button of point.querySelectorAll("[data-gb-key]")) button.setAttribute("aria-pressed", button.dataset.gbKey === key)
      point.hidden = !(shown === "all" || shown === point.dataset.gbCertainty || shown === "chosen" && key !== undefined)
    }
    for (const topic of document.querySelectorAll(".gb-house__topic")) {
      const empty = !topic.querySelector("[data-gb-choice]:not([hidden])")
      topic.hidden = empty
      const heading = topic.previousElementSibling
      if (heading?.matches("h2")) heading.hidden = empty
    }
    const known = points_.filter(p => choices[p.dataset.gbChoice] !== undefined).length
    told.textContent = many ? `${points_.length}点のうち${known}点を選んだ。${many > known ? `ほかに、この版に無い点が${many - known}ある。` : ""}` : "まだ何も選んでいない。"
    if (document.activeElement !== title) title.value = titleOf(game)
  }

  function problems(list) {
    wrong.replaceChildren(...list.map(words => Object.assign(document.createElement("li"), { textContent: words })))
  }

  const take = ({ title, choices }) => {
    replace(game, title, choices)
    problems([])
  }

  async function read(words) {
    const known = await points(game).catch(() => null)
    if (!known) return problems(["このゲームの点の一覧を読めなかった。つながっているかを確かめて、もう一度。"])
    const address = /^https?:\/\/\S+$/.exec(words.trim())
    if (address) {
      const url = new URL(address[0])
      const found = offered(known, url.hash)
      if (!found) return problems(["このリンクに取り決めは入っていない（#c=… が無い）。"])
      if (!url.pathname.endsWith(`/${game}/house/`)) return problems([`これは${known.title}の取り決めのリンクではない。`])
      propose(known, found)
      return problems([])
    }
    const { house, wrong: list } = await readChoices(words, known)
    if (house) {
      take(house)
      text.value = ""
    } else problems(list)
  }

  function propose(known, found) {
    const now = chosen(game), many = Object.keys(found.choices).length
    const rows = Object.entries(found.choices).map(([id, key]) => {
      const point = known.points.find(p => p.id === id), row = document.createElement("li")
      row.append(`${point.title}：${point.readings.find(r => r.key === key).text}`)
      if (now[id] !== undefined && now[id] !== key) row.append("（今の選び方と違う）")
      return row
    })
    const made = (tag, given, ...inside) => {
      const one = Object.assign(document.createElement(tag), given)
      one.append(...inside)
      return one
    }
    const done = () => {
      offer.hidden = true
      history.replaceState(null, "", location.pathname + location.search)
    }
    const yes = made("button", { type: "button", className: "gb-copy gb-copy--main", textContent: "この取り決めにする" })
    const no = made("button", { type: "button", className: "gb-copy", textContent: "使わない" })
    yes.addEventListener("click", () => { take(found); done(); told.focus?.() })
    no.addEventListener("click", done)
    offer.replaceChildren(
      made("p", {}, made("b", { textContent: found.title || "卓の取り決め" }), `：${many}点の取り決めが届いた。`,
        ...Object.keys(now).length ? ["今この端末にある取り決めと入れ替わる。"] : [],
        ...found.unknown ? [`ほかに、この版が知らない選択が${found.unknown}ある（別の版で作られたリンク）。`] : []),
      made("details", { className: "gb-more" }, made("summary", { textContent: "中身を見る" }), made("ul", {}, ...rows)),
      made("p", { className: "gb-panel__ways" }, ...many ? [yes] : [], no))
    offer.hidden = false
    yes.focus()
  }

  const acts = {
    link: async at => copied(at, await link(game)),
    share: async at => share(at, { title: titleOf(game) || "卓の取り決め", text: document.title, url: await link(game) }),
    copy: at => copied(at, yaml(game)),
    save: () => save(`${game}-house.yaml`, yaml(game), "text/yaml"),
    clear: () => clear(game),
    read: () => read(text.value),
  }
  document.addEventListener("click", event => {
    const button = event.target.closest("button")
    if (!button) return
    const { gbDo, gbKey, gbShow, gbReady } = button.dataset
    if (gbDo) acts[gbDo](button)
    else if (gbShow) {
      shown = gbShow
      for (const one of home.querySelectorAll("[data-gb-show]")) one.setAttribute("aria-pressed", one === button)
      fill()
    } else if (gbReady) take(JSON.parse(gbReady))
    else if (gbKey && button.closest("[data-gb-choice]"))
      choose(game, button.closest("[data-gb-choice]").dataset.gbChoice, button.getAttribute("aria-pressed") === "true" ? null : gbKey)
  })
  home.querySelector("[data-gb-file]").addEventListener("change", async event => {
    const file = event.target.files[0]
    event.target.value = ""
    if (!file) return
    if (file.size > 200_000) return problems(["大きすぎるファイル。取り決めのファイルではない。"])
    read(await file.text())
  })
  title.addEventListener("input", () => entitle(game, title.value))
  document.addEventListener("gunbai-house", event => {
    fill()
    if (!event.detail.lasting) told.append("この端末には残せない（閉じると消える）。リンクか YAML で持ち出すとよい。")
  })
  home.querySelector('[data-gb-do="share"]').hidden = !canShare()
  async function linked() {
    if (!/[#&]c=/.test(location.hash)) return
    const known = await points(game).catch(() => null)
    const found = known && offered(known, location.hash)
    if (found) propose(known, found)
  }
  addEventListener("hashchange", linked)
  fill()
  linked()
}
