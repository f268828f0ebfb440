import {
  colorPattern,
  hexColorPattern,
  hslaPattern,
  hslPattern,
  rgbaPattern,
  rgbPattern,
} from './colour-patterns.ts'
import { emailPattern } from './email-pattern.ts'
import * as patterns from './rule-patterns.ts'
import type { ParameterKind, RuleRow, RuleTarget } from './rule-row.ts'

const text: readonly RuleTarget[] = ['string']
const numbers: readonly RuleTarget[] = ['integer', 'float', 'bigint']
const scalars: readonly RuleTarget[] = ['string', ...numbers, 'boolean', 'date']
const sized: readonly RuleTarget[] = ['string', ...numbers, 'list', 'record', 'bytes']
const sizedOrDate: readonly RuleTarget[] = [...sized, 'date']
const equal: readonly RuleTarget[] = ['string', ...numbers, 'boolean', 'list', 'record']
const ordered: readonly RuleTarget[] = [...numbers, 'date']
const all: readonly RuleTarget[] = [...scalars, 'list', 'record', 'bytes', 'object', 'class', 'file']

const uuidFormat = { format: 'uuid' } as const
const booleans = ['1', 't', 'T', 'TRUE', 'true', 'True', '0', 'f', 'F', 'FALSE', 'false', 'False'] as const

/** A rule for texts without a parameter. */
function ofText(row: Omit<RuleRow, 'parameter' | 'targets'>): RuleRow {
  return { parameter: 'none', targets: text, ...row }
}

/** A rule for texts that is its pattern; the runtime's function is made from it. */
function exactly(pattern: string, row: Omit<RuleRow, 'parameter' | 'targets' | 'pattern'>): RuleRow {
  return ofText({ ...row, pattern: whole(pattern), isExact: true })
}

function whole(pattern: string): string {
  return `^${pattern}$`
}

/** A rule about presence. */
function presence(name: 'required' | 'excluded', parameter: ParameterKind): RuleRow {
  return { parameter, targets: all, text: name === 'required' ? 'is required' : 'must be left out' }
}

/**
 * Every rule by its name, in the order of catalogues: those of go-playground/validator v10, and a few additions. The build
 * makes messages and functions of the runtime from it (scripts/rules.mjs).
 */
export const rules: ReadonlyMap<string, RuleRow> = new Map<string, RuleRow>([
  // Presence
  ['required', presence('required', 'none')],
  ['required_if', presence('required', 'conditions')],
  ['required_unless', presence('required', 'conditions')],
  ['required_with', presence('required', 'properties')],
  ['required_with_all', presence('required', 'properties')],
  ['required_without', presence('required', 'properties')],
  ['required_without_all', presence('required', 'properties')],
  ['excluded_if', presence('excluded', 'conditions')],
  ['excluded_unless', presence('excluded', 'conditions')],
  ['excluded_with', presence('excluded', 'properties')],
  ['excluded_with_all', presence('excluded', 'properties')],
  ['excluded_without', presence('excluded', 'properties')],
  ['excluded_without_all', presence('excluded', 'properties')],

  // Sizes and values
  ['len', { parameter: 'size', targets: sized, breaks: '!==' }],
  ['min', { parameter: 'size', targets: sized, breaks: '<' }],
  ['max', { parameter: 'size', targets: sized, breaks: '>' }],
  ['gt', { parameter: 'size', targets: sizedOrDate, breaks: '<=' }],
  ['gte', { parameter: 'size', targets: sizedOrDate, breaks: '<' }],
  ['lt', { parameter: 'size', targets: sizedOrDate, breaks: '>=' }],
  ['lte', { parameter: 'size', targets: sizedOrDate, breaks: '>' }],
  ['eq', { parameter: 'text', targets: equal, breaks: '!==' }],
  ['ne', { parameter: 'text', targets: equal, breaks: '===', text: 'must not be {param}' }],
  ['eq_ignore_case', { parameter: 'text', targets: text, text: 'must be {param}' }],
  ['ne_ignore_case', { parameter: 'text', targets: text, text: 'must not be {param}' }],
  ['oneof', { parameter: 'words', targets: ['string', 'integer', 'bigint'] }],
  ['oneofci', { parameter: 'words', targets: text }],
  ['noneof', { parameter: 'words', targets: ['string', 'integer', 'bigint'] }],
  ['multipleOf', { parameter: 'size', targets: numbers, text: 'must be a multiple of {param}' }],
  ['unique', { parameter: 'optional-property', targets: ['list', 'record'] }],
  ['eqfield', { parameter: 'property', targets: scalars, breaks: '!==', text: 'must be equal to {param}' }],
  [
    'nefield',
    { parameter: 'property', targets: scalars, breaks: '===', text: 'must not be equal to {param}' },
  ],
  ['gtfield', { parameter: 'property', targets: ordered, breaks: '<=', text: 'must be more than {param}' }],
  [
    'gtefield',
    { parameter: 'property', targets: ordered, breaks: '<', text: 'must not be less than {param}' },
  ],
  ['ltfield', { parameter: 'property', targets: ordered, breaks: '>=', text: 'must be less than {param}' }],
  [
    'ltefield',
    { parameter: 'property', targets: ordered, breaks: '>', text: 'must not be more than {param}' },
  ],

  // Text
  [
    'alpha',
    exactly('[a-zA-Z]+', { test: 'isAlpha', holdsForParts: true, text: 'must be letters a to z only' }),
  ],
  [
    'alphaspace',
    exactly('[a-zA-Z ]+', {
      test: 'isAlphaSpace',
      holdsForParts: true,
      text: 'must be letters a to z and blanks only',
    }),
  ],
  [
    'alphanum',
    exactly('[a-zA-Z0-9]+', {
      test: 'isAlphanum',
      holdsForParts: true,
      text: 'must be letters a to z and digits only',
    }),
  ],
  [
    'alphanumspace',
    exactly('[a-zA-Z0-9 ]+', {
      test: 'isAlphanumSpace',
      holdsForParts: true,
      text: 'must be letters a to z, digits and blanks only',
    }),
  ],
  [
    'alphaunicode',
    ofText({
      test: 'isAlphaUnicode',
      pattern: whole('\\p{L}+'),
      holdsForParts: true,
      text: 'must be letters only',
    }),
  ],
  [
    'alphanumunicode',
    ofText({
      test: 'isAlphanumUnicode',
      pattern: whole('[\\p{L}\\p{N}]+'),
      holdsForParts: true,
      text: 'must be letters and digits only',
    }),
  ],
  [
    'ascii',
    ofText({
      test: 'isAscii',
      pattern: whole('[\\x00-\\x7f]*'),
      holdsForParts: true,
      text: 'must be ASCII characters only',
    }),
  ],
  [
    'printascii',
    exactly('[ -~]*', {
      test: 'isPrintAscii',
      holdsForParts: true,
      text: 'must be printable ASCII characters only',
    }),
  ],
  // A pattern cannot express letter case.
  ['lowercase', ofText({ test: 'isLowercase', schema: { minLength: 1 }, text: 'must be in lower case' })],
  ['uppercase', ofText({ test: 'isUppercase', schema: { minLength: 1 }, text: 'must be in upper case' })],
  [
    'numeric',
    {
      ...exactly('[\\-+]?[0-9]+(?:\\.[0-9]+)?', { test: 'isNumeric', text: 'must be a decimal number' }),
      targets: ['string', ...numbers],
    },
  ],
  [
    'number',
    {
      ...exactly('[0-9]+', { test: 'isDigits', holdsForParts: true, text: 'must be digits only' }),
      targets: ['string', ...numbers],
    },
  ],
  ['boolean', ofText({ test: 'isBoolean', schema: { enum: booleans }, text: 'must be true or false' })],
  [
    'hexadecimal',
    exactly(patterns.hexadecimal, { test: 'isHexadecimal', text: 'must be a hexadecimal number' }),
  ],
  ['contains', { parameter: 'text', targets: text, text: 'must contain {param}' }],
  ['containsany', { parameter: 'text', targets: text, text: 'must contain one of the characters {param}' }],
  ['excludes', { parameter: 'text', targets: text, holdsForParts: true, text: 'must not contain {param}' }],
  [
    'excludesall',
    {
      parameter: 'text',
      targets: text,
      holdsForParts: true,
      text: 'must contain none of the characters {param}',
    },
  ],
  ['startswith', { parameter: 'text', targets: text, text: 'must start with {param}' }],
  ['endswith', { parameter: 'text', targets: text, text: 'must end with {param}' }],
  ['startsnotwith', { parameter: 'text', targets: text, text: 'must not start with {param}' }],
  ['endsnotwith', { parameter: 'text', targets: text, text: 'must not end with {param}' }],
  ['pattern', { parameter: 'pattern', targets: text, text: 'must be of the right form' }],

  // Formats
  [
    'hexcolor',
    ofText({ test: 'isHexColor', pattern: hexColorPattern, text: 'must be a hexadecimal colour' }),
  ],
  [
    'rgb',
    ofText({ test: 'isRgb', pattern: rgbPattern, constant: 'rgbPattern', text: 'must be an rgb() colour' }),
  ],
  [
    'rgba',
    ofText({
      test: 'isRgba',
      pattern: rgbaPattern,
      constant: 'rgbaPattern',
      text: 'must be an rgba() colour',
    }),
  ],
  [
    'hsl',
    ofText({ test: 'isHsl', pattern: hslPattern, constant: 'hslPattern', text: 'must be an hsl() colour' }),
  ],
  [
    'hsla',
    ofText({
      test: 'isHsla',
      pattern: hslaPattern,
      constant: 'hslaPattern',
      text: 'must be an hsla() colour',
    }),
  ],
  [
    'iscolor',
    ofText({ test: 'isColor', pattern: colorPattern, constant: 'colorPattern', text: 'must be a colour' }),
  ],
  [
    'email',
    ofText({
      test: 'isEmail',
      pattern: emailPattern,
      constant: 'emailPattern',
      text: 'must be an e-mail address',
    }),
  ],
  // The patterns of URLs are about their start.
  ['url', ofText({ test: 'isUrl', pattern: '^[^:\\/?#]+:[\\s\\S]', text: 'must be a URL' })],
  [
    'http_url',
    ofText({
      test: 'isHttpUrl',
      pattern: '^[hH][tT]{2}[pP][sS]?:\\/\\/[^\\/?#]',
      text: 'must be an http or https URL',
    }),
  ],
  [
    'https_url',
    ofText({
      test: 'isHttpsUrl',
      pattern: '^[hH][tT]{2}[pP][sS]:\\/\\/[^\\/?#]',
      text: 'must be an https URL',
    }),
  ],
  [
    'uri',
    ofText({
      test: 'isUri',
      pattern: '^(?:\\/|[a-zA-Z][a-zA-Z0-9+.\\-]*:|\\*(?:#|$))',
      text: 'must be a URI or an absolute path',
    }),
  ],
  // Any version, with hyphens, in either case; the versioned forms are in lower case.
  ['uuid', exactly(patterns.uuid, { test: 'isUuid', schema: uuidFormat, text: 'must be a UUID' })],
  [
    'uuid3',
    exactly(patterns.uuidOf(3, '[0-9a-f]'), {
      test: 'isUuid3',
      schema: uuidFormat,
      text: 'must be a UUID of version 3',
    }),
  ],
  [
    'uuid4',
    exactly(patterns.uuidOf(4), { test: 'isUuid4', schema: uuidFormat, text: 'must be a UUID of version 4' }),
  ],
  [
    'uuid5',
    exactly(patterns.uuidOf(5), { test: 'isUuid5', schema: uuidFormat, text: 'must be a UUID of version 5' }),
  ],
  // RFC 9562: milliseconds since 1970, and random bits.
  [
    'uuid7',
    exactly(patterns.uuidOf(7), { test: 'isUuid7', schema: uuidFormat, text: 'must be a UUID of version 7' }),
  ],
  ['ulid', exactly('[A-HJKMNP-TV-Za-hjkmnp-tv-z0-9]{26}', { test: 'isUlid', text: 'must be a ULID' })],
  ['md5', exactly(patterns.md5, { test: 'isMd5', text: 'must be an MD5 digest' })],
  ['sha256', exactly(patterns.sha256, { test: 'isSha256', text: 'must be a SHA-256 digest' })],
  // semver.org, version 2.
  ['semver', exactly(patterns.semver, { test: 'isSemver', text: 'must be a semantic version' })],
  [
    'ip',
    ofText({
      test: 'isIp',
      schema: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
      text: 'must be an IP address',
    }),
  ],
  [
    'ipv4',
    ofText({
      test: 'isIpv4',
      // Includes ::ffff:1.2.3.4.
      schema: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6', pattern: ':[fF]{4}:' }] },
      text: 'must be an IPv4 address',
    }),
  ],
  ['ipv6', ofText({ test: 'isIpv6', schema: { format: 'ipv6' }, text: 'must be an IPv6 address' })],
  ['cidr', ofText({ test: 'isCidr', pattern: '^[0-9a-fA-F:.]+\\/[0-9]+$', text: 'must be an IP network' })],
  [
    'cidrv4',
    ofText({ test: 'isCidrv4', pattern: '^[0-9a-fA-F:.]+\\/[0-9]+$', text: 'must be an IPv4 network' }),
  ],
  [
    'cidrv6',
    ofText({ test: 'isCidrv6', pattern: '^[0-9a-fA-F:.]+\\/[0-9]+$', text: 'must be an IPv6 network' }),
  ],
  ['mac', ofText({ test: 'isMac', pattern: whole(patterns.mac), text: 'must be a MAC address' })],
  [
    'hostname',
    ofText({ test: 'isHostname', pattern: whole(patterns.hostname), text: 'must be a host name' }),
  ],
  [
    'hostname_rfc1123',
    ofText({ test: 'isHostnameRfc1123', pattern: whole(patterns.host), text: 'must be a host name' }),
  ],
  [
    'fqdn',
    ofText({
      test: 'isFqdn',
      pattern: whole(
        '[a-zA-Z0-9][a-zA-Z0-9\\-]{0,62}(?:\\.[a-zA-Z0-9][a-zA-Z0-9\\-]{0,62})*?\\.[a-zA-Z][a-zA-Z0-9\\-]{0,62}\\.?',
      ),
      text: 'must be a fully qualified domain name',
    }),
  ],
  [
    'hostname_port',
    ofText({
      test: 'isHostnamePort',
      pattern: whole(patterns.hostnamePort),
      text: 'must be a host and a port',
    }),
  ],
  ['datetime', { parameter: 'layout', targets: text }],
  ['format', { parameter: 'format', targets: text }],
  ['timezone', ofText({ test: 'isTimeZone', schema: { minLength: 1 }, text: 'must be a time zone' })],
  [
    'base32',
    ofText({
      test: 'isBase32',
      pattern: whole('(?=(?:.{8})*$)[A-Z2-7]+(?:={6}|={4}|={3}|=)?'),
      schema: { contentEncoding: 'base32' },
      text: 'must be base32 text',
    }),
  ],
  [
    'base64',
    ofText({
      test: 'isBase64',
      pattern: whole('(?=(?:.{4})*$)[A-Za-z0-9+\\/]+={0,2}'),
      schema: { contentEncoding: 'base64' },
      text: 'must be base64 text',
    }),
  ],
  [
    'base64url',
    ofText({
      test: 'isBase64Url',
      pattern: whole('(?=(?:.{4})*$)[A-Za-z0-9\\-_]+={0,2}'),
      schema: { contentEncoding: 'base64url' },
      text: 'must be base64url text',
    }),
  ],
  [
    'base64rawurl',
    ofText({
      test: 'isBase64RawUrl',
      pattern: whole('(?!(?:.{4})*.$)[A-Za-z0-9\\-_]+'),
      text: 'must be base64url text without padding',
    }),
  ],
  [
    'json',
    ofText({ test: 'isJson', schema: { contentMediaType: 'application/json' }, text: 'must be JSON text' }),
  ],
  // Three dotted base64url parts, the last possibly empty. Nothing is decoded.
  [
    'jwt',
    exactly('[A-Za-z0-9\\-_]+\\.[A-Za-z0-9\\-_]+\\.[A-Za-z0-9\\-_]*', {
      test: 'isJwt',
      text: 'must be a JSON Web Token',
    }),
  ],
  [
    'e164',
    exactly('\\+?[1-9][0-9]{7,14}', { test: 'isE164', text: 'must be a telephone number in E.164 form' }),
  ],
  ['isbn', ofText({ test: 'isIsbn', text: 'must be an ISBN' })],
  ['isbn10', ofText({ test: 'isIsbn10', text: 'must be an ISBN-10' })],
  ['isbn13', ofText({ test: 'isIsbn13', text: 'must be an ISBN-13' })],
  [
    'latitude',
    {
      parameter: 'none',
      targets: ['string', 'integer', 'float'],
      test: 'isLatitude',
      pattern: whole('[\\-+]?(?:[1-8]?[0-9](?:\\.[0-9]+)?|90(?:\\.0+)?)'),
      amount: 90,
      text: 'must be a latitude',
    },
  ],
  [
    'longitude',
    {
      parameter: 'none',
      targets: ['string', 'integer', 'float'],
      test: 'isLongitude',
      pattern: whole('[\\-+]?(?:180(?:\\.0+)?|(?:1[0-7][0-9]|[1-9]?[0-9])(?:\\.[0-9]+)?)'),
      amount: 180,
      text: 'must be a longitude',
    },
  ],

  // Files
  ['maxSize', { parameter: 'bytes', targets: ['file'], text: 'must have at most {param}' }],
  ['mime', { parameter: 'media-types', targets: ['file'] }],
  [
    'sniff',
    {
      parameter: 'none',
      targets: ['file'],
      test: 'beginsLikeItsType',
      text: 'must begin like a file of its type',
    },
  ],
  ['maxFiles', { parameter: 'size', targets: ['list'], breaks: '>' }],
])
