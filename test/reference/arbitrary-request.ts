import fc from 'fast-check'
import { bodyBinary } from './arbitrary-binary.ts'
import { bodyJson, jsonText, objectJson } from './arbitrary-json.ts'
import { boundary, multipartText } from './arbitrary-multipart.ts'
import { pairsText } from './arbitrary-pairs.ts'
import { singleText, tupleTexts } from './arbitrary-text.ts'
import { bodyXml } from './arbitrary-xml.ts'
import { type BoundField, boundFields, type DtoModel, nonNull, type Source, sourcesOf } from './model.ts'
import { printDto } from './print-dto.ts'
import type { BinderName } from './reference-binder.ts'
import {
  defaultSettings,
  emptyRequest,
  type HeaderLine,
  type WireRequest,
  type WireSettings,
} from './wire-request.ts'

type Arb<T> = fc.Arbitrary<T>

/** A binder, its request and its `out`. */
export interface BoundRequest {
  readonly binder: BinderName
  readonly request: WireRequest
  readonly out: Readonly<Record<string, unknown>> | undefined
}

/** Requests for one DTO, of every kind: valid, nearly valid, hostile. */
export function requestArbitrary(dto: DtoModel): Arb<BoundRequest> {
  const sources = sourcesOf(dto)
  const bodies = sources.filter((source) => bodySources.includes(source))
  const binders: BinderName[] = [...sources, 'all', 'all', ...(bodies.length > 0 ? (['body'] as const) : [])]
  const parts = new Map(sources.map((source) => [source, partOf(dto, source)]))
  const out = outArbitrary(dto)
  return fc.oneof(
    ...binders.map((binder) => {
      const needed = binder === 'all' ? sources : binder === 'body' ? bodies : [binder]
      const request = fc
        .tuple(fc.tuple(...needed.map((source) => parts.get(source) ?? fc.constant({}))), settingsArbitrary)
        .map(([some, settings]) => combine(some, settings))
      return fc.record({ binder: fc.constant(binder), request, out })
    }),
  )
}

const bodySources: readonly Source[] = ['form', 'json', 'xml', 'msgpack', 'cbor']

type Part = Partial<WireRequest>

/** Of several bodies the last one wins. */
function combine(parts: readonly Part[], settings: WireSettings): WireRequest {
  const headers = parts.flatMap((part) => part.headers ?? [])
  return { ...Object.assign({}, emptyRequest, ...parts), headers, settings }
}

function partOf(dto: DtoModel, source: Source): Arb<Part> {
  const fields = boundFields(dto, source)
  switch (source) {
    case 'query':
      return pairsText(fields, 'query').map((query) => ({ query }))
    case 'form':
      return fc.oneof(
        bodyPart(pairsText(fields, 'form').map(bytes), 'application/x-www-form-urlencoded'),
        bodyPart(multipartText(fields).map(bytes), `multipart/form-data; boundary=${boundary}`),
      )
    case 'json':
      return bodyPart(bodyJson(valueJson(dto, 'json')).map(bytes), 'application/json')
    case 'xml':
      return bodyPart(bodyXml(fields).map(bytes), 'application/xml')
    case 'msgpack':
      return bodyPart(bodyBinary(valueJson(dto, 'msgpack'), 'msgpack'), 'application/vnd.msgpack')
    case 'cbor':
      return bodyPart(bodyBinary(valueJson(dto, 'cbor'), 'cbor'), 'application/cbor')
    case 'uri':
      return fc.tuple(...fields.map(uriText)).map((texts) => ({ params: Object.fromEntries(texts.flat()) }))
    case 'cookie':
      return cookieLines(fields).map((headers) => ({ headers }))
    case 'header':
      return headerLines(fields).map((headers) => ({ headers }))
    case 'respHeader':
      return headerLines(fields).map((responseHeaders) => ({ responseHeaders }))
    default:
      return fc.constant({})
  }
}

function valueJson(dto: DtoModel, source: Source): Arb<string> {
  const [value] = dto.fields
  if (dto.isBody && value !== undefined) return jsonText(value.type, source)
  return objectJson(boundFields(dto, source), source)
}

function bodyPart(body: Arb<Uint8Array>, usual: string): Arb<Part> {
  return fc.tuple(body, contentType(usual)).map(([content, type]) => ({ body: content, contentType: type }))
}

function bytes(text: string): Uint8Array {
  return encoder.encode(text)
}

const encoder = new TextEncoder()

function contentType(usual: string): Arb<string> {
  return fc.oneof(
    { weight: 20, arbitrary: fc.constant(usual) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        `${usual}; charset=utf-8`,
        usual.toUpperCase(),
        `${usual} ;x`,
        '',
        'text/plain',
        'application/json',
      ),
    },
  )
}

/** The text of a property in a source of single values. */
function fieldText({ field, format }: BoundField): Arb<string> {
  const type = nonNull(field.type)
  if (format === 'json') return jsonText(field.type, 'json')
  if (type.kind !== 'list' && type.kind !== 'tuple') return singleText(type)
  const separator = format === 'pipe' ? '|' : format === 'ssv' ? ' ' : ','
  const elements = type.kind === 'tuple' ? tupleTexts(type) : fc.array(singleText(type.of), { maxLength: 4 })
  return fc.tuple(elements, fc.constantFrom('', ' ')).map(([texts, blank]) => texts.join(separator + blank))
}

function uriText(bound: BoundField): Arb<[string, string][]> {
  const given = fieldText(bound).map((text): [string, string][] => [[bound.key, text]])
  return fc.oneof(
    { weight: 12, arbitrary: given },
    { weight: 1, arbitrary: fc.constant<[string, string][]>([]) },
  )
}

function headerLines(fields: readonly BoundField[]): Arb<HeaderLine[]> {
  const lines = fields.map((bound) => {
    const name = fc.constantFrom(bound.key, bound.key.toLowerCase(), bound.key.toUpperCase())
    const line = fc.tuple(name, fieldText(bound).map(visible))
    return fc.oneof(
      { weight: 12, arbitrary: line.map((one): HeaderLine[] => [one]) },
      { weight: 1, arbitrary: fc.constant<HeaderLine[]>([]) },
      { weight: 2, arbitrary: fc.array(line, { maxLength: 3 }) },
    )
  })
  return fc.tuple(...lines).map((some) => some.flat())
}

/** Without characters that HTTP trims or refuses. */
function visible(text: string): string {
  return text.replace(/[\r\n\0]/g, '?').replace(/^[ \t]+|[ \t]+$/g, '')
}

function cookieLines(fields: readonly BoundField[]): Arb<HeaderLine[]> {
  const parts = fields.map((bound) => {
    const part = fc
      .tuple(fieldText(bound), fc.nat(9))
      .map(([text, way]) =>
        way === 0
          ? `${bound.key}="${text}"`
          : way === 1
            ? ` ${bound.key} = ${text} `
            : `${bound.key}=${text}`,
      )
    return fc.oneof(
      { weight: 12, arbitrary: part.map((one) => [one]) },
      { weight: 1, arbitrary: fc.constant<string[]>([]) },
      { weight: 2, arbitrary: fc.array(part, { maxLength: 3 }) },
    )
  })
  const noise = fc.constantFrom('', 'x', '=', '=x', 'zz=1', '__proto__=1', '"', '; ;', 'a==b', '\t')
  const extra = fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(noise, { maxLength: 3 }) },
  )
  return fc.tuple(fc.tuple(...parts), extra, fc.nat(9)).map(([some, others, way]) => {
    const all = [...others, ...some.flat()].map((part) => part.replace(/[\r\n\0]/g, '?'))
    if (way > 1) return all.length === 0 ? [] : [['Cookie', all.join('; ')]]
    return all.map((part): HeaderLine => [way === 0 ? 'cookie' : 'Cookie', part])
  })
}

const settingsArbitrary: Arb<WireSettings> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(defaultSettings) },
  {
    weight: 2,
    arbitrary: fc.record({
      splitting: fc.boolean(),
      maxKeys: fc.constantFrom(1000, 1000, 3, 10),
      maxDepth: fc.constantFrom(32, 32, 2, 4),
      maxArrayLength: fc.constantFrom(1000, 1000, 2, 4),
      maxParts: fc.constant(1000),
      ignoreUnknownKeys: fc.boolean(),
      unknownKeys: fc.constantFrom(undefined, undefined, 'error' as const, 'drop' as const),
      zeroEmpty: fc.boolean(),
    }),
  },
)

/** Seldom an `out` object with some of the properties and one unknown one. */
function outArbitrary(dto: DtoModel): Arb<BoundRequest['out']> {
  // Its values have arbitrary types, which rules do not expect.
  if (dto.isBody || printDto(dto).includes('@validate')) return fc.constant(undefined)
  const names = dto.fields.map(({ name }) => name)
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc
        .subarray(names)
        .map((some) => Object.fromEntries(['other', ...some].map((name) => [name, 'held']))),
    },
  )
}
