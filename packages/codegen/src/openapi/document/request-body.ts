import { boundFields, isStream } from '../../model/bound-fields.ts'
import type { BodyType, Field } from '../../model/dto.ts'
import { isObjectLike, nonNull } from '../../model/field-type.ts'
import { rulesOf } from '../../model/rule.ts'
import { type DecodedSource, isBodySource, isDecoded, type Source } from '../../model/source.ts'
import type { BinderUse, Operation, RawValue } from '../model/operation.ts'
import type { DtoSchemas } from './dto-schema.ts'
import { compact, type Encoding, type MediaType, type RequestBody, type Schema } from './openapi-document.ts'
import { type BoundSource, bothSchemas, boundBy, sharedKeys } from './operation-inputs.ts'
import type { SchemaRegistry } from './schema-registry.ts'

/** The formats that an app has set up besides those that it always has. */
export interface Codecs {
  readonly msgPack: boolean
  readonly cbor: boolean
}

const json = 'application/json'
const urlencoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data'

const mediaOf: Readonly<Partial<Record<Source, readonly string[]>>> = {
  json: [json],
  form: [urlencoded, multipart],
  xml: ['application/xml'],
  msgpack: ['application/vnd.msgpack'],
  cbor: ['application/cbor'],
}

/** The media types that the operation reads; all binders of one type must accept the body. */
export function requestBodyOf(
  operation: Operation,
  codecs: Codecs,
  schemas: DtoSchemas,
  registry: SchemaRegistry,
): RequestBody | undefined {
  const content = new Map<string, MediaType>()
  let isRequired = false
  const add = (media: string, one: MediaType): void => {
    const known = content.get(media)
    content.set(media, known === undefined ? one : mergedMedia(known, one))
  }
  for (const bound of boundBy(operation)) {
    if (!isBodySource(bound.source) || !isSetUp(bound.source, codecs)) continue
    const schema = schemas.bodyOf(bound.use.module, bound.dto, bound.source, sharedKeys(bound))
    isRequired ||=
      bound.use.source !== 'all' && bound.source !== 'form' ? true : asksForMembers(schema, registry)
    for (const media of mediaFor(bound)) {
      const sent = media === urlencoded ? withoutFiles(schema, bound, registry) : schema
      add(media, compact({ schema: sent, encoding: encodingOf(bound, media) }))
    }
  }
  for (const { use, body } of wholeBodies(operation)) {
    isRequired = true
    for (const format of wholeFormats(use, body, codecs))
      for (const media of mediaOf[format] ?? [])
        add(media, { schema: schemas.wholeBody(use.module, body, format) })
  }
  const form = operation.raw.filter((one): one is RawValue => one.kind === 'value' && one.in === 'form')
  if (form.length > 0) for (const [media, one] of rawForms(form, schemas)) add(media, one)
  for (const raw of operation.raw) {
    if (raw.kind !== 'body' || content.has(raw.media)) continue
    // Only `c.body()` takes an empty one.
    isRequired ||= raw.media !== '*/*'
    add(raw.media, rawBody(raw.media))
  }
  if (content.size === 0) return undefined
  // Generators of clients take the first that they know, and JSON alone holds any value.
  const all = [...content].toSorted(([a], [b]) => Number(b === json) - Number(a === json))
  return compact({ required: isRequired ? (true as const) : undefined, content: Object.fromEntries(all) })
}

function isSetUp(source: Source, { msgPack, cbor }: Codecs): boolean {
  return (source !== 'msgpack' || msgPack) && (source !== 'cbor' || cbor)
}

function asksForMembers(schema: Schema, registry: SchemaRegistry): boolean {
  const target = registry.target(schema) ?? schema
  return Array.isArray(target['required']) && target['required'].length > 0
}

/** Files come in multipart forms only. */
function mediaFor({ dto, source }: BoundSource): readonly string[] {
  const media = mediaOf[source] ?? []
  const fields = boundFields(dto, source).map(({ field }) => field)
  const needsFile = fields.some(
    (field) => isStream(field) || (isFile(field) && !field.optional && nonNull(field.type).kind === 'file'),
  )
  return source === 'form' && (needsFile || fields.every(isFile)) ? [multipart] : media
}

/** A urlencoded form has the other members. */
function withoutFiles(schema: Schema, { dto, source }: BoundSource, registry: SchemaRegistry): Schema {
  const files = boundFields(dto, source).filter(({ field }) => isFile(field))
  const target = registry.target(schema) ?? schema
  const { properties: all } = target
  if (files.length === 0 || typeof all !== 'object' || all === null) return schema
  const keys = new Set(files.map(({ binding }) => binding.key))
  const properties = Object.entries(all).filter(([key]) => !keys.has(key))
  return { ...target, properties: Object.fromEntries(properties) }
}

function isFile({ type }: Field): boolean {
  const target = nonNull(type)
  return target.kind === 'file' || (target.kind === 'list' && nonNull(target.element).kind === 'file')
}

function encodingOf(
  { dto, source }: BoundSource,
  media: string,
): Readonly<Record<string, Encoding>> | undefined {
  if (source !== 'form') return undefined
  const entries = boundFields(dto, source).flatMap(({ field, binding }): [string, Encoding][] => {
    const type = nonNull(field.type)
    if (isFile(field)) {
      const types = media === multipart ? mimeOf(field) : undefined
      return types === undefined ? [] : [[binding.key, { contentType: types }]]
    }
    if (binding.format === 'json') return [[binding.key, { contentType: 'application/json' }]]
    if (type.kind === 'list') {
      const style =
        binding.format === 'pipe' ? 'pipeDelimited' : binding.format === 'ssv' ? 'spaceDelimited' : 'form'
      return [[binding.key, { style, explode: binding.format === undefined }]]
    }
    return isObjectLike(type) ? [[binding.key, { style: 'deepObject', explode: true }]] : []
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** The types of `@validate mime=image/png image/jpeg`. */
function mimeOf({ rules }: Field): string | undefined {
  const all =
    rules === undefined
      ? []
      : [...rulesOf(rules), ...(rules.elements === undefined ? [] : rulesOf(rules.elements))]
  const rule = all.find(({ name }) => name === 'mime')
  if (rule === undefined) return undefined
  const { parameter } = rule
  if (parameter.kind === 'words') return parameter.words.join(', ')
  return parameter.kind === 'text' ? parameter.text.split(/[\s|]+/).join(', ') : undefined
}

interface WholeBody {
  readonly use: BinderUse
  readonly body: BodyType
}

function wholeBodies({ binders }: Operation): readonly WholeBody[] {
  return binders.flatMap((use) => {
    const body = use.module.bodies.find(({ name }) => name === use.name)
    return body === undefined ? [] : [{ use, body }]
  })
}

function wholeFormats({ source }: BinderUse, { value }: BodyType, codecs: Codecs): readonly DecodedSource[] {
  const all = value.bindings.map((one) => one.source)
  const read = source === 'all' || source === 'body' ? all : all.filter((one) => one === source)
  return read.filter(isDecoded).filter((one) => isSetUp(one, codecs))
}

function rawForms(
  values: readonly RawValue[],
  schemas: DtoSchemas,
): readonly (readonly [string, MediaType])[] {
  const properties = Object.fromEntries(values.map(({ name, type }) => [name, schemas.plain(type)]))
  const schema = { type: 'object', properties }
  const media = values.some(({ type }) => type.kind === 'file') ? [multipart] : [urlencoded, multipart]
  return media.map((one) => [one, { schema }])
}

function rawBody(media: string): MediaType {
  return media === '*/*' || media === 'application/json' ? { schema: {} } : { schema: { type: 'object' } }
}

function mergedMedia(a: MediaType, b: MediaType): MediaType {
  const encoding =
    a.encoding === undefined && b.encoding === undefined ? undefined : { ...a.encoding, ...b.encoding }
  return compact({ ...a, ...b, schema: bothSchemas(a.schema ?? {}, b.schema ?? {}), encoding })
}
