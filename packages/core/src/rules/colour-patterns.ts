/*
 * CSS colours as in go-playground/validator v10: blanks are ASCII, alpha is `0.` followed by digits from 1 to 9. The flag u
 * does not change what the patterns match.
 */

const blank = '[\\t\\n\\f\\r ]*'
const comma = `${blank},${blank}`
const byte = '(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])'
const channels = `(?:${byte}${comma}${byte}${comma}${byte}|${byte}%${comma}${byte}%${comma}${byte}%)`
const angle = '(?:0|[1-9]\\d?|[12]\\d\\d|3[0-5]\\d|360)'
const percent = '(?:0|[1-9]\\d?|100)%'
const alpha = '(?:0.[1-9]*|[01])'

/** `#` and 3, 4, 6 or 8 hexadecimal digits. */
export const hexColorPattern: string = '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$'
export const rgbPattern: string = /* @__PURE__ */ colour('rgb', channels)
export const rgbaPattern: string = /* @__PURE__ */ colour('rgba', channels, alpha)
export const hslPattern: string = /* @__PURE__ */ colour('hsl', angle, percent, percent)
export const hslaPattern: string = /* @__PURE__ */ colour('hsla', angle, percent, percent, alpha)
/** Any of the formats above. */
export const colorPattern: string = /* @__PURE__ */ anyOf(
  hexColorPattern,
  rgbPattern,
  rgbaPattern,
  hslPattern,
  hslaPattern,
)

function anyOf(...patterns: readonly string[]): string {
  return patterns.join('|')
}

function colour(name: string, ...parts: readonly string[]): string {
  return `^${name}\\(${blank}${parts.join(comma)}${blank}\\)$`
}
