import { readFileSync } from 'node:fs'
import { encode as encodeMsgPack } from '@msgpack/msgpack'
import { encode as encodeCbor } from 'cbor-x/index-no-eval'
import { bodyOf, type Candidate } from './candidate.ts'
import { repeated } from './repeated.ts'
import { cborElements, elements, formTexts, jsonTexts, members, msgPackElements, xmlTexts } from './rows.ts'

/** A payload and its DTO. */
export interface Payload {
  /** Unique: format, DTO and repeated unit. */
  readonly name: string
  readonly contentType: string
  /** `folder/Name` of a bundled DTO. */
  readonly dto: string
  /** A body of about `size` bytes. */
  readonly body: (size: number) => Uint8Array
}

type Binary = 'cbor' | 'msgpack'
type Format = Binary | 'json' | 'xml' | 'form' | 'multipart'

const boundary = 'b'
const contentTypes: Readonly<Record<Format, string>> = {
  json: 'application/json',
  cbor: 'application/cbor',
  msgpack: 'application/vnd.msgpack',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${boundary}`,
}

/** The members of the DTO `Plain`. */
const plainMembers = new Set(['u', 'items', 'map', 'texts', 'grid'])

/** Every payload of the table. */
export const payloads: readonly Payload[] = [
  ...elements.flatMap(([unit, names]) => listsOf(unit, names)),
  ...members.flatMap(([unit, names]) => mapsOf(unit, names)),
  ...jsonTexts.flatMap((parts) => ['Decoded', 'Plain'].map((dto) => textPayload('json', dto, parts))),
  ...xmlTexts.map((parts) => textPayload('xml', 'Texts', parts)),
  ...formTexts.map((unit) => textPayload('form', 'Texts', ['', unit, ''])),
  ...multipartPayloads(),
  ...cborElements.flatMap(([hex, names]) => rawLists('cbor', hex, names)),
  ...msgPackElements.flatMap(([hex, names]) => rawLists('msgpack', hex, names)),
  ...foundPayloads(),
]

function listsOf(unit: string, names: string): Payload[] {
  const dtosOf = (member: string): string[] => [
    ...(member === 'grid' ? [] : ['Decoded']),
    ...(plainMembers.has(member) ? ['Plain'] : []),
    ...(member === 'items' && unit.startsWith('{') ? ['Zeros'] : []),
  ]
  return ['u', ...names.split(' ')].flatMap((member) =>
    dtosOf(member).flatMap((dto) => {
      const json = textPayload('json', dto, [`{"${member}":[`, `${unit},`, `${unit}]}`])
      if (dto === 'Plain' || /\d{16}|e\d\d/.test(unit)) return [json]
      const binary = (format: Binary): Payload =>
        binaryPayload(format, dto, member, false, unit, (text) => encoded(format, JSON.parse(text)))
      return [json, binary('cbor'), binary('msgpack')]
    }),
  )
}

function mapsOf(unit: string, names: string): Payload[] {
  return ['u', ...names.split(' ')].flatMap((member) => {
    const dtos = plainMembers.has(member) ? ['Decoded', 'Plain'] : ['Decoded']
    const json = dtos.map((dto) => textPayload('json', dto, [`{"${member}":{`, `${unit},`, `${unit}}}`]))
    const binary = (format: Binary): Payload =>
      binaryPayload(format, 'Decoded', member, true, unit, (text) => {
        const [[key, value] = []] = Object.entries(JSON.parse(`{${text}}`))
        return Buffer.concat([encoded(format, key), encoded(format, value)])
      })
    return [...json, binary('cbor'), binary('msgpack')]
  })
}

function rawLists(format: Binary, hex: string, names: string): Payload[] {
  const unit = Buffer.from(hex, 'hex')
  return ['u', ...names.split(' ')].map((member) =>
    binaryPayload(format, member === 'grid' ? 'Plain' : 'Decoded', member, false, hex, () => unit),
  )
}

function encoded(format: Binary, value: unknown): Uint8Array {
  // A copy: the CBOR encoder returns a view of a buffer that it reuses.
  return format === 'cbor' ? Uint8Array.from(encodeCbor(value)) : encodeMsgPack(value)
}

/** `{ member: [unit, unit, …] }`, or a map of pairs. */
function binaryPayload(
  format: Binary,
  dto: string,
  member: string,
  isMap: boolean,
  unit: string,
  make: (unit: string) => Uint8Array,
): Payload {
  const body = (size: number): Uint8Array => {
    const { bytes, count } = repeated(unitsOf(unit, make), size)
    const key = encoded(format, member)
    const map = format === 'cbor' ? 0xa1 : 0x81
    return Buffer.concat([Buffer.of(map), key, openList(format, isMap, count), bytes])
  }
  const name = isMap ? `${member}: {${unit}, …}` : `${member}: [${unit}, …]`
  return payload(format, dto, name, body)
}

function openList(format: Binary, isMap: boolean, count: number): Uint8Array {
  const head = Buffer.alloc(5)
  if (format === 'cbor') head[0] = isMap ? 0xba : 0x9a
  else head[0] = isMap ? 0xdf : 0xdd
  head.writeUInt32BE(count, 1)
  return head
}

function textPayload(
  format: Format,
  dto: string,
  [head, unit, tail]: readonly [head: string, unit: string, tail: string],
): Payload {
  const body = (size: number): Uint8Array => {
    const text = changes.test(unit)
      ? repeated(unitsOf(unit, Buffer.from), size).bytes
      : Buffer.from(unit.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(unit)))))
    return Buffer.concat([Buffer.from(at(head, 0)), text, Buffer.from(at(tail, 0))])
  }
  const shown = [head, unit, '…', tail].map((part) => (part.length > 40 ? `${part.slice(0, 40)}~` : part))
  return payload(format, dto, shown.join(''), body)
}

function multipartPayloads(): Payload[] {
  const part = (name: string, content: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`
  const end = `--${boundary}--\r\n`
  const rows: readonly (readonly [head: string, unit: string, tail: string])[] = [
    ['', part('texts', ''), end],
    [part('texts', 'a').repeat(900), `--${boundary}`, `\r\n${end}`],
    [part('texts', 'a'), `\r\n--${boundary}x`, `\r\n${end}`],
    [part('texts', 'a'), '\r\n--', `\r\n${end}`],
    [`--${boundary}\r\n`, 'a: b\r\n', `\r\n\r\n${end}`],
    [`--${boundary}\r\nContent-Disposition: form-data; name="text"\r\n\r\n`, 'a', `\r\n${end}`],
    [`--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n`, '\0', `\r\n${end}`],
  ]
  return rows.map((parts) => textPayload('multipart', 'Texts', parts))
}

/** The findings of `npm run amplify`. */
function foundPayloads(): Payload[] {
  const found: readonly Candidate[] = JSON.parse(readFileSync(new URL('found.json', import.meta.url), 'utf8'))
  return found.map(foundPayload)
}

export function foundPayload(one: Candidate): Payload {
  const format = one.notation === 'jsonMembers' ? 'json' : one.notation
  if (!isFormat(format)) throw new TypeError(`not in a body: ${one.unit}`)
  return payload(format, one.dto, `found: ${one.head}${one.unit}…${one.tail}`, (size) => bodyOf(one, size))
}

function isFormat(name: string): name is Format {
  return name in contentTypes
}

export function payload(
  format: Format,
  dto: string,
  what: string,
  body: (size: number) => Uint8Array,
): Payload {
  const path = dto.includes('/') ? dto : `worst-case/${dto}`
  const shown = what.replace(/[^\x20-\x7e]/g, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`)
  return { name: `${format} ${path} ${shown}`, contentType: contentTypes[format], dto: path, body }
}

/** A little below the number of different keys that the default limits accept. */
const maxKeys = 50_900

function at(text: string, i: number): string {
  const counted = text.includes('{i}') ? text.replaceAll('{i}', String(i)) : text
  if (!text.includes('{rare}')) return counted
  const isRare = i * (text.split('{rare}').length - 1) < maxKeys
  return counted.replaceAll('{rare}', String(isRare ? i : 0))
}

/** Units that are made once where all are alike. */
function unitsOf(text: string, make: (text: string) => Uint8Array): (i: number) => Uint8Array {
  if (changes.test(text)) return (i) => make(at(text, i))
  const only = make(text)
  return () => only
}

const changes = /\{(?:i|rare)\}/
