import { dateExample } from './date-example.ts'

/** A text of each format of JSON Schema. */
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

/** A text that passes a rule with a parameter; '' when it needs none. */
export function exampleOf(rule: string, param: string): string {
  if (rule === 'datetime') return dateExample(param)
  return rule === 'format' && Object.hasOwn(formats, param) ? (formats[param] ?? '') : ''
}

/** Formats that are told in the words of a rule. */
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

/** The rule in whose words a format is told. */
export function wordsOfFormat(param: string): string {
  return Object.hasOwn(words, param) ? (words[param] ?? 'format') : 'format'
}
