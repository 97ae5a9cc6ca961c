// Handing something on: copy with words on the button, share where the device can, save as a file.
const shown = (button, words) => {
  const usual = button.dataset.gbWords ??= button.textContent
  button.textContent = words
  setTimeout(() => { button.textContent = usual }, 1600)
}

export async function copied(button, text) {
  let done = true
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text, className: "gb-offscreen" })
    button.after(field)  // beside the button: a dialog that is open lets nothing outside it be selected
    field.select()
    done = document.execCommand("copy")
    field.remove()
  }
  shown(button, done ? "写した" : "写せなかった")
  return done
}

export const canShare = () => typeof navigator.share === "function"

export async function share(button, { title, text, url }) {
  try {
    await navigator.share(url ? { title, text, url } : { title, text })
  } catch (error) {
    if (error.name !== "AbortError") shown(button, "渡せなかった")
  }
}

export function save(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement("a"), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 10000)
}
