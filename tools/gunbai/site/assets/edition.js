// The corpus edition of this site: put on <html data-gb-edition> for links that are copied, compared with that of a link.
const told = fetch(new URL("edition.json", import.meta.url)).then(answer => {
  if (!answer.ok) throw new Error(`${answer.status}`)
  return answer.json()
})

// {key, date, digest}: what this site was built from. Rejects where it cannot be read.
export const edition = () => told

// An address of this site with the edition it was seen in, as links carry it: ?v=2026-11-30.1a2b3c4d
export function withEdition(address) {
  const key = document.documentElement.dataset.gbEdition
  const link = new URL(address, location)
  if (key) link.searchParams.set("v", key)
  return link.href
}

told.then(({ key, date, digest }) => {
  document.documentElement.dataset.gbEdition = key
  document.dispatchEvent(new CustomEvent("gunbai-edition", { detail: { key, date, digest } }))
  const linked = new URLSearchParams(location.search).get("v")
  const found = /^(\d{4}-\d\d-\d\d)\.([0-9a-f]{8})$/.exec(linked ?? "")
  if (!found || found[2] === digest) return
  const template = document.querySelector("template[data-gb-other-edition]")
  const place = document.querySelector("[data-gb-toasts]")
  if (!template || !place) return
  const note = template.content.cloneNode(true)
  note.querySelector("[data-gb-linked]").textContent = found[1]
  note.querySelector("[data-gb-shown]").textContent = date
  for (const words of note.querySelectorAll("[data-gb-when]"))
    words.hidden = words.dataset.gbWhen !== (found[1] > date ? "newer" : "older")
  note.querySelector("[data-gb-close]").addEventListener("click", event => event.target.closest(".gb-toast").remove())
  place.append(note)
}).catch(() => {})
