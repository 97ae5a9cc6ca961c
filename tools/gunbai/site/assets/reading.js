// The meaning of a term beside it: while the pointer rests on it, while it has the focus, or after a tap.
// Without a script (or popovers) a term is a link to its page, which says the same.
const DELAY = 150

let shown, from, timer, tapped

function meaning(term) {
  return term && document.getElementById(term.getAttribute("aria-describedby"))
}

function show(term) {
  clearTimeout(timer)
  const box = meaning(term)
  if (!box?.showPopover || from === term && box.matches(":popover-open")) return
  hide()
  box.showPopover()
  shown = box
  from = term
  place(term, box)
}

function place(term, box) {
  const lines = [...term.getClientRects()]
  const line = tapped ? lines.find(r => tapped.y >= r.top && tapped.y <= r.bottom) ?? lines[0] : lines[0]
  const { width, height } = box.getBoundingClientRect(), edge = 8
  const left = Math.min(Math.max(line.left, edge), innerWidth - width - edge)
  const below = line.bottom + edge + height < innerHeight || line.top < height + edge
  box.style.left = `${left}px`
  box.style.top = `${below ? line.bottom + 4 : line.top - height - 4}px`
}

function hide() {
  clearTimeout(timer)
  if (shown?.matches(":popover-open")) shown.hidePopover()
  shown = from = tapped = undefined
}

function later(act) {
  clearTimeout(timer)
  timer = setTimeout(act, DELAY)
}

document.addEventListener("pointerover", event => {
  if (event.pointerType !== "mouse") return
  const term = event.target.closest(".gb-term")
  if (term) later(() => show(term))
  else if (shown && !event.target.closest(".gb-def")) later(hide)
  else if (shown) clearTimeout(timer)
})
document.addEventListener("focusin", event => {
  const term = event.target.closest(".gb-term")
  if (term?.matches(":focus-visible")) show(term)
  else if (!term && shown && !shown.contains(event.target)) hide()
})
// A tap shows the meaning, with the link to the page in it; a click with a mouse, and Enter, follow the link.
document.addEventListener("click", event => {
  const term = event.target.closest(".gb-term")
  if (!term || event.pointerType === "mouse" || !event.pointerType || !meaning(term)?.showPopover) return
  event.preventDefault()
  tapped = { x: event.clientX, y: event.clientY }
  show(term)
})
addEventListener("scroll", () => { if (shown) hide() }, { passive: true })
addEventListener("keydown", event => { if (event.key === "Escape") hide() })

// Share a ruling by the device's own means, where it has them.
for (const button of document.querySelectorAll("[data-gb-share]")) {
  if (!navigator.share) continue
  button.hidden = false
  button.addEventListener("click", () => {
    const heading = document.querySelector("h1"), answer = document.querySelector(".gb-answer p")
    const title = [...heading.childNodes].filter(n => !n.classList?.contains("headerlink")).map(n => n.textContent).join("").trim()
    const url = button.parentElement.querySelector("a").href
    navigator.share({ title, text: `${title}\n${answer?.textContent ?? ""}`, url }).catch(() => {}) // called off by the reader
  })
}

// The QR code of a ruling. Where the site was built without knowing its own address it is made here, of the page's.
for (const box of document.querySelectorAll("[data-gb-qr][hidden]")) {
  box.hidden = false
  box.addEventListener("toggle", async () => {
    const place = box.querySelector(".gb-qr__place")
    if (!box.open || place.firstChild) return
    const { qr } = await import("./qr.js")
    const code = qr(box.closest("footer").querySelector("a").href, box.dataset.gbLabel)
    code.classList.add("gb-qr__code")
    place.replaceChildren(code)
  })
}
