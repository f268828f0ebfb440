import { boundFields, boundSources } from '../../model/bound-fields.ts'
import type { Binding, DtoModule, Field, ObjectType } from '../../model/dto.ts'
import { isObjectLike, nonNull } from '../../model/field-type.ts'
import { isBodySource, type Source } from '../../model/source.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { describedElsewhere } from '../model/described-headers.ts'
import type { BinderUse, Operation } from '../model/operation.ts'
import type { DtoSchemas } from './dto-schema.ts'
import { compact, type Parameter, type Schema } from './openapi-document.ts'
import type { PathForm } from './path-forms.ts'

/** A parameter with the place it was read from. */
export interface PlacedParameter {
  readonly parameter: Parameter
  readonly span: SourceSpan
}

/** One source of a DTO, and the binder that reads it. */
export interface BoundSource {
  readonly use: BinderUse
  readonly dto: ObjectType
  readonly source: Source
}

/** The sources that the binders of an operation read. */
export function boundBy(operation: Operation): readonly BoundSource[] {
  return operation.binders.flatMap((use) => {
    const dto = use.module.dtos.find(({ name }) => name === use.name)
    return dto === undefined ? [] : sourcesOf(use, dto).map((source) => ({ use, dto, source }))
  })
}

export function sourcesOf({ source }: Pick<BinderUse, 'source'>, dto: ObjectType): readonly Source[] {
  const all = boundSources(dto).filter((one) => one !== 'respHeader')
  if (source === 'body') return all.filter(isBodySource)
  if (source !== 'all') return [source]
  const order: readonly string[] = dto.order
  return all.filter((one) => order.includes(isBodySource(one) ? 'body' : one))
}

/** Properties that another source may fill, so that their absence in one source is no issue. */
export function sharedKeys({
  use,
  dto,
  source,
}: Omit<BoundSource, 'use'> & { readonly use: Pick<BinderUse, 'source'> }): ReadonlySet<string> {
  if (use.source !== 'all') return new Set()
  const sources = sourcesOf(use, dto).filter(
    (one) => one !== source && !(isBodySource(one) && isBodySource(source)),
  )
  const others = new Set(sources.flatMap((one) => boundFields(dto, one).map(({ field }) => field.name)))
  return new Set(
    boundFields(dto, source).flatMap(({ field, binding }) => (others.has(field.name) ? [binding.key] : [])),
  )
}

const places: Readonly<Partial<Record<Source, Parameter['in']>>> = {
  uri: 'path',
  query: 'query',
  header: 'header',
  cookie: 'cookie',
}

/** The parameters of one form of an operation's path: those of the path first, then as they are read. */
export function parametersOf(
  operation: Operation,
  form: PathForm,
  schemas: DtoSchemas,
): readonly PlacedParameter[] {
  const found = new Map<string, PlacedParameter>()
  const add = (parameter: Parameter, span: SourceSpan): void => {
    const key = `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`
    const known = found.get(key)
    const merge = known && { parameter: merged(known.parameter, parameter), span: known.span }
    // A reader has more about a parameter than the path.
    found.set(
      key,
      merge === undefined ? { parameter, span } : known?.span === operation.span ? { ...merge, span } : merge,
    )
  }
  for (const { name, schema, isWildcard } of form.params) {
    const description = isWildcard ? 'The rest of the path; it may contain slashes.' : undefined
    add(
      compact({ name, in: 'path' as const, description, required: true as const, schema: schema ?? {} }),
      operation.span,
    )
  }
  for (const bound of boundBy(operation)) {
    for (const one of boundParameters(bound, form, schemas)) add(one.parameter, one.span)
  }
  for (const raw of operation.raw) {
    if (raw.kind === 'body' || raw.in === 'form') continue
    const param = form.params.find(({ names }) => names.includes(raw.name))
    if (raw.in === 'path' && param === undefined) continue
    const schema = {
      ...schemas.plain(raw.type),
      ...(raw.default === undefined ? {} : { default: raw.default }),
    }
    add(
      compact({
        name: param?.name ?? raw.name,
        in: raw.in,
        description: raw.description || undefined,
        required: raw.in === 'path' || raw.isRequired === true ? (true as const) : undefined,
        schema,
      }),
      raw.span,
    )
  }
  return [...found.values()].map((one) => ({ ...one, parameter: withType(one.parameter) }))
}

/** A path parameter that nothing reads is text. */
function withType(parameter: Parameter): Parameter {
  const { schema } = parameter
  const isOpen = schema !== undefined && Object.keys(schema).length === 0 && parameter.in === 'path'
  return isOpen ? { ...parameter, schema: { type: 'string' } } : parameter
}

function boundParameters(
  bound: BoundSource,
  form: PathForm,
  schemas: DtoSchemas,
): readonly PlacedParameter[] {
  const { use, dto, source } = bound
  const place = places[source]
  if (place === undefined) return []
  const shared = sharedKeys(bound)
  const members = new Map(schemas.membersOf(use.module, dto, source).map((one) => [one.key, one]))
  return boundFields(dto, source).flatMap(({ field, binding }) => {
    const member = members.get(binding.key)
    if (member === undefined || (place === 'header' && describedElsewhere.has(binding.key.toLowerCase())))
      return []
    const param = form.params.find(({ names }) => names.includes(binding.key))
    if (place === 'path' && param === undefined) return []
    const isRequired = place === 'path' || (member.isRequired && !shared.has(member.key))
    const { description, ...schema } = member.schema
    const parameter = compact({
      name: param?.name ?? binding.key,
      in: place,
      description: typeof description === 'string' ? description : undefined,
      required: isRequired ? (true as const) : undefined,
      deprecated: schema['deprecated'] === true ? (true as const) : undefined,
      ...encoded(schema, field, binding, use.module),
    })
    return [{ parameter, span: field.span }]
  })
}

/** The way in which the text of a parameter encodes its value. */
function encoded(
  schema: Schema,
  { type }: Field,
  { format, source }: Binding,
  _module: DtoModule,
): Pick<Parameter, 'style' | 'explode' | 'schema' | 'content'> {
  if (format === 'json') return { content: { 'application/json': { schema } } }
  const { kind } = nonNull(type)
  const isList = kind === 'list' || kind === 'tuple'
  if (source === 'query' && isList) {
    if (format === 'pipe') return { style: 'pipeDelimited', explode: false, schema }
    if (format === 'ssv') return { style: 'spaceDelimited', explode: false, schema }
    return { style: 'form', explode: format !== 'csv', schema }
  }
  if (source === 'query' && isObjectLike(nonNull(type))) return { style: 'deepObject', explode: true, schema }
  if (source === 'header' && isList) return { style: 'simple', schema }
  if (source === 'cookie' && isList) return { style: 'form', explode: false, schema }
  return { schema }
}

/** Two readers of one parameter: it must satisfy both. */
function merged(a: Parameter, b: Parameter): Parameter {
  const isRequired = a.required === true || b.required === true
  const all = compact({
    ...a,
    ...(a.schema !== undefined && Object.keys(a.schema).length === 0 ? b : {}),
    name: a.name,
    description: a.description ?? b.description,
    required: isRequired ? (true as const) : undefined,
  })
  return { ...all, ...(all.schema === undefined ? {} : { schema: bothSchemas(all.schema, b.schema ?? {}) }) }
}

/** A value that satisfies two schemas. */
export function bothSchemas(a: Schema, b: Schema): Schema {
  const [left, right] = [withoutNotes(a), withoutNotes(b)]
  if (holdsAll(a, right)) return a
  if (holdsAll(b, left)) return b
  const isText = (schema: Schema): boolean => JSON.stringify(schema) === '{"type":"string"}'
  // A reader of plain text takes every value.
  if (isText(left)) return b
  return isText(right) ? a : { allOf: [a, b] }
}

function holdsAll(schema: Schema, part: Schema): boolean {
  return Object.entries(part).every(([key, value]) => JSON.stringify(schema[key]) === JSON.stringify(value))
}

function withoutNotes({ description: _d, default: _v, ...schema }: Schema): Schema {
  return schema
}
