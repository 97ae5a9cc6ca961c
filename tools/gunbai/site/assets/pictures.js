// Steps through the pictures of an example: buttons, arrow keys, swipe. A page holds the last picture; each other one is
// a template with what differs from a later one, its base, and `data-gb-keep="first end"` where parts of that are kept.
const films = new WeakMap()

// What is known of a film: its templates in order, the elements of the frames that were put together (at first of the
// last one, as it stood on the page), which one is shown.
function filmOf(figure) {
  let film = films.get(figure)
  if (!film) {
    const stage = figure.querySelector("[data-gb-stage]")
    const frames = [...figure.querySelectorAll("template[data-gb-frame]")]
    film = { stage, frames, whole: new Map([[frames.length, [...stage.children]]]), at: frames.length }
    films.set(figure, film)
  }
  return film
}

// A frame's elements, with what is kept of its base, which is a later frame, in its place.
function restored(film, number) {
  if (film.whole.has(number)) return film.whole.get(number)
  const template = film.frames[number]
  const base = restored(film, Number(template.dataset.gbBase))
  const parts = [...template.content.cloneNode(true).children]
  parts.forEach((part, n) => {
    for (const kept of part.querySelectorAll("[data-gb-keep]")) {
      const [first, end] = kept.dataset.gbKeep.split(" ").map(Number)
      kept.replaceWith(...[...base[n].children].slice(first, end).map(one => one.cloneNode(true)))
    }
  })
  film.whole.set(number, parts)
  return parts
}

// The statement of the example's text to which the picture belongs is marked.
function mark(figure, film) {
  const example = document.getElementById(figure.dataset.gbFilm)?.closest("details")
  const at = Number((film.frames[film.at] ?? film.stage).dataset.at)
  example?.querySelectorAll(".gb-said").forEach((said, n) => {
    said.classList.toggle("gb-said--now", n === at)
    if (n === at) said.setAttribute("aria-current", "step")
    else said.removeAttribute("aria-current")
  })
}

function go(figure, by) {
  const film = filmOf(figure)
  const to = Math.min(Math.max(film.at + by, 0), film.frames.length)
  if (to === film.at) return false
  film.at = to
  film.stage.replaceChildren(...restored(film, to))
  figure.querySelector("[data-gb-count]").textContent = `${to + 1}／${film.frames.length + 1}`
  for (const button of figure.querySelectorAll("[data-gb-step]")) {
    const further = to + Number(button.dataset.gbStep)
    const ends = further < 0 || further > film.frames.length
    if (ends && button === document.activeElement) film.stage.focus() // a disabled button would lose the keys
    button.disabled = ends
  }
  mark(figure, film)
  return true
}

const many = figure => figure && figure.querySelector("template[data-gb-frame]") ? figure : null
const figureAt = event => event.target instanceof Element ? many(event.target.closest("[data-gb-film]")) : null

document.addEventListener("click", event => {
  const button = event.target.closest?.("[data-gb-step]")
  if (button) go(button.closest("[data-gb-film]"), Number(button.dataset.gbStep))
})

document.addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key]
  const figure = by && figureAt(event)
  if (!figure) return
  event.preventDefault()
  event.stopPropagation()
  go(figure, by)
})

// A swipe to the left goes on, to the right back. A finger that rather moves up or down scrolls the page.
let began = null
document.addEventListener("pointerdown", event => {
  const figure = event.isPrimary && event.target.closest?.("[data-gb-stage]") && figureAt(event)
  began = figure ? { figure, x: event.clientX, y: event.clientY, id: event.pointerId } : null
})
document.addEventListener("pointerup", event => {
  if (!began || event.pointerId !== began.id) return
  const across = event.clientX - began.x, down = event.clientY - began.y
  if (event.pointerType !== "mouse" && Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) {
    go(began.figure, across < 0 ? 1 : -1)
  }
  began = null
})
document.addEventListener("pointercancel", () => { began = null })

for (const figure of document.querySelectorAll("[data-gb-film]")) if (many(figure)) mark(figure, filmOf(figure))
