// Runs before the theme's script, which would take the ?q= of a link to the search page for its own box.
window.gbAsked = new URLSearchParams(location.search).get("q")
if (window.gbAsked !== null) {
  const rest = new URLSearchParams(location.search)
  rest.delete("q")
  history.replaceState(null, "", location.pathname + (rest.size ? `?${rest}` : "") + location.hash)
}
