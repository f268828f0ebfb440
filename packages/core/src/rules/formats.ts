/** A format that `@format` checks. */
interface FormatRow {
  /** The predicate of the runtime. */
  readonly test: string
  /** The value of `{example}` in messages. */
  readonly example: string
  /** The rule with the message of the format, unless it has the one of formats. */
  readonly rule?: string
}

/** Checked formats of JSON Schema, and `byte` of OpenAPI. */
export const formats = {
  'date-time': { test: 'isDateTimeFormat', example: '2026-11-23T14:30:00Z', rule: 'datetime' },
  date: { test: 'isDateFormat', example: '2026-11-23', rule: 'datetime' },
  time: { test: 'isTimeFormat', example: '14:30:00Z', rule: 'datetime' },
  duration: { test: 'isDurationFormat', example: 'P3DT12H' },
  email: { test: 'isEmailFormat', example: 'ann@example.org', rule: 'email' },
  hostname: { test: 'isHostnameFormat', example: 'example.org', rule: 'hostname' },
  ipv4: { test: 'isIpv4Format', example: '192.0.2.1', rule: 'ipv4' },
  ipv6: { test: 'isIpv6Format', example: '2001:db8::1', rule: 'ipv6' },
  uri: { test: 'isUriFormat', example: 'https://example.org/a' },
  'uri-reference': { test: 'isUriReferenceFormat', example: '../a?b=c' },
  iri: { test: 'isIriFormat', example: 'https://example.org/ä' },
  'iri-reference': { test: 'isIriReferenceFormat', example: '../ä' },
  // Any version, in either case.
  uuid: { test: 'isUuid', example: '123e4567-e89b-12d3-a456-426614174000', rule: 'uuid' },
  'json-pointer': { test: 'isJsonPointerFormat', example: '/items/0' },
  'relative-json-pointer': { test: 'isRelativeJsonPointerFormat', example: '1/items/0' },
  regex: { test: 'isRegexFormat', example: '^[a-z]+$' },
  byte: { test: 'isByteFormat', example: 'aGVsbG8=', rule: 'base64' },
} as const

export type FormatName = keyof typeof formats

export function isFormatName(text: string): text is FormatName {
  return Object.hasOwn(formats, text)
}

/** The row of a format; `undefined` for an unknown one. */
export function formatRow(format: string): FormatRow | undefined {
  return isFormatName(format) ? formats[format] : undefined
}
