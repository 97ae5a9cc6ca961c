// The button "copy the link" of a ruling page. Without a script the link itself is there.
document.addEventListener("click", async event => {
  const button = event.target.closest("[data-gb-copy]")
  if (!button) return
  const link = button.parentElement.querySelector("a").href
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
