import type { App } from '@ctxgen/runtime'
import { sampleDtos } from '../reference/arbitrary-dto.ts'
import { differenceOf } from '../reference/compare-values.ts'
import { type DtoModel, holds, type TypeModel } from '../reference/model.ts'
import { printDto, printModule } from '../reference/print-dto.ts'
import { valuesOf, withoutPrototypes } from './arbitrary-value.ts'
import type { ClientCompiler, CompiledClient, OpenElsewhere } from './client-compiler.ts'
import type { ClientTally } from './compare-client.ts'
import type { InverseSize } from './compare-clients.ts'
import { asJsonBody, servedDto } from './plain-dto.ts'

const formats = ['json', 'msgpack', 'cbor', 'xml'] as const
type AnswerFormat = (typeof formats)[number]

const senders: Readonly<Record<AnswerFormat, string>> = {
  json: 'json',
  msgpack: 'msgPack',
  cbor: 'cbor',
  xml: 'xml',
}

/**
 * Answers with values of random DTOs in every format, the same ones for a seed; some over a socket. A client that checks them
 * gives each as it was sent.
 *
 * @param open all are read over a socket then, by its clients
 * @returns the first mistake as text
 */
export async function compareAnswers(
  { seed, dtos, values }: InverseSize,
  compiler: ClientCompiler,
  tally: ClientTally,
  open?: OpenElsewhere,
): Promise<string | undefined> {
  const sent = sampleDtos(dtos, seed)
    .flatMap((dto) => servedDto(dto) ?? [])
    .map(asJsonBody)
    .filter((dto) => dto.fields.length > 0 && !isIn(dto, ({ kind }) => kind === 'class'))
  const compiled = await compiler.compile(sent, ['json'], { dtos: answeredModule, app: answeringApp })
  const errors = await compiler.typeErrors(['json'])
  if (errors.length > 0) return `the client does not compile\n${errors.slice(0, 5).join('\n')}`
  const { url: baseUrl } = await compiled.app.listen({ port: 0, host: '127.0.0.1', keepAliveTimeout: 0 })
  const client = open === undefined ? compiled : await open(compiled, baseUrl)
  try {
    for (const [i, dto] of sent.entries()) {
      const run = { seed: seed + i, tally, values }
      const api = { fetch: compiled.app.fetch, checked: true }
      const inProcess = open === undefined && (await compareDto(compiled, dto, run, api))
      const overSocket = open === undefined ? { ...run, values: values / 20 } : run
      const mistake = inProcess || (await compareDto(client, dto, overSocket, { baseUrl, checked: true }))
      if (mistake !== undefined) return `${mistake}\n${printDto(dto)}\nseed ${seed}`
    }
  } finally {
    await compiled.app.shutdown()
  }
  return undefined
}

export function answeredModule(dtos: readonly DtoModel[]): string {
  return printModule(dtos).replace(/^\/\*\* @json(?! .*@response)/gm, '/** @response @json')
}

/** Routes that answer with the value in `seen`. */
export function answeringApp(dtos: readonly DtoModel[]): string {
  const names = dtos.map(({ name }) => name)
  const routes = names.flatMap((name) =>
    formats.map(
      (format) =>
        `app.get('/${format}/${name}', (c) => c.${senders[format]}(seen.value as ${name}, ${name})).name('${format}${name}')`,
    ),
  )
  return `import { App } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { ${names.join(', ')} } from './dto.bind.js'

export const seen: { value: unknown } = { value: undefined }
export const app = new App({ msgPack: msgpack(), cbor: cbor() })
${routes.join('\n')}
`
}

function isIn({ fields }: DtoModel, isSuch: (type: TypeModel) => boolean): boolean {
  return fields.some(({ type }) => holds(type, isSuch))
}

interface AnswerRun {
  readonly seed: number
  /** Of all formats together. */
  readonly values: number
  readonly tally: ClientTally
}

interface AnswerApi {
  readonly fetch?: App['fetch']
  readonly baseUrl?: string
  readonly checked: boolean
}

async function compareDto(
  { seen, clients }: CompiledClient,
  dto: DtoModel,
  { seed, values, tally }: AnswerRun,
  api: AnswerApi,
): Promise<string | undefined> {
  const own = formats.filter((format) => format !== 'xml' || !isIn(dto, isAmbiguous))
  let left = values
  for (const value of valuesOf(dto, seed)) {
    for (const format of own) {
      if (left-- <= 0) return undefined
      const call = clients.get('json')?.[`${format}${dto.name}`]
      if (typeof call !== 'function') return `there is no function for ${format}`
      seen.value = value
      const refusal = refusalOf(value, format)
      const answer = await call(api).catch((error: unknown) => error)
      if (refusal === undefined && !answer.ok) return `${dto.name} in ${format}: ${answer}\n${shown(value)}`
      if (refusal !== undefined && answer.status !== refusal)
        return `${dto.name} in ${format} is not refused\n${shown(value)}`
      const difference =
        refusal === undefined
          ? differenceOf(formIn(format, dto, value), formIn(format, dto, answer.body))
          : undefined
      if (difference !== undefined) return `${dto.name} in ${format}: ${difference}\n${shown(value)}`
      const result = refusal === undefined ? 'same' : 'refused'
      tally.set(result, (tally.get(result) ?? 0) + 1)
    }
  }
  return undefined
}

/** Texts carry no kind, and XML leaves out the null of a tuple, whose other elements then move. */
function isAmbiguous(type: TypeModel): boolean {
  if (type.kind === 'tuple') return [...type.of, type.rest].some((one) => one?.kind === 'nullable')
  return ['unknown', 'anyOf', 'lists', 'choice'].includes(type.kind)
}

interface Held {
  readonly kind: 'value'
  readonly value: unknown
}

/** A value as a format keeps it. */
function formIn(format: AnswerFormat, dto: DtoModel, value: unknown): Held {
  const own = format === 'xml' ? withoutNothing(value) : format === 'json' ? finite(value) : wellFormed(value)
  const isWritten = format === 'json' || format === 'xml'
  const isNumeric = isWritten && isIn(dto, ({ kind }) => kind === 'numeric')
  return { kind: 'value', value: withoutPrototypes(isNumeric ? withBigints(own) : own) }
}

/** In digits, a bigint and a number that is an integer are the same, which only matters for `number | bigint`. */
function withBigints(value: unknown): unknown {
  const isBig = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  if (isBig && Math.abs(value) < 1e21) return BigInt(value)
  return changed(value, withBigints)
}

/** JSON has null for infinities, which an unknown value may hold. */
function finite(value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? null : changed(value, finite)
}

/** UTF-8 has no form for half of a surrogate pair. */
function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\ufffd') : changed(value, wellFormed)
}

function changed(value: unknown, change: (part: unknown) => unknown): unknown {
  if (!isParted(value)) return value
  if (Array.isArray(value)) return value.map(change)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), change(one)]))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML lacks them
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu

/** XML has no form for null, and none for lists without elements. */
function withoutNothing(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(impossible, '\ufffd')
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNothing)
  const own = changed(value, withoutNothing)
  if (!isParted(own)) return own
  return Object.fromEntries(Object.entries(own).filter(([, one]) => one !== null && !isEmptyList(one)))
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** The status with which the service refuses to send a value. */
function refusalOf(value: unknown, format: AnswerFormat): number | undefined {
  if (
    format === 'xml' &&
    keysOf(value).some(
      (key) => !/^[\p{L}_\u{10000}-\u{effff}][-.\p{L}\p{N}_\u{10000}-\u{effff}]*$/u.test(key),
    )
  )
    return 406
  const isCut = (one: unknown): boolean =>
    typeof one === 'bigint' ? one >= 2n ** 64n || one < -(2n ** 63n) : partsOf(one).some(isCut)
  return format === 'msgpack' && isCut(value) ? 406 : undefined
}

function keysOf(value: unknown): readonly string[] {
  const own = isParted(value) && !Array.isArray(value) ? Object.entries(value) : []
  const keys = own.flatMap(([key, one]) => (one === undefined || one === null ? [] : [key]))
  return [...keys, ...partsOf(value).flatMap(keysOf)]
}

function partsOf(value: unknown): readonly unknown[] {
  return isParted(value) ? Object.values(value) : []
}

function isParted(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !(value instanceof Date || value instanceof Uint8Array)
  )
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one))
}
