// The theme's own script (search box, table of contents that follows, back to the top) is a third of what a page weighs
// and does nothing before the reader does: it is loaded at the first sign of use, or when the device has it already.
{
  const source = document.currentScript.dataset.theme, signs = ["pointerdown", "pointermove", "keydown", "scroll", "focusin"]
  let asked = false, ready = false
  const load = () => {
    if (asked) return
    asked = true
    for (const sign of signs) removeEventListener(sign, load, true)
    const script = document.createElement("script")
    script.src = source
    script.onload = () => { ready = true }
    document.head.append(script)
  }
  for (const sign of signs) addEventListener(sign, load, { capture: true, passive: true })
  const words = new URLSearchParams(location.search)
  if (words.has("q") || words.has("h")) load()
  else if (navigator.serviceWorker?.controller) {
    addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(load), { once: true })
  }

  // What the theme would do with the very first key or tap.
  addEventListener("keydown", event => {
    if (ready || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!["/", "s", "f"].includes(event.key) || event.target.closest?.("input, textarea, select, [contenteditable]")) return
    const toggle = document.querySelector("#__search"), input = document.querySelector(".md-search__input")
    if (!toggle || !input) return
    event.preventDefault()
    if (!toggle.checked) toggle.click()
    input.focus()
  })
  document.addEventListener("change", ({ target }) => {
    if (ready || target.name !== "__palette") return
    const color = { media: target.dataset.mdColorMedia, scheme: target.dataset.mdColorScheme,
      primary: target.dataset.mdColorPrimary, accent: target.dataset.mdColorAccent }
    const all = [...document.querySelectorAll("input[name=__palette]")]
    __md_set("__palette", { index: all.indexOf(target), color })
    if (color.media === "(prefers-color-scheme)")
      color.scheme = matchMedia("(prefers-color-scheme: light)").matches ? "default" : "slate"
    for (const [key, value] of Object.entries(color)) document.body.setAttribute(`data-md-color-${key}`, value)
    for (const input of all) input.nextElementSibling.hidden = input !== target
  })
}
