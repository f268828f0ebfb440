/*
 * Patterns of rules for whole texts, without the anchors. None backtracks more than once over the text.
 */

const hex = '[0-9a-f]'
const anyHex = '[0-9a-fA-F]'

const labelRest = '(?:[a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?'
const label = `[a-zA-Z0-9]${labelRest}`
const port = '\\+?0*(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])'

const number = '(?:0|[1-9][0-9]*)'
const release = '(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z\\-][0-9a-zA-Z\\-]*)'
const build = '[0-9a-zA-Z\\-]+'

const pair = `${anyHex}{2}`
const quad = `${anyHex}{4}`
const colonMac = `${pair}(?=([:\\-]))(?:\\1${pair}){5}(?:(?:\\1${pair}){2}(?:(?:\\1${pair}){12})?)?`
const dottedMac = `${quad}(?:(?:\\.${quad}){2}|(?:\\.${quad}){3}|(?:\\.${quad}){9})`

export const hexadecimal: string = `(?:0[xX])?${anyHex}+`
export const uuid: string = `${anyHex}{8}-${anyHex}{4}-${anyHex}{4}-${anyHex}{4}-${anyHex}{12}`
export const md5: string = `${hex}{32}`
export const sha256: string = `${hex}{64}`
export const semver: string = `${number}\\.${number}\\.${number}(?:-${release}(?:\\.${release})*)?(?:\\+${build}(?:\\.${build})*)?`
export const mac: string = `(?:${colonMac}|${dottedMac})`
export const hostname: string = `[a-zA-Z]${labelRest}(?:\\.${label})*`
export const host: string = `${label}(?:\\.${label})*`
export const fqdn: string =
  '[a-zA-Z0-9][a-zA-Z0-9\\-]{0,62}(?:\\.[a-zA-Z0-9][a-zA-Z0-9\\-]{0,62})*?\\.[a-zA-Z][a-zA-Z0-9\\-]{0,62}\\.?'
export const hostnamePort: string = `(?:${host}|\\[(?:${host})?\\])?:${port}`
export const latitude: string = '[\\-+]?(?:[1-8]?[0-9](?:\\.[0-9]+)?|90(?:\\.0+)?)'
export const longitude: string = '[\\-+]?(?:180(?:\\.0+)?|(?:1[0-7][0-9]|[1-9]?[0-9])(?:\\.[0-9]+)?)'

/** The texts that Go's `strconv.ParseBool` accepts. */
export const booleans: readonly string[] =
  /* @__PURE__ */ '1 t T TRUE true True 0 f F FALSE false False'.split(' ')

/** A UUID of one version, in lower case. @param variant the first character of the fourth group. */
export function uuidOf(version: number, variant = '[89ab]'): string {
  return `${hex}{8}-${hex}{4}-${version}${hex}{3}-${variant}${hex}{3}-${hex}{12}`
}
