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
import type { BreakingOperator, ParameterKind, RuleRow, RuleTarget, SizeMessage } from './rule-row.ts'

const text: readonly RuleTarget[] = ['string']
const numbers: readonly RuleTarget[] = ['integer', 'float', 'bigint']
const scalars: readonly RuleTarget[] = ['string', ...numbers, 'boolean', 'date']
const sized: readonly RuleTarget[] = ['string', ...numbers, 'list', 'record', 'bytes']
const sizedOrDate: readonly RuleTarget[] = [...sized, 'date']
const equal: readonly RuleTarget[] = ['string', ...numbers, 'boolean', 'list', 'record']
const ordered: readonly RuleTarget[] = [...numbers, 'date']
const all: readonly RuleTarget[] = [...scalars, 'list', 'record', 'bytes', 'object', 'class', 'file']

const uuidFormat = { format: 'uuid' } as const

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

/** A comparison of a number, or of a size. */
function bySize(breaks: BreakingOperator, message: SizeMessage): RuleRow {
  return { parameter: 'size', targets: sized, breaks, text: message }
}

/** The same, or without a parameter a comparison of a date with now. */
function bySizeOrTime(breaks: BreakingOperator, message: SizeMessage): RuleRow {
  return { ...bySize(breaks, message), targets: sizedOrDate }
}

/** A rule about the values in its parameter. */
function among(targets: readonly RuleTarget[], message: string): RuleRow {
  return { parameter: 'words', targets, fill: 'values', text: message }
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
  ['len', bySize('!==', { size: 'exactly', number: 'must be {param}' })],
  ['min', bySize('<', { size: 'at least' })],
  ['max', bySize('>', { size: 'at most' })],
  ['gt', bySizeOrTime('<=', { size: 'more than', date: 'must be in the future' })],
  ['gte', bySizeOrTime('<', { size: 'at least', date: 'must be now or later' })],
  [
    'lt',
    bySizeOrTime('>=', {
      size: 'fewer than',
      number: 'must be less than {param}',
      date: 'must be in the past',
    }),
  ],
  ['lte', bySizeOrTime('>', { size: 'at most', date: 'must be now or earlier' })],
  [
    'eq',
    {
      parameter: 'text',
      targets: equal,
      breaks: '!==',
      text: {
        list: { one: 'must have exactly {param} element', other: 'must have exactly {param} elements' },
        record: { one: 'must have exactly {param} entry', other: 'must have exactly {param} entries' },
        number: 'must be {param}',
      },
    },
  ],
  ['ne', { parameter: 'text', targets: equal, breaks: '===', text: 'must not be {param}' }],
  ['eq_ignore_case', { parameter: 'text', targets: text, text: 'must be {param}' }],
  ['ne_ignore_case', { parameter: 'text', targets: text, text: 'must not be {param}' }],
  ['oneof', among(['string', 'integer', 'bigint'], 'must be one of {param}')],
  ['oneofci', among(text, 'must be one of {param}')],
  ['noneof', among(['string', 'integer', 'bigint'], 'must be none of {param}')],
  ['multipleOf', { parameter: 'size', targets: numbers, text: 'must be a multiple of {param}' }],
  [
    'unique',
    {
      parameter: 'optional-property',
      targets: ['list', 'record'],
      text: {
        list: 'must have no two equal values',
        property: 'must have no two elements with the same {param}',
      },
    },
  ],
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
    exactly('[a-zA-Z]+', {
      test: 'isAlpha',
      holdsForParts: true,
      example: 'abC',
      text: 'must be letters a to z only',
    }),
  ],
  [
    'alphaspace',
    exactly('[a-zA-Z ]+', {
      test: 'isAlphaSpace',
      holdsForParts: true,
      example: 'a b',
      text: 'must be letters a to z and blanks only',
    }),
  ],
  [
    'alphanum',
    exactly('[a-zA-Z0-9]+', {
      test: 'isAlphanum',
      holdsForParts: true,
      example: 'a1',
      text: 'must be letters a to z and digits only',
    }),
  ],
  [
    'alphanumspace',
    exactly('[a-zA-Z0-9 ]+', {
      test: 'isAlphanumSpace',
      holdsForParts: true,
      example: 'a 1',
      text: 'must be letters a to z, digits and blanks only',
    }),
  ],
  [
    'alphaunicode',
    ofText({
      test: 'isAlphaUnicode',
      pattern: whole('\\p{L}+'),
      holdsForParts: true,
      example: 'été',
      text: 'must be letters only',
    }),
  ],
  [
    'alphanumunicode',
    ofText({
      test: 'isAlphanumUnicode',
      pattern: whole('[\\p{L}\\p{N}]+'),
      holdsForParts: true,
      example: 'été1',
      text: 'must be letters and digits only',
    }),
  ],
  [
    'ascii',
    ofText({
      test: 'isAscii',
      pattern: whole('[\\x00-\\x7f]*'),
      holdsForParts: true,
      example: 'a\n',
      text: 'must be ASCII characters only',
    }),
  ],
  [
    'printascii',
    exactly('[ -~]*', {
      test: 'isPrintAscii',
      holdsForParts: true,
      example: 'a b',
      text: 'must be printable ASCII characters only',
    }),
  ],
  // A pattern cannot express letter case.
  [
    'lowercase',
    ofText({
      test: 'isLowercase',
      schema: { minLength: 1 },
      example: 'a-1 é',
      text: 'must be in lower case',
    }),
  ],
  [
    'uppercase',
    ofText({ test: 'isUppercase', schema: { minLength: 1 }, example: 'A-1', text: 'must be in upper case' }),
  ],
  [
    'numeric',
    {
      ...exactly('[\\-+]?[0-9]+(?:\\.[0-9]+)?', {
        test: 'isNumeric',
        example: '-1.5',
        text: 'must be a decimal number',
      }),
      targets: ['string', ...numbers],
    },
  ],
  [
    'number',
    {
      ...exactly('[0-9]+', {
        test: 'isDigits',
        holdsForParts: true,
        example: '007',
        text: 'must be digits only',
      }),
      targets: ['string', ...numbers],
    },
  ],
  [
    'boolean',
    ofText({
      test: 'isBoolean',
      schema: { enum: patterns.booleans },
      example: 'true',
      text: 'must be true or false',
    }),
  ],
  [
    'hexadecimal',
    exactly(patterns.hexadecimal, {
      test: 'isHexadecimal',
      example: '0xFF',
      text: 'must be a hexadecimal number',
    }),
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
    ofText({
      test: 'isHexColor',
      pattern: hexColorPattern,
      example: '#fff',
      text: 'must be a hexadecimal colour',
    }),
  ],
  [
    'rgb',
    ofText({
      test: 'isRgb',
      pattern: rgbPattern,
      constant: 'rgbPattern',
      example: 'rgb(0, 31, 255)',
      text: 'must be an rgb() colour',
    }),
  ],
  [
    'rgba',
    ofText({
      test: 'isRgba',
      pattern: rgbaPattern,
      constant: 'rgbaPattern',
      example: 'rgba(0,31,255,0.5)',
      text: 'must be an rgba() colour',
    }),
  ],
  [
    'hsl',
    ofText({
      test: 'isHsl',
      pattern: hslPattern,
      constant: 'hslPattern',
      example: 'hsl(360,100%,50%)',
      text: 'must be an hsl() colour',
    }),
  ],
  [
    'hsla',
    ofText({
      test: 'isHsla',
      pattern: hslaPattern,
      constant: 'hslaPattern',
      example: 'hsla(360,100%,50%,1)',
      text: 'must be an hsla() colour',
    }),
  ],
  [
    'iscolor',
    ofText({
      test: 'isColor',
      pattern: colorPattern,
      constant: 'colorPattern',
      example: '#fff',
      text: 'must be a colour',
    }),
  ],
  [
    'email',
    ofText({
      test: 'isEmail',
      pattern: emailPattern,
      constant: 'emailPattern',
      example: 'ann@example.org',
      text: 'must be an e-mail address',
    }),
  ],
  // The patterns of URLs are about their start.
  [
    'url',
    ofText({
      test: 'isUrl',
      pattern: '^[^:\\/?#]+:[\\s\\S]',
      example: 'https://example.org/a?b',
      text: 'must be a URL',
    }),
  ],
  [
    'http_url',
    ofText({
      test: 'isHttpUrl',
      pattern: '^[hH][tT]{2}[pP][sS]?:\\/\\/[^\\/?#]',
      example: 'http://example.org',
      text: 'must be an http or https URL',
    }),
  ],
  [
    'https_url',
    ofText({
      test: 'isHttpsUrl',
      pattern: '^[hH][tT]{2}[pP][sS]:\\/\\/[^\\/?#]',
      example: 'https://example.org',
      text: 'must be an https URL',
    }),
  ],
  [
    'uri',
    ofText({
      test: 'isUri',
      pattern: '^(?:\\/|[a-zA-Z][a-zA-Z0-9+.\\-]*:|\\*(?:#|$))',
      example: '/a/b',
      text: 'must be a URI or an absolute path',
    }),
  ],
  // Any version, with hyphens, in either case; the versioned forms are in lower case.
  [
    'uuid',
    exactly(patterns.uuid, {
      test: 'isUuid',
      schema: uuidFormat,
      example: '625e63f3-58f5-40b7-83a1-a72ad31acffb',
      text: 'must be a UUID',
    }),
  ],
  [
    'uuid3',
    exactly(patterns.uuidOf(3, '[0-9a-f]'), {
      test: 'isUuid3',
      schema: uuidFormat,
      example: 'a987fbc9-4bed-3078-cf07-9141ba07c9f3',
      text: 'must be a UUID of version 3',
    }),
  ],
  [
    'uuid4',
    exactly(patterns.uuidOf(4), {
      test: 'isUuid4',
      schema: uuidFormat,
      example: '625e63f3-58f5-40b7-83a1-a72ad31acffb',
      text: 'must be a UUID of version 4',
    }),
  ],
  [
    'uuid5',
    exactly(patterns.uuidOf(5), {
      test: 'isUuid5',
      schema: uuidFormat,
      example: '987fbc97-4bed-5078-af07-9141ba07c9f3',
      text: 'must be a UUID of version 5',
    }),
  ],
  // RFC 9562: milliseconds since 1970, and random bits.
  [
    'uuid7',
    exactly(patterns.uuidOf(7), {
      test: 'isUuid7',
      schema: uuidFormat,
      example: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
      text: 'must be a UUID of version 7',
    }),
  ],
  [
    'ulid',
    exactly('[A-HJKMNP-TV-Za-hjkmnp-tv-z0-9]{26}', {
      test: 'isUlid',
      example: '01BX5ZZKBKACTAV9WEVGEMMVRZ',
      text: 'must be a ULID',
    }),
  ],
  [
    'md5',
    exactly(patterns.md5, {
      test: 'isMd5',
      example: 'd41d8cd98f00b204e9800998ecf8427e',
      text: 'must be an MD5 digest',
    }),
  ],
  [
    'sha256',
    exactly(patterns.sha256, {
      test: 'isSha256',
      example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      text: 'must be a SHA-256 digest',
    }),
  ],
  // semver.org, version 2.
  [
    'semver',
    exactly(patterns.semver, {
      test: 'isSemver',
      example: '1.2.3-rc.1+b7',
      text: 'must be a semantic version',
    }),
  ],
  [
    'ip',
    ofText({
      test: 'isIp',
      schema: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
      example: '10.0.0.1',
      text: 'must be an IP address',
    }),
  ],
  [
    'ipv4',
    ofText({
      test: 'isIpv4',
      // Includes ::ffff:1.2.3.4.
      schema: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6', pattern: ':[fF]{4}:' }] },
      example: '10.0.0.1',
      text: 'must be an IPv4 address',
    }),
  ],
  [
    'ipv6',
    ofText({
      test: 'isIpv6',
      schema: { format: 'ipv6' },
      example: '2001:db8::1',
      text: 'must be an IPv6 address',
    }),
  ],
  [
    'cidr',
    ofText({
      test: 'isCidr',
      pattern: '^[0-9a-fA-F:.]+\\/[0-9]+$',
      example: '10.0.0.1/8',
      text: 'must be an IP network',
    }),
  ],
  [
    'cidrv4',
    ofText({
      test: 'isCidrv4',
      pattern: '^[0-9a-fA-F:.]+\\/[0-9]+$',
      example: '10.0.0.0/8',
      text: 'must be an IPv4 network',
    }),
  ],
  [
    'cidrv6',
    ofText({
      test: 'isCidrv6',
      pattern: '^[0-9a-fA-F:.]+\\/[0-9]+$',
      example: '2001:db8::/32',
      text: 'must be an IPv6 network',
    }),
  ],
  [
    'mac',
    exactly(patterns.mac, {
      test: 'isMac',
      example: '00:25:96:ff:fe:12',
      text: 'must be a MAC address',
    }),
  ],
  [
    'hostname',
    exactly(patterns.hostname, {
      test: 'isHostname',
      example: 'a-1.example',
      text: 'must be a host name',
    }),
  ],
  [
    'hostname_rfc1123',
    exactly(patterns.host, {
      test: 'isHostnameRfc1123',
      example: '1.example',
      text: 'must be a host name',
    }),
  ],
  [
    'fqdn',
    exactly(patterns.fqdn, {
      test: 'isFqdn',
      example: 'example.org.',
      text: 'must be a fully qualified domain name',
    }),
  ],
  [
    'hostname_port',
    exactly(patterns.hostnamePort, {
      test: 'isHostnamePort',
      example: 'example.org:80',
      text: 'must be a host and a port',
    }),
  ],
  [
    'datetime',
    { parameter: 'layout', targets: text, fill: 'layout', text: 'must be a date or time such as {example}' },
  ],
  [
    'format',
    {
      parameter: 'format',
      targets: text,
      fill: 'format',
      text: 'must be of the format {param}, such as {example}',
    },
  ],
  [
    'timezone',
    ofText({
      test: 'isTimeZone',
      schema: { minLength: 1 },
      example: 'Europe/Berlin',
      text: 'must be a time zone',
    }),
  ],
  [
    'base32',
    ofText({
      test: 'isBase32',
      pattern: whole('(?=(?:.{8})*$)[A-Z2-7]+(?:={6}|={4}|={3}|=)?'),
      schema: { contentEncoding: 'base32' },
      example: 'MFRGG===',
      text: 'must be base32 text',
    }),
  ],
  [
    'base64',
    ofText({
      test: 'isBase64',
      pattern: whole('(?=(?:.{4})*$)[A-Za-z0-9+\\/]+={0,2}'),
      schema: { contentEncoding: 'base64' },
      example: 'TG9yZW0=',
      text: 'must be base64 text',
    }),
  ],
  [
    'base64url',
    ofText({
      test: 'isBase64Url',
      pattern: whole('(?=(?:.{4})*$)[A-Za-z0-9\\-_]+={0,2}'),
      schema: { contentEncoding: 'base64url' },
      example: 'FPucA9l-',
      text: 'must be base64url text',
    }),
  ],
  [
    'base64rawurl',
    ofText({
      test: 'isBase64RawUrl',
      pattern: whole('(?!(?:.{4})*.$)[A-Za-z0-9\\-_]+'),
      example: 'AQI',
      text: 'must be base64url text without padding',
    }),
  ],
  [
    'json',
    ofText({
      test: 'isJson',
      schema: { contentMediaType: 'application/json' },
      example: '{"a":1}',
      text: 'must be JSON text',
    }),
  ],
  // Three dotted base64url parts, the last possibly empty. Nothing is decoded.
  [
    'jwt',
    exactly('[A-Za-z0-9\\-_]+\\.[A-Za-z0-9\\-_]+\\.[A-Za-z0-9\\-_]*', {
      test: 'isJwt',
      example: 'eyJh.eyJz.',
      text: 'must be a JSON Web Token',
    }),
  ],
  [
    'e164',
    exactly('\\+?[1-9][0-9]{7,14}', {
      test: 'isE164',
      example: '+12025550123',
      text: 'must be a telephone number in E.164 form',
    }),
  ],
  ['isbn', ofText({ test: 'isIsbn', example: '1-61729-085-8', text: 'must be an ISBN' })],
  ['isbn10', ofText({ test: 'isIsbn10', example: '3836221195', text: 'must be an ISBN-10' })],
  ['isbn13', ofText({ test: 'isIsbn13', example: '9784873113685', text: 'must be an ISBN-13' })],
  [
    'latitude',
    {
      parameter: 'none',
      targets: ['string', 'integer', 'float'],
      test: 'isLatitude',
      pattern: whole(patterns.latitude),
      amount: 90,
      example: '52.5',
      text: 'must be a latitude',
    },
  ],
  [
    'longitude',
    {
      parameter: 'none',
      targets: ['string', 'integer', 'float'],
      test: 'isLongitude',
      pattern: whole(patterns.longitude),
      amount: 180,
      example: '13.4',
      text: 'must be a longitude',
    },
  ],

  // Files
  ['maxSize', { parameter: 'bytes', targets: ['file'], text: 'must have at most {param}' }],
  [
    'mime',
    { parameter: 'media-types', targets: ['file'], fill: 'words', text: 'must be of the type {list}' },
  ],
  [
    'sniff',
    {
      parameter: 'none',
      targets: ['file'],
      test: 'beginsLikeItsType',
      text: 'must begin like a file of its type',
    },
  ],
  [
    'maxFiles',
    {
      parameter: 'size',
      targets: ['list'],
      breaks: '>',
      text: { one: 'must have at most {param} file', other: 'must have at most {param} files' },
    },
  ],
])
