import type { BodyFormat } from '@ctxgen/codegen/client'
import type { App } from '@ctxgen/runtime'
import { differenceOf } from '../reference/compare-values.ts'
import { boundFields, type DtoModel, type FieldModel, type Source } from '../reference/model.ts'
import { passed, valuesOf, withoutPrototypes } from './arbitrary-value.ts'
import type { CompiledClient } from './client-compiler.ts'
import { inputOf } from './plain-dto.ts'

/** A value that a client neither sends as it is nor refuses. */
export interface Mistake {
  readonly dto: DtoModel
  readonly format: BodyFormat | 'none'
  readonly value: unknown
  readonly what: string
}

export type ClientTally = Map<'same' | 'refused', number>

const sourceOf: Readonly<Record<BodyFormat, Source>> = {
  json: 'json',
  urlencoded: 'form',
  multipart: 'form',
  xml: 'xml',
  msgpack: 'msgpack',
  cbor: 'cbor',
}

/** The formats that carry each property of a DTO that no other place does; `none` without a body. */
export function formatsOf(dto: DtoModel): readonly (BodyFormat | 'none')[] {
  const beside = placedFields(dto, ['uri', 'query', 'header', 'cookie'])
  const inBody = dto.fields.filter((field) => !beside.has(field))
  const formats = (Object.keys(sourceOf) as BodyFormat[]).filter((format) => {
    const placed = placedFields(dto, [sourceOf[format]])
    return placed.size > 0 && inBody.every((field) => placed.has(field))
  })
  return inBody.length === 0 && formats.length === 0 ? ['none'] : formats
}

function placedFields(dto: DtoModel, sources: readonly Source[]): ReadonlySet<FieldModel> {
  return new Set(sources.flatMap((source) => boundFields(dto, source).map(({ field }) => field)))
}

export interface ClientRun {
  readonly seed: number
  /** Of all formats together. */
  readonly values: number
  readonly tally: ClientTally
  /** Default: in process. */
  readonly api?: { readonly baseUrl: string }
}

/** Sends values with a client to its app: each arrives as it is, or the client names the property that cannot be sent. */
export async function compareClient(
  compiled: CompiledClient,
  dto: DtoModel,
  { seed, values, tally, api }: ClientRun,
): Promise<Mistake | undefined> {
  let left = values
  const formats = formatsOf(dto)
  if (formats.length === 0) return undefined
  for (const value of valuesOf(dto, seed)) {
    for (const format of formats) {
      if (left-- <= 0) return undefined
      const result = await sendOne(compiled, dto, format, value, api)
      if (result !== 'same' && result !== 'refused') return { dto, format, value, what: result }
      tally.set(result, (tally.get(result) ?? 0) + 1)
    }
  }
  return undefined
}

async function sendOne(
  { app, seen, clients }: CompiledClient,
  dto: DtoModel,
  format: BodyFormat | 'none',
  value: unknown,
  api: { readonly baseUrl: string } | { readonly fetch: App['fetch'] } = { fetch: app.fetch },
): Promise<string> {
  const functions = clients.get(format === 'none' ? 'json' : format)
  const send = functions?.[`send${dto.name}`]
  if (typeof send !== 'function') return `there is no function for ${format}`
  seen.value = nothing
  const names = new Set(dto.fields.map(({ name }) => name))
  try {
    const input = inputOf(dto, passed(value, 'baseUrl' in api ? 'blobs' : 'streams'))
    const answer: { status: number; problem?: unknown } = await send(api, input)
    if (answer.status !== 204) return `refused by the service: ${JSON.stringify(answer.problem)}`
  } catch (error) {
    if (!(error instanceof TypeError))
      return `failed: ${error instanceof Error ? error.stack : String(error)}`
    const isNamed = [...names].some((name) => new RegExp(`^${quoted(name)}(?:[. ]|$)`).test(error.message))
    return isNamed || dto.isBody ? 'refused' : `threw without a name: ${error.stack} ${String(error.cause)}`
  }
  const difference = differenceOf(
    { kind: 'value', value: withoutPrototypes(value) },
    { kind: 'value', value: withoutPrototypes(seen.value) },
  )
  return difference ?? 'same'
}

const nothing = Symbol('nothing was bound')

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** A mistake as text for a person. */
export function describeMistake({ dto, format, value, what }: Mistake): string {
  return `${dto.name} as ${format}: ${what}\n${inspected(value)}`
}

function inspected(value: unknown): string {
  return (
    JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one), 2) ??
    String(value)
  )
}
