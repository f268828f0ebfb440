import { performance } from 'node:perf_hooks'
import { Bind, BindError, HttpError } from '@ctxgen/runtime'
import fc from 'fast-check'
import { bodyBinary } from './arbitrary-binary.ts'
import { bodyJson, objectJson } from './arbitrary-json.ts'
import { boundary, multipartText } from './arbitrary-multipart.ts'
import { pairsText } from './arbitrary-pairs.ts'
import { bodyXml } from './arbitrary-xml.ts'
import { toBindInput } from './call-generated.ts'
import type { BoundField, TypeModel } from './model.ts'
import { emptyRequest, type WireRequest } from './wire-request.ts'

type Arb<T> = fc.Arbitrary<T>

/** A reader of untrusted bytes, without a DTO, and sample bytes of its format. */
interface Reader {
  readonly name: string
  readonly bytes: Arb<Uint8Array>
  readonly contentType: string
  readonly read: (bind: Bind) => unknown
}

const object: TypeModel = {
  kind: 'object',
  name: 'Some',
  fields: [
    { name: 'a', optional: false, type: { kind: 'scalar', scalar: 'string' }, tags: [], default: undefined },
    { name: 'n', optional: true, type: { kind: 'scalar', scalar: 'number' }, tags: [], default: undefined },
  ],
}
const fields: readonly BoundField[] = (
  [object, { kind: 'list', of: object }, { kind: 'list', of: { kind: 'scalar', scalar: 'Date' } }] as const
).map((type, i) => ({
  field: { name: `f${i}`, optional: true, type, tags: [], default: undefined },
  key: `f${i}`,
  required: false,
  format: undefined,
}))

const text = (some: Arb<string>): Arb<Uint8Array> => some.map((one) => new TextEncoder().encode(one))

const readers: readonly Reader[] = [
  {
    name: 'MessagePack',
    bytes: bodyBinary(objectJson(fields, 'msgpack'), 'msgpack'),
    contentType: '',
    read: (bind) => bind.msgPack(),
  },
  {
    name: 'CBOR',
    bytes: bodyBinary(objectJson(fields, 'cbor'), 'cbor'),
    contentType: '',
    read: (bind) => bind.cbor(),
  },
  {
    name: 'JSON',
    bytes: text(bodyJson(objectJson(fields, 'json'))),
    contentType: '',
    read: (bind) => bind.json(),
  },
  { name: 'XML', bytes: text(bodyXml(fields)), contentType: '', read: (bind) => bind.xml() },
  {
    name: 'multipart',
    bytes: text(multipartText(fields)),
    contentType: `multipart/form-data; boundary=${boundary}`,
    read: (bind) => bind.form(),
  },
  { name: 'form', bytes: text(pairsText(fields, 'form')), contentType: '', read: (bind) => bind.form() },
]

/** How many readers there are. */
export const readerCount: number = readers.length

/** A forbidden result of a reader. */
export interface Misread {
  readonly reader: string
  /** In hexadecimal. */
  readonly bytes: string
  readonly what: string
}

/** The longest time for reading a few hundred bytes, in milliseconds. */
const slow = 1000

/** Reads damaged bytes: each gives a value, a BindError or an HttpError below 500, within a second. */
export function fuzzReaders(seed: number, runs: number): Misread | undefined {
  for (const reader of readers) {
    const property = fc.property(damaged(reader.bytes), (bytes) => {
      const what = misreading(reader, bytes)
      if (what !== undefined) throw new Error(what)
    })
    const { counterexample } = fc.check(property, { seed, numRuns: runs })
    if (counterexample === null) continue
    const [bytes] = counterexample
    const what = misreading(reader, bytes) ?? 'not again'
    return { reader: reader.name, bytes: Buffer.from(bytes).toString('hex'), what }
  }
  return undefined
}

/** Random bytes, and valid ones with some replaced, dropped, repeated or inserted. */
function damaged(good: Arb<Uint8Array>): Arb<Uint8Array> {
  const change = fc.record({
    at: fc.nat(400),
    drop: fc.nat(4),
    put: fc.uint8Array({ maxLength: 4 }),
    again: fc.nat(20),
  })
  const changed = fc.tuple(good, fc.array(change, { maxLength: 4 })).map(([bytes, changes]) =>
    changes.reduce((some, { at, drop, put, again }) => {
      const repeated = again === 0 ? some.subarray(0, at) : new Uint8Array()
      return Uint8Array.of(...some.subarray(0, at), ...put, ...repeated, ...some.subarray(at + drop))
    }, bytes),
  )
  return fc.oneof(
    { weight: 5, arbitrary: changed },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }) },
  )
}

function misreading({ contentType, read }: Reader, body: Uint8Array): string | undefined {
  const request: WireRequest = {
    ...emptyRequest,
    contentType,
    body,
    query: Buffer.from(body).toString('latin1'),
  }
  const start = performance.now()
  try {
    read(new Bind(toBindInput(request)))
    new Bind(toBindInput(request)).query()
  } catch (error) {
    const isAnswer = error instanceof BindError || (error instanceof HttpError && error.status < 500)
    if (!isAnswer) return `threw ${String(error)}`
  }
  const time = performance.now() - start
  return time > slow ? `took ${Math.round(time)} ms` : undefined
}
