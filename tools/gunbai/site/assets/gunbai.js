// Our own search buttons open the theme's search box and put the cursor into it.
document.addEventListener("click", event => {
  if (!event.target.closest("[data-gb-search]")) return
  const toggle = document.querySelector("#__search")
  const input = document.querySelector(".md-search__input")
  if (toggle && !toggle.checked) toggle.click()
  input?.focus()
})

// A link to an example that is folded opens it. For paper the browser (or the theme) opens all.
function gbDecoded(text) {
  try {
    return decodeURIComponent(text)
  } catch { // an address may hold anything
    return text
  }
}

function unfold() {
  const place = location.hash && document.getElementById(gbDecoded(location.hash.slice(1)))
  const folded = place && place.closest("details")
  if (folded) folded.open = true
}
addEventListener("hashchange", unfold)
addEventListener("beforeprint", () => document.querySelectorAll(".gb-example").forEach(one => { one.open = true }))
unfold()

// The button "copy the link" of a ruling page. Without a script the link itself is there.
document.addEventListener("click", async event => {
  const button = event.target.closest("[data-gb-copy]")
  if (!button) return
  const address = new URL(button.parentElement.querySelector("a").href)
  const edition = document.documentElement.dataset.gbEdition  // set by edition.js: a link says what it was copied from
  if (edition) address.searchParams.set("v", edition)
  const link = address.href
  let copied = true
  try {
    await navigator.clipboard.writeText(link)
  } catch {
    const field = Object.assign(document.createElement("input"), { value: link })
    button.after(field)
    field.select()
    copied = document.execCommand("copy")
    field.remove()
  }
  const words = button.dataset.gbWords ??= button.textContent
  button.textContent = copied ? "写した" : "写せなかった"
  setTimeout(() => { button.textContent = words }, 1600)
})
