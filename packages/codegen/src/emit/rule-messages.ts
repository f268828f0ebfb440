import { type FormatName, formats } from '../model/formats.ts'
import type { Rule } from '../model/rule.ts'
import type { RuleTarget } from '../model/rule-table.ts'
import { dateExample } from './date-example.ts'

/** What an issue says of a value that breaks a rule: words that follow the name of the property. */
export function ruleMessage(rule: Rule, target: RuleTarget): string {
  return sizeMessage(rule, target) ?? parameterMessage(rule) ?? `must be ${texts[rule.name] ?? 'valid'}`
}

const texts: Readonly<Record<string, string>> = {
  alpha: 'letters a to z only',
  alphaspace: 'letters a to z and blanks only',
  alphanum: 'letters a to z and digits only',
  alphanumspace: 'letters a to z, digits and blanks only',
  alphaunicode: 'letters only',
  alphanumunicode: 'letters and digits only',
  ascii: 'ASCII characters only',
  printascii: 'printable ASCII characters only',
  lowercase: 'in lower case',
  uppercase: 'in upper case',
  numeric: 'a decimal number',
  number: 'digits only',
  boolean: 'true or false',
  hexadecimal: 'a hexadecimal number',
  hexcolor: 'a hexadecimal colour',
  rgb: 'an rgb() colour',
  rgba: 'an rgba() colour',
  hsl: 'an hsl() colour',
  hsla: 'an hsla() colour',
  iscolor: 'a colour',
  email: 'an e-mail address',
  url: 'a URL',
  http_url: 'an http or https URL',
  https_url: 'an https URL',
  uri: 'a URI or an absolute path',
  uuid: 'a UUID',
  uuid3: 'a UUID of version 3',
  uuid4: 'a UUID of version 4',
  uuid5: 'a UUID of version 5',
  ulid: 'a ULID',
  md5: 'an MD5 digest',
  sha256: 'a SHA-256 digest',
  semver: 'a semantic version',
  ip: 'an IP address',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  cidr: 'an IP network',
  cidrv4: 'an IPv4 network',
  cidrv6: 'an IPv6 network',
  mac: 'a MAC address',
  hostname: 'a host name',
  hostname_rfc1123: 'a host name',
  fqdn: 'a fully qualified domain name',
  hostname_port: 'a host and a port',
  timezone: 'a time zone',
  base32: 'base32 text',
  base64: 'base64 text',
  base64url: 'base64url text',
  base64rawurl: 'base64url text without padding',
  json: 'JSON text',
  jwt: 'a JSON Web Token',
  e164: 'a telephone number in E.164 form',
  isbn: 'an ISBN',
  isbn10: 'an ISBN-10',
  isbn13: 'an ISBN-13',
  latitude: 'a latitude',
  longitude: 'a longitude',
  pattern: 'of the right form',
}

/** Comparisons, and what they are with sizes. */
const comparisons: Readonly<Record<string, string>> = {
  len: 'exactly',
  eq: 'exactly',
  min: 'at least',
  gte: 'at least',
  max: 'at most',
  lte: 'at most',
  gt: 'more than',
  lt: 'fewer than',
}

const dates: Readonly<Record<string, string>> = {
  gt: 'in the future',
  gte: 'now or later',
  lt: 'in the past',
  lte: 'now or earlier',
}

function sizeMessage({ name, param, parameter }: Rule, target: RuleTarget): string | undefined {
  if (name === 'maxFiles') return `must have at most ${counted(param, 'file')}`
  if (target === 'date' && parameter.kind === 'none' && dates[name] !== undefined)
    return `must be ${dates[name]}`
  const words = comparisons[name]
  if (words === undefined) return undefined
  const unit = units[target]
  if (unit !== undefined && (target !== 'string' || name !== 'eq'))
    return `must have ${words} ${counted(param, unit)}`
  if (words === 'exactly') return `must be ${param}`
  return `must be ${words === 'fewer than' ? 'less than' : words} ${param}`
}

const units: Partial<Record<RuleTarget, string>> = {
  string: 'character',
  list: 'element',
  record: 'entry',
  bytes: 'byte',
}

function counted(count: string | undefined, unit: string): string {
  const plural = unit === 'entry' ? 'entries' : `${unit}s`
  return `${count} ${count === '1' ? unit : plural}`
}

const withParameter: Readonly<Record<string, (param: string) => string>> = {
  ne: (param) => `must not be ${param}`,
  eq_ignore_case: (param) => `must be ${param}`,
  ne_ignore_case: (param) => `must not be ${param}`,
  oneof: (param) => `must be one of ${param}`,
  oneofci: (param) => `must be one of ${param}`,
  noneof: (param) => `must be none of ${param}`,
  contains: (param) => `must contain ${param}`,
  containsany: (param) => `must contain one of the characters ${param}`,
  excludes: (param) => `must not contain ${param}`,
  excludesall: (param) => `must contain none of the characters ${param}`,
  startswith: (param) => `must start with ${param}`,
  endswith: (param) => `must end with ${param}`,
  startsnotwith: (param) => `must not start with ${param}`,
  endsnotwith: (param) => `must not end with ${param}`,
  datetime: (param) => `must be a date or time such as ${dateExample(param)}`,
  eqfield: (param) => `must be equal to ${param}`,
  nefield: (param) => `must not be equal to ${param}`,
  gtfield: (param) => `must be more than ${param}`,
  gtefield: (param) => `must not be less than ${param}`,
  ltfield: (param) => `must be less than ${param}`,
  ltefield: (param) => `must not be more than ${param}`,
  unique: (param) => `must have no two elements with the same ${param}`,
  multipleOf: (param) => `must be a multiple of ${param}`,
  maxSize: (param) => `must have at most ${param}`,
  mime: (param) => `must be of the type ${param.trim().split(/\s+/).join(' or ')}`,
}

function parameterMessage({ name, param, parameter }: Rule): string | undefined {
  if (parameter.kind === 'format') return formatMessage(parameter.format)
  if (name === 'required' || name.startsWith('required_')) return 'is required'
  if (name.startsWith('excluded_')) return 'must be left out'
  if (name === 'unique' && param === undefined) return 'must have no two equal values'
  return param === undefined || name === 'pattern' ? undefined : withParameter[name]?.(param)
}

/** Formats that read as a rule does. */
const formatTexts: Partial<Record<FormatName, string | undefined>> = {
  email: texts['email'],
  hostname: texts['hostname'],
  ipv4: texts['ipv4'],
  ipv6: texts['ipv6'],
  uuid: texts['uuid'],
  byte: texts['base64'],
}

function formatMessage(format: FormatName): string {
  const example = formats[format]
  if (/^(?:date|time)/.test(format)) return `must be a date or time such as ${example}`
  return `must be ${formatTexts[format] ?? `of the format ${format}, such as ${example}`}`
}
