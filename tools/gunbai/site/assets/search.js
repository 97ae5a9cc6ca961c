// The search page, and what the theme's search box lacks: Ctrl-K, no half-typed words of an IME, results told aloud.
const gbConfig = JSON.parse(document.querySelector("#__config")?.textContent ?? "{}")
const gbAt = place => gbPage(new URL(place, new URL(gbConfig.base ? `${gbConfig.base}/` : "./", location))).href

// --- Pages that are opened as files: no server adds index.html, no worker may start, nothing can be fetched ---------
const gbAsFile = location.protocol === "file:"

function gbPage(address) {
  if (gbAsFile && address.pathname.endsWith("/")) address.pathname += "index.html"
  return address
}

if (gbAsFile) {
  document.addEventListener("click", event => {
    const link = event.target.closest?.("a[href]")
    if (link?.protocol === "file:") link.href = gbPage(new URL(link.href)).href
    // The theme's box waits for a worker, so what opens it leads to the search page instead.
    if (!event.target.closest?.("[data-gb-search], label[for=__search]")) return
    event.preventDefault()
    event.stopImmediatePropagation()
    location.assign(gbAt("search/"))
  }, true)
}

// What asks the index: a worker; on a page that is opened as a file the same script, in the page, with all files at once.
function gbSearcher(address) {
  if (!gbAsFile) return new Worker(address)
  let heard, files
  const waiting = [], searcher = { postMessage: data => files ? heard({ data }) : waiting.push(data) }
  const run = (src, then = () => {}) => document.head.append(Object.assign(document.createElement("script"), {
    src, onload: then, onerror: () => searcher.onerror?.(),
  }))
  const bytes = text => Uint8Array.from(atob(text), char => char.charCodeAt(0))
  window.gbSearchFiles = found => { files = found }
  window.gbSearchHost = {
    location: address.href,
    addEventListener: (_, listener) => { heard = listener },
    postMessage: data => searcher.onmessage?.({ data }),
    handed: async name => new Response(name.endsWith(".json") ? files[name] : bytes(files[name])),
    ready: index => index.asFile ? run(new URL(index.at + index.asFile, address).href, () => waiting.forEach(data => heard({ data })))
      : searcher.onerror?.(),
  }
  run(address.href)
  return searcher
}

// --- The box in the header ------------------------------------------------------------------------------------------
{
  const input = document.querySelector(".md-search__input")
  const told = document.querySelector(".md-search-result__meta")
  told?.setAttribute("role", "status")
  told?.setAttribute("aria-live", "polite")
  // While an IME composes, the theme must not see the keys; when it is done, the theme is told once.
  for (const type of ["keyup", "keydown"]) {
    window.addEventListener(type, event => {
      if ((event.isComposing || event.keyCode === 229) && event.target === input) event.stopImmediatePropagation()
    }, true)
  }
  // The theme listens to keys alone, and what is pasted, dictated or put in by a program comes without any.
  input?.addEventListener("input", event => {
    if (!event.isComposing) input.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }))
  })
  input?.addEventListener("compositionend", () => setTimeout(() => input.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }))))
}

document.addEventListener("keydown", event => {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  event.preventDefault()
  const page = document.querySelector(".gb-finder__input")
  if (page) return page.focus()
  if (gbAsFile) return location.assign(gbAt("search/"))
  const toggle = document.querySelector("#__search")
  if (toggle && !toggle.checked) toggle.click()
  document.querySelector(".md-search__input")?.focus()
})

// --- The search page ------------------------------------------------------------------------------------------------
{
  const home = document.querySelector("[data-gb-finder]")
  if (home) gbFinder(home)
}

function gbFinder(home) {
  const input = home.querySelector(".gb-finder__input"), hits = home.querySelector("[data-gb-hits]")
  const told = home.querySelector("[data-gb-told]"), lost = home.querySelector("[data-gb-lost]")
  const last = home.querySelector("[data-gb-last]"), cards = home.querySelector("[data-gb-cards]")
  const KEY = "gunbai.searches", STEP = 12
  let worker, limit = STEP, composing = false, fresh = false, wantsFirst = false

  const cannot = () => {
    tell(gbAsFile ? "この索引は、ファイルとして開いたページでは読めない。gunbai serve か、公開されたサイトで開く。"
      : "検索を始められなかった。ページを読み直すと直ることがある。")
    input.disabled = gbAsFile
  }
  worker = gbSearcher(new URL(gbConfig.search, location))
  worker.onmessage = ({ data }) => data.type === 3 && show(data.data)
  worker.onerror = cannot

  function tell(text) { told.textContent = text }

  const kept = () => { try { return JSON.parse(localStorage.getItem(KEY)) ?? [] } catch { return [] } }
  function keep() {
    const q = input.value.trim()
    if (!q) return
    try { localStorage.setItem(KEY, JSON.stringify([q, ...kept().filter(k => k !== q)].slice(0, 8))) } catch { /* private */ }
  }

  function button(text, act) {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text })
    made.addEventListener("click", act)
    return made
  }

  function showLast() {
    const words = kept()
    last.hidden = !words.length || !!input.value
    if (last.hidden) return
    const clear = button("履歴を消す", () => { try { localStorage.removeItem(KEY) } catch { /* private */ } showLast() })
    last.replaceChildren("最近: ", ...words.map(w => button(w, () => set(w))), clear)
  }

  function set(q) {
    input.value = q
    ask()
    input.focus()
  }

  function ask(more = STEP) {
    limit = more
    const q = input.value.trim()
    if (!gbAsFile) history.replaceState(null, "", q ? `?q=${encodeURIComponent(q)}` : location.pathname)
    const words = q.split(/\s+/)
    for (const chip of home.querySelectorAll("[data-gb-word]")) chip.setAttribute("aria-pressed", words.includes(chip.dataset.gbWord))
    showLast()
    if (!q) {
      fresh = true
      hits.replaceChildren()
      lost.hidden = true
      return tell("")
    }
    fresh = false
    worker.postMessage({ type: 2, data: { q, limit, own: true } })
  }

  function show({ q, items, near, error, partial }) {
    if (q !== input.value.trim()) return
    fresh = !partial
    hits.replaceChildren(...items.map(found => {
      const row = document.createElement("li"), link = Object.assign(document.createElement("a"), { href: gbAt(found.location) })
      link.className = "gb-hits__link"
      link.innerHTML = `<span class="gb-hits__title">${found.title}</span>${found.text}` // the worker has escaped the texts
      link.addEventListener("click", keep)
      row.append(link)
      return row
    }))
    if (!partial) tell(error || (items.length ? `${items.length}${items.length >= limit ? "件以上" : "件"}` : "見つからない"))
    if (items.length >= limit) {
      const row = document.createElement("li")
      row.append(button("もっと見る", () => ask(limit + STEP)))
      hits.append(row)
    }
    cards.replaceChildren(...[...new Set(items.flatMap(i => i.cards))].slice(0, 12).map(name => {
      const word = `card:${name.replace(/\s/g, "")}`
      return Object.assign(button(name, () => toggle(word)), { ariaPressed: String(q.split(/\s+/).includes(word)) })
    }))
    lost.hidden = !!items.length || !!error || partial
    if (!lost.hidden) {
      const question = `裁定が見つからなかった言葉: ${q}\n知りたいこと: \n場面（ゲーム、カード、順番）: `
      const field = Object.assign(document.createElement("textarea"), { value: question, rows: 4, readOnly: false, ariaLabel: "質問の下書き" })
      const copy = button("質問を写す", async () => {
        try { await navigator.clipboard.writeText(field.value) } catch { field.select(); document.execCommand("copy") }
        copy.textContent = "写した"
      })
      const send = "share" in navigator ? [button("質問を送る", () => navigator.share({ text: field.value }).catch(() => {}))] : []
      const names = near.length ? ["近い名前: ", ...near.map(n => button(n, () => set(n)))] : ["言葉を短くするか、ひらがなで試す。"]
      const line = document.createElement("p")
      line.append(...names)
      const report = button("版とページを添えて知らせる", () => {})
      report.dataset.gbReport = `裁定が見つからなかった言葉: ${q}`  // follow.js opens it
      lost.replaceChildren(line, field, copy, ...send, report)
    }
    if (wantsFirst && fresh) open()
  }

  function open() {
    const first = hits.querySelector("a")
    if (!first) return
    wantsFirst = false
    keep()
    location.href = first.href
  }

  function toggle(word) {
    const words = input.value.split(/\s+/).filter(Boolean), at = words.indexOf(word)
    if (at >= 0) words.splice(at, 1)
    else words.push(word)
    set(words.join(" "))
  }

  home.addEventListener("click", event => {
    const chip = event.target.closest("[data-gb-word]")
    if (chip) toggle(chip.dataset.gbWord)
  })
  home.addEventListener("change", event => {
    if (!event.target.matches("[data-gb-date]")) return
    const [from, to] = ["from", "to"].map(side => home.querySelector(`[data-gb-date=${side}]`).value.trim())
    const words = input.value.split(/\s+/).filter(w => w && !w.startsWith("date:"))
    if (from || to) words.push(`date:${from}..${to}`)
    set(words.join(" "))
  })
  input.addEventListener("compositionstart", () => { composing = true })
  input.addEventListener("compositionend", () => { composing = false; ask() })
  input.addEventListener("input", event => { if (!composing && !event.isComposing) ask() })
  input.form.addEventListener("submit", event => {
    event.preventDefault()
    if (composing) return
    if (fresh) open()
    else wantsFirst = true
  })
  home.addEventListener("keydown", event => {
    if (event.isComposing || event.keyCode === 229) return
    const links = [...hits.querySelectorAll("a")], at = links.indexOf(document.activeElement)
    if (event.key === "ArrowDown" && links.length && (at >= 0 || event.target === input)) links[Math.min(at + 1, links.length - 1)].focus()
    else if (event.key === "ArrowUp" && at >= 0) (links[at - 1] ?? input).focus()
    else if (event.key === "Escape" && (at >= 0 || event.target === input)) set("")
    else return
    event.preventDefault()
  })
  // The theme's keys / and s open its box; on this page they lead here.
  window.addEventListener("keydown", event => {
    if (!["/", "s", "f"].includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target.closest("input, textarea, select, [contenteditable]")) return
    event.preventDefault()
    event.stopImmediatePropagation()
    input.focus()
  }, true)
  input.value = window.gbAsked ?? ""
  ask()
  if (matchMedia("(hover)").matches) input.focus()
}
