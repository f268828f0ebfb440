import { dateExample } from './date-example.ts'

/** An example of each JSON Schema format without a rule of its own, or with dates. */
const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-11-23T14:30:00Z',
  date: '2026-11-23',
  time: '14:30:00Z',
  duration: 'P3DT12H',
  uri: 'https://example.org/a',
  'uri-reference': '../a?b=c',
  iri: 'https://example.org/ä',
  'iri-reference': '../ä',
  'json-pointer': '/items/0',
  'relative-json-pointer': '1/items/0',
  regex: '^[a-z]+$',
}

/** Examples of the other formats, whose English messages have none; pages bundle the ones above. */
const ruleFormats: Readonly<Record<string, string | undefined>> = {
  email: 'ann@example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  byte: 'aGVsbG8=',
}

/** An example that satisfies a rule with its parameter; `''` when the message needs none. */
export function exampleOf(rule: string, param: string): string {
  if (rule === 'datetime') return dateExample(param)
  return rule === 'format' ? formatExample(param) || (ruleFormats[param] ?? '') : ''
}

export function formatExample(format: string): string {
  return Object.hasOwn(formats, format) ? (formats[format] ?? '') : ''
}

/** Formats that share the message of a rule. */
const words: Readonly<Record<string, string>> = {
  email: 'email',
  hostname: 'hostname',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
  uuid: 'uuid',
  byte: 'base64',
  date: 'datetime',
  time: 'datetime',
  'date-time': 'datetime',
}

/** The rule whose message describes a format. */
export function wordsOfFormat(param: string): string {
  return Object.hasOwn(words, param) ? (words[param] ?? 'format') : 'format'
}
