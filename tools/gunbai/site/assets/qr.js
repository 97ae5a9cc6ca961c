// A QR code as an SVG element, made on the device.
import { generate } from "./lean-qr.js"
import { toSvg } from "./lean-qr-svg.js"

// Black on white whatever the theme, as scanners want it. Throws where the text is too long for any code.
export function qr(text, label) {
  const svg = toSvg(generate(text), document, { on: "#000", off: "#fff", pad: 4 })
  svg.setAttribute("role", "img")
  svg.setAttribute("aria-label", label)
  svg.removeAttribute("width")
  svg.removeAttribute("height")
  return svg
}
