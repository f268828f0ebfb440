import fc from 'fast-check'
import { bodyJson, jsonText, objectJson } from '../reference/arbitrary-json.ts'
import { DecodedWhole } from '../reference/bind-decoded.ts'
import { ReferenceFile } from '../reference/decode-multipart.ts'
import { bodyField, boundFields, type DtoModel, type FieldModel, type TypeModel } from '../reference/model.ts'
import { randomValues } from '../reference/random-values.ts'
import { parseByReference, ReferenceInstance } from '../reference/read-scalar.ts'
import { bindByReference } from '../reference/reference-binder.ts'
import { emptyRequest } from '../reference/wire-request.ts'
import { asJsonBody, isFileType } from './plain-dto.ts'

/** Values of one property, and tries for them: few texts are values of some types. */
const [maxValues, maxTries] = [60, 1500]

/**
 * Values of a DTO, always the same for a seed: what its properties hold after any request, not what a source can carry. Each property
 * has values of its own, which are combined.
 */
export function* valuesOf(dto: DtoModel, seed: number): Iterable<unknown> {
  const pools = dto.fields.map((field, i) => [field.name, poolOf(dto, field, seed + i)] as const)
  if (pools.some(([, pool]) => pool.length === 0)) return
  const random = mulberry32(seed)
  for (;;) {
    const value: Record<string, unknown> = {}
    for (const [name, pool] of pools) {
      const own = pool[Math.floor(random() * pool.length)]
      if (own !== undefined) Object.defineProperty(value, name, { value: own.value, ...plain })
    }
    // With the option \`required\` of a source, a value never lacks the property.
    if (
      dto.fields.some(
        (field) => field.tags.some(({ required }) => required) && value[field.name] === undefined,
      )
    )
      continue
    yield dto.isBody ? value[bodyField] : withoutAbsent(value)
  }
}

const plain = { enumerable: true, configurable: true, writable: true }

interface Held {
  readonly value: unknown
}

/** Some values of a property, as a JSON body gives them; one is absent if it may be. */
function poolOf(dto: DtoModel, field: FieldModel, seed: number): readonly Held[] {
  const pool: Held[] = []
  let tries = maxTries
  if (isFileType(field.type)) {
    for (const { value } of randomValues(filesFor(field), seed))
      if (pool.push({ value }) === maxValues) return pool
  }
  const whole = asJsonBody({ ...dto, fields: [field] })
  const text = dto.isBody ? jsonText(field.type, 'json') : objectJson(boundFields(whole, 'json'), 'json')
  for (const { value: json } of randomValues(bodyJson(text), seed)) {
    if (pool.length === maxValues || tries-- === 0) return pool
    const body = new TextEncoder().encode(json)
    const outcome = bindByReference(whole, 'json', { ...emptyRequest, contentType: 'application/json', body })
    if (outcome.kind !== 'value' || !isLasting(outcome.value)) continue
    const { value: bound } = outcome
    const isAbsent = !dto.isBody && !Object.hasOwn(Object(bound), field.name)
    const value = dto.isBody ? bound : isAbsent ? undefined : Reflect.get(Object(bound), field.name)
    pool.push({ value: tidied(value) })
  }
  return pool
}

/** Properties that inherited ones would stand for are own ones, so that absence is `undefined`. */
function withoutAbsent(value: Record<string, unknown>): unknown {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))
}

/** A small generator of numbers from 0 to 1. */
function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Whether the text of each instance makes the same instance; that is the class's own matter. */
function isLasting(value: unknown): boolean {
  let isSame = true
  mapped(value, (one) => {
    if (one instanceof ReferenceInstance)
      isSame &&= parseByReference(one.className, one.text)?.text === one.text
    return one
  })
  return isSame
}

function filesFor({ type, optional }: FieldModel): fc.Arbitrary<unknown> {
  const one = fc
    .record({
      name: fc.constantFrom('a.txt', 'ä "b".png', 'x', 'a%22b', 'c/d.txt', 'line\nbreak', 'e\\f', ' '),
      type: fc.constantFrom('text/plain', 'image/png', 'application/octet-stream'),
      content: fc.uint8Array({ maxLength: 20 }),
    })
    .map(({ name, type: of, content }) => new ReferenceFile(name, of, content))
  const value: fc.Arbitrary<unknown> = isListType(type) ? fc.array(one, { maxLength: 3 }) : one
  return optional ? fc.option(value, { nil: undefined }) : value
}

function isListType(type: TypeModel): boolean {
  return type.kind === 'list' || (type.kind === 'nullable' && type.of.kind === 'list')
}

/** Minus zero is zero, and a number without a type is a number. */
function tidied(value: unknown): unknown {
  return mapped(value, (one) => {
    if (one === 0) return 0
    return one instanceof DecodedWhole ? Number(one.value) : one
  })
}

/** A record and an object of optional members are alike if they are empty. */
export function withoutPrototypes(value: unknown): unknown {
  return mapped(value, (one) => one)
}

/** The form in which a caller passes a value: texts in place of instances, and files of the platform, some as streams. */
export function passed(value: unknown, files: 'blobs' | 'streams' = 'blobs'): unknown {
  return mapped(value, (one) => {
    if (one instanceof ReferenceInstance) return one.text
    if (!(one instanceof ReferenceFile)) return one
    const { filename: name, type } = one
    const file = new File([Uint8Array.from(one.content)], name, { type })
    return files === 'streams' && file.size % 2 === 1 ? { name, type, stream: file.stream() } : file
  })
}

function mapped(value: unknown, change: (value: unknown) => unknown): unknown {
  const own = change(value)
  if (own !== value || typeof own !== 'object' || own === null) return own
  if (Array.isArray(own)) return own.map((one) => mapped(one, change))
  const above: unknown = Object.getPrototypeOf(own)
  if (above !== null && above !== Object.prototype) return own
  const copy = {}
  for (const [key, one] of Object.entries(own))
    Object.defineProperty(copy, key, {
      value: mapped(one, change),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return copy
}
