/** Checked formats of JSON Schema, and `byte` of OpenAPI, each with an example. */
export const formats = {
  'date-time': '2026-11-23T14:30:00Z',
  date: '2026-11-23',
  time: '14:30:00Z',
  duration: 'P3DT12H',
  email: 'ann@example.org',
  hostname: 'www.example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.org/a',
  'uri-reference': '../a?b=c',
  iri: 'https://example.org/ä',
  'iri-reference': '../ä',
  uuid: '625e63f3-58f5-40b7-83a1-a72ad31acffb',
  'json-pointer': '/items/0',
  'relative-json-pointer': '1/items/0',
  regex: '^[a-z]+$',
  byte: 'TG9yZW0=',
} as const

export type FormatName = keyof typeof formats

export function isFormatName(text: string): text is FormatName {
  return Object.hasOwn(formats, text)
}

/** All names, for messages. */
export const formatNames: string = Object.keys(formats)
  .join(', ')
  .replace(/, ([^,]+)$/, ' and $1')
