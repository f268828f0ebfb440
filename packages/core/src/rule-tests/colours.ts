import {
  hexColorPattern,
  hslaPattern,
  hslPattern,
  rgbaPattern,
  rgbPattern,
} from '../rules/colour-patterns.ts'

const hex = /* @__PURE__ */ new RegExp(hexColorPattern)
const rgb = /* @__PURE__ */ new RegExp(rgbPattern)
const rgba = /* @__PURE__ */ new RegExp(rgbaPattern)
const hsl = /* @__PURE__ */ new RegExp(hslPattern)
const hsla = /* @__PURE__ */ new RegExp(hslaPattern)

/** `#` and 3, 4, 6 or 8 hexadecimal digits. */
export function isHexColor(text: string): boolean {
  return hex.test(text)
}

export function isRgb(text: string): boolean {
  return rgb.test(text)
}

export function isRgba(text: string): boolean {
  return rgba.test(text)
}

export function isHsl(text: string): boolean {
  return hsl.test(text)
}

export function isHsla(text: string): boolean {
  return hsla.test(text)
}

/** Any of the formats above. */
export function isColor(text: string): boolean {
  return isHexColor(text) || isRgb(text) || isRgba(text) || isHsl(text) || isHsla(text)
}
