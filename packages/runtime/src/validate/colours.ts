/* CSS colours as in go-playground/validator v10: blanks are ASCII, alpha is `0.` followed by digits from 1 to 9. */

const blank = '[\\t\\n\\f\\r ]*'
const comma = `${blank},${blank}`
const byte = '(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])'
const channels = `(?:${byte}${comma}${byte}${comma}${byte}|${byte}%${comma}${byte}%${comma}${byte}%)`
const angle = '(?:0|[1-9]\\d?|[12]\\d\\d|3[0-5]\\d|360)'
const percent = '(?:0|[1-9]\\d?|100)%'
const alpha = '(?:0.[1-9]*|[01])'

const hex = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/
const rgb = /* @__PURE__ */ colour('rgb', channels)
const rgba = /* @__PURE__ */ colour('rgba', channels, alpha)
const hsl = /* @__PURE__ */ colour('hsl', angle, percent, percent)
const hsla = /* @__PURE__ */ colour('hsla', angle, percent, percent, alpha)

/** The same expressions for a JSON Schema: the flag u does not change what they match. */
export const rgbPattern: string = /* @__PURE__ */ sourcesOf(rgb)
export const rgbaPattern: string = /* @__PURE__ */ sourcesOf(rgba)
export const hslPattern: string = /* @__PURE__ */ sourcesOf(hsl)
export const hslaPattern: string = /* @__PURE__ */ sourcesOf(hsla)
export const colorPattern: string = /* @__PURE__ */ sourcesOf(hex, rgb, rgba, hsl, hsla)

function sourcesOf(...expressions: readonly RegExp[]): string {
  return expressions.map(({ source }) => source).join('|')
}

function colour(name: string, ...parts: readonly string[]): RegExp {
  return new RegExp(`^${name}\\(${blank}${parts.join(comma)}${blank}\\)$`)
}

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
