/*
 * Text rules as patterns of JSON Schema: ECMA-262 with the flag u. They match the same texts as the runtime's functions,
 * except that those of `url`, `cidr` and the like match more: exact patterns would be far too long.
 */

const hex = '[0-9a-f]'
const anyHex = '[0-9a-fA-F]'

const labelRest = '(?:[a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?'
const label = `[a-zA-Z0-9]${labelRest}`
const host = `${label}(?:\\.${label})*`
const port = '\\+?0*(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])'

const number = '(?:0|[1-9][0-9]*)'
const release = '(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z\\-][0-9a-zA-Z\\-]*)'
const build = '[0-9a-zA-Z\\-]+'

const pair = `${anyHex}{2}`
const quad = `${anyHex}{4}`
const mac = `${pair}(?=([:\\-]))(?:\\1${pair}){5}(?:(?:\\1${pair}){2}(?:(?:\\1${pair}){12})?)?`
const dottedMac = `${quad}(?:(?:\\.${quad}){2}|(?:\\.${quad}){3}|(?:\\.${quad}){9})`

const wholes: Readonly<Record<string, string>> = {
  alpha: '[a-zA-Z]+',
  alphaspace: '[a-zA-Z ]+',
  alphanum: '[a-zA-Z0-9]+',
  alphanumspace: '[a-zA-Z0-9 ]+',
  alphaunicode: '\\p{L}+',
  alphanumunicode: '[\\p{L}\\p{N}]+',
  ascii: '[\\x00-\\x7f]*',
  printascii: '[ -~]*',
  numeric: '[\\-+]?[0-9]+(?:\\.[0-9]+)?',
  number: '[0-9]+',
  hexadecimal: `(?:0[xX])?${anyHex}+`,
  hexcolor: `#(?:${anyHex}{3}|${anyHex}{4}|${anyHex}{6}|${anyHex}{8})`,
  uuid3: `${hex}{8}-${hex}{4}-3${hex}{3}-${hex}{4}-${hex}{12}`,
  uuid4: `${hex}{8}-${hex}{4}-4${hex}{3}-[89ab]${hex}{3}-${hex}{12}`,
  uuid5: `${hex}{8}-${hex}{4}-5${hex}{3}-[89ab]${hex}{3}-${hex}{12}`,
  uuid: `${anyHex}{8}-${anyHex}{4}-${anyHex}{4}-${anyHex}{4}-${anyHex}{12}`,
  ulid: '[A-HJKMNP-TV-Za-hjkmnp-tv-z0-9]{26}',
  md5: `${hex}{32}`,
  sha256: `${hex}{64}`,
  semver: `${number}\\.${number}\\.${number}(?:-${release}(?:\\.${release})*)?(?:\\+${build}(?:\\.${build})*)?`,
  jwt: '[A-Za-z0-9\\-_]+\\.[A-Za-z0-9\\-_]+\\.[A-Za-z0-9\\-_]*',
  e164: '\\+?[1-9][0-9]{7,14}',
  cidr: '[0-9a-fA-F:.]+\\/[0-9]+',
  cidrv4: '[0-9a-fA-F:.]+\\/[0-9]+',
  cidrv6: '[0-9a-fA-F:.]+\\/[0-9]+',
  mac: `(?:${mac}|${dottedMac})`,
  hostname: `[a-zA-Z]${labelRest}(?:\\.${label})*`,
  hostname_rfc1123: host,
  fqdn: '[a-zA-Z0-9][a-zA-Z0-9\\-]{0,62}(?:\\.[a-zA-Z0-9][a-zA-Z0-9\\-]{0,62})*?\\.[a-zA-Z][a-zA-Z0-9\\-]{0,62}\\.?',
  hostname_port: `(?:${host}|\\[(?:${host})?\\])?:${port}`,
  base32: '(?=(?:.{8})*$)[A-Z2-7]+(?:={6}|={4}|={3}|=)?',
  base64: '(?=(?:.{4})*$)[A-Za-z0-9+\\/]+={0,2}',
  base64url: '(?=(?:.{4})*$)[A-Za-z0-9\\-_]+={0,2}',
  base64rawurl: '(?!(?:.{4})*.$)[A-Za-z0-9\\-_]+',
  latitude: '[\\-+]?(?:[1-8]?[0-9](?:\\.[0-9]+)?|90(?:\\.0+)?)',
  longitude: '[\\-+]?(?:180(?:\\.0+)?|(?:1[0-7][0-9]|[1-9]?[0-9])(?:\\.[0-9]+)?)',
}

/** By rule name: patterns for whole texts, and for the start of URLs. */
export const textPatterns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(wholes).map(([name, source]) => [name, `^${source}$`])),
  url: '^[^:\\/?#]+:[\\s\\S]',
  http_url: '^[hH][tT]{2}[pP][sS]?:\\/\\/[^\\/?#]',
  https_url: '^[hH][tT]{2}[pP][sS]:\\/\\/[^\\/?#]',
  uri: '^(?:\\/|[a-zA-Z][a-zA-Z0-9+.\\-]*:|\\*(?:#|$))',
}
