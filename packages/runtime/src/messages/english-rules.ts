import { dateExample } from './date-example.ts'
import { formatExample, wordsOfFormat } from './example.ts'
import type { ByType, Template } from './message-types.ts'
import { listOf, shownValues } from './param-list.ts'

/*
 * The built-in messages of rules. A generated file imports those of its own rules, so a page bundles no others.
 */

/** A rule with its English message. */
export interface EnglishRule {
  readonly name: string
  readonly text: Template | ByType
  /** The message for a parameter, where it is another one. */
  readonly textFor?: (param: string) => Template | ByType | undefined
  /** The value of `{param}`, where it is not the parameter as written. */
  readonly shown?: (param: string) => string
  /** The value of `{list}`. */
  readonly list?: (param: string) => string
  /** The value of `{example}`. */
  readonly example?: (param: string) => string
}

const required = 'is required'
const excluded = 'must be left out'

export const requiredRule: EnglishRule = { name: 'required', text: required }
export const requiredIfRule: EnglishRule = { name: 'required_if', text: required }
export const requiredUnlessRule: EnglishRule = { name: 'required_unless', text: required }
export const requiredWithRule: EnglishRule = { name: 'required_with', text: required }
export const requiredWithAllRule: EnglishRule = { name: 'required_with_all', text: required }
export const requiredWithoutRule: EnglishRule = { name: 'required_without', text: required }
export const requiredWithoutAllRule: EnglishRule = { name: 'required_without_all', text: required }
export const excludedIfRule: EnglishRule = { name: 'excluded_if', text: excluded }
export const excludedUnlessRule: EnglishRule = { name: 'excluded_unless', text: excluded }
export const excludedWithRule: EnglishRule = { name: 'excluded_with', text: excluded }
export const excludedWithAllRule: EnglishRule = { name: 'excluded_with_all', text: excluded }
export const excludedWithoutRule: EnglishRule = { name: 'excluded_without', text: excluded }
export const excludedWithoutAllRule: EnglishRule = { name: 'excluded_without_all', text: excluded }
export const lenRule: EnglishRule = /* @__PURE__ */ sized('len', 'exactly', { number: 'must be {param}' })
export const minRule: EnglishRule = /* @__PURE__ */ sized('min', 'at least')
export const maxRule: EnglishRule = /* @__PURE__ */ sized('max', 'at most')
export const gtRule: EnglishRule = /* @__PURE__ */ sized('gt', 'more than', { date: 'must be in the future' })
export const gteRule: EnglishRule = /* @__PURE__ */ sized('gte', 'at least', { date: 'must be now or later' })
export const ltRule: EnglishRule = /* @__PURE__ */ sized('lt', 'fewer than', {
  number: 'must be less than {param}',
  date: 'must be in the past',
})
export const lteRule: EnglishRule = /* @__PURE__ */ sized('lte', 'at most', {
  date: 'must be now or earlier',
})
export const eqRule: EnglishRule = {
  name: 'eq',
  text: {
    list: /* @__PURE__ */ have('exactly', 'element', 'elements'),
    record: /* @__PURE__ */ have('exactly', 'entry', 'entries'),
    number: 'must be {param}',
  },
}
export const neRule: EnglishRule = { name: 'ne', text: 'must not be {param}' }
export const eqIgnoreCaseRule: EnglishRule = { name: 'eq_ignore_case', text: 'must be {param}' }
export const neIgnoreCaseRule: EnglishRule = { name: 'ne_ignore_case', text: 'must not be {param}' }
export const oneofRule: EnglishRule = { name: 'oneof', text: 'must be one of {param}', shown: shownValues }
export const oneofciRule: EnglishRule = {
  name: 'oneofci',
  text: 'must be one of {param}',
  shown: shownValues,
}
export const noneofRule: EnglishRule = { name: 'noneof', text: 'must be none of {param}', shown: shownValues }
export const multipleOfRule: EnglishRule = { name: 'multipleOf', text: 'must be a multiple of {param}' }
export const uniqueRule: EnglishRule = {
  name: 'unique',
  text: {
    list: 'must have no two equal values',
    property: 'must have no two elements with the same {param}',
  },
}
export const eqfieldRule: EnglishRule = { name: 'eqfield', text: 'must be equal to {param}' }
export const nefieldRule: EnglishRule = { name: 'nefield', text: 'must not be equal to {param}' }
export const gtfieldRule: EnglishRule = { name: 'gtfield', text: 'must be more than {param}' }
export const gtefieldRule: EnglishRule = { name: 'gtefield', text: 'must not be less than {param}' }
export const ltfieldRule: EnglishRule = { name: 'ltfield', text: 'must be less than {param}' }
export const ltefieldRule: EnglishRule = { name: 'ltefield', text: 'must not be more than {param}' }
export const alphaRule: EnglishRule = { name: 'alpha', text: 'must be letters a to z only' }
export const alphaspaceRule: EnglishRule = {
  name: 'alphaspace',
  text: 'must be letters a to z and blanks only',
}
export const alphanumRule: EnglishRule = { name: 'alphanum', text: 'must be letters a to z and digits only' }
export const alphanumspaceRule: EnglishRule = {
  name: 'alphanumspace',
  text: 'must be letters a to z, digits and blanks only',
}
export const alphaunicodeRule: EnglishRule = { name: 'alphaunicode', text: 'must be letters only' }
export const alphanumunicodeRule: EnglishRule = {
  name: 'alphanumunicode',
  text: 'must be letters and digits only',
}
export const asciiRule: EnglishRule = { name: 'ascii', text: 'must be ASCII characters only' }
export const printasciiRule: EnglishRule = {
  name: 'printascii',
  text: 'must be printable ASCII characters only',
}
export const lowercaseRule: EnglishRule = { name: 'lowercase', text: 'must be in lower case' }
export const uppercaseRule: EnglishRule = { name: 'uppercase', text: 'must be in upper case' }
export const numericRule: EnglishRule = { name: 'numeric', text: 'must be a decimal number' }
export const numberRule: EnglishRule = { name: 'number', text: 'must be digits only' }
export const booleanRule: EnglishRule = { name: 'boolean', text: 'must be true or false' }
export const hexadecimalRule: EnglishRule = { name: 'hexadecimal', text: 'must be a hexadecimal number' }
export const containsRule: EnglishRule = { name: 'contains', text: 'must contain {param}' }
export const containsanyRule: EnglishRule = {
  name: 'containsany',
  text: 'must contain one of the characters {param}',
}
export const excludesRule: EnglishRule = { name: 'excludes', text: 'must not contain {param}' }
export const excludesallRule: EnglishRule = {
  name: 'excludesall',
  text: 'must contain none of the characters {param}',
}
export const startswithRule: EnglishRule = { name: 'startswith', text: 'must start with {param}' }
export const endswithRule: EnglishRule = { name: 'endswith', text: 'must end with {param}' }
export const startsnotwithRule: EnglishRule = { name: 'startsnotwith', text: 'must not start with {param}' }
export const endsnotwithRule: EnglishRule = { name: 'endsnotwith', text: 'must not end with {param}' }
export const patternRule: EnglishRule = { name: 'pattern', text: 'must be of the right form' }
export const hexcolorRule: EnglishRule = { name: 'hexcolor', text: 'must be a hexadecimal colour' }
export const rgbRule: EnglishRule = { name: 'rgb', text: 'must be an rgb() colour' }
export const rgbaRule: EnglishRule = { name: 'rgba', text: 'must be an rgba() colour' }
export const hslRule: EnglishRule = { name: 'hsl', text: 'must be an hsl() colour' }
export const hslaRule: EnglishRule = { name: 'hsla', text: 'must be an hsla() colour' }
export const iscolorRule: EnglishRule = { name: 'iscolor', text: 'must be a colour' }
export const emailRule: EnglishRule = { name: 'email', text: 'must be an e-mail address' }
export const urlRule: EnglishRule = { name: 'url', text: 'must be a URL' }
export const httpUrlRule: EnglishRule = { name: 'http_url', text: 'must be an http or https URL' }
export const httpsUrlRule: EnglishRule = { name: 'https_url', text: 'must be an https URL' }
export const uriRule: EnglishRule = { name: 'uri', text: 'must be a URI or an absolute path' }
export const uuidRule: EnglishRule = { name: 'uuid', text: 'must be a UUID' }
export const uuid3Rule: EnglishRule = { name: 'uuid3', text: 'must be a UUID of version 3' }
export const uuid4Rule: EnglishRule = { name: 'uuid4', text: 'must be a UUID of version 4' }
export const uuid5Rule: EnglishRule = { name: 'uuid5', text: 'must be a UUID of version 5' }
export const ulidRule: EnglishRule = { name: 'ulid', text: 'must be a ULID' }
export const md5Rule: EnglishRule = { name: 'md5', text: 'must be an MD5 digest' }
export const sha256Rule: EnglishRule = { name: 'sha256', text: 'must be a SHA-256 digest' }
export const semverRule: EnglishRule = { name: 'semver', text: 'must be a semantic version' }
export const ipRule: EnglishRule = { name: 'ip', text: 'must be an IP address' }
export const ipv4Rule: EnglishRule = { name: 'ipv4', text: 'must be an IPv4 address' }
export const ipv6Rule: EnglishRule = { name: 'ipv6', text: 'must be an IPv6 address' }
export const cidrRule: EnglishRule = { name: 'cidr', text: 'must be an IP network' }
export const cidrv4Rule: EnglishRule = { name: 'cidrv4', text: 'must be an IPv4 network' }
export const cidrv6Rule: EnglishRule = { name: 'cidrv6', text: 'must be an IPv6 network' }
export const macRule: EnglishRule = { name: 'mac', text: 'must be a MAC address' }
export const hostnameRule: EnglishRule = { name: 'hostname', text: 'must be a host name' }
export const hostnameRfc1123Rule: EnglishRule = { name: 'hostname_rfc1123', text: 'must be a host name' }
export const fqdnRule: EnglishRule = { name: 'fqdn', text: 'must be a fully qualified domain name' }
export const hostnamePortRule: EnglishRule = { name: 'hostname_port', text: 'must be a host and a port' }
export const datetimeRule: EnglishRule = {
  name: 'datetime',
  text: 'must be a date or time such as {example}',
  example: dateExample,
}
export const formatRule: EnglishRule = {
  name: 'format',
  text: 'must be of the format {param}, such as {example}',
  example: formatExample,
  textFor: formatText,
}
export const timezoneRule: EnglishRule = { name: 'timezone', text: 'must be a time zone' }
export const base32Rule: EnglishRule = { name: 'base32', text: 'must be base32 text' }
export const base64Rule: EnglishRule = { name: 'base64', text: 'must be base64 text' }
export const base64urlRule: EnglishRule = { name: 'base64url', text: 'must be base64url text' }
export const base64rawurlRule: EnglishRule = {
  name: 'base64rawurl',
  text: 'must be base64url text without padding',
}
export const jsonRule: EnglishRule = { name: 'json', text: 'must be JSON text' }
export const jwtRule: EnglishRule = { name: 'jwt', text: 'must be a JSON Web Token' }
export const e164Rule: EnglishRule = { name: 'e164', text: 'must be a telephone number in E.164 form' }
export const isbnRule: EnglishRule = { name: 'isbn', text: 'must be an ISBN' }
export const isbn10Rule: EnglishRule = { name: 'isbn10', text: 'must be an ISBN-10' }
export const isbn13Rule: EnglishRule = { name: 'isbn13', text: 'must be an ISBN-13' }
export const latitudeRule: EnglishRule = { name: 'latitude', text: 'must be a latitude' }
export const longitudeRule: EnglishRule = { name: 'longitude', text: 'must be a longitude' }
export const maxSizeRule: EnglishRule = { name: 'maxSize', text: 'must have at most {param}' }
export const mimeRule: EnglishRule = {
  name: 'mime',
  text: 'must be of the type {list}',
  list: (param) => listOf(param, ' or '),
}
export const maxFilesRule: EnglishRule = {
  name: 'maxFiles',
  text: /* @__PURE__ */ have('at most', 'file', 'files'),
}

/** The message of another rule that describes a format. */
function formatText(format: string): Template | ByType | undefined {
  const rules = [emailRule, hostnameRule, ipv4Rule, ipv6Rule, uuidRule, base64Rule, datetimeRule]
  return rules.find(({ name }) => name === wordsOfFormat(format))?.text
}

function sized(name: string, words: string, others?: ByType): EnglishRule {
  const text: ByType = {
    string: have(words, 'character', 'characters'),
    list: have(words, 'element', 'elements'),
    record: have(words, 'entry', 'entries'),
    bytes: have(words, 'byte', 'bytes'),
    number: `must be ${words} {param}`,
    ...others,
  }
  return { name, text }
}

function have(words: string, one: string, other: string): Template {
  return { one: `must have ${words} {param} ${one}`, other: `must have ${words} {param} ${other}` }
}
