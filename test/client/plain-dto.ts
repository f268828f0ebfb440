import {
  bodyField,
  boundFields,
  type DtoModel,
  type FieldModel,
  holds,
  type ObjectModel,
  type Source,
  type TypeModel,
} from '../reference/model.ts'

/**
 * A random DTO that a route can serve: without rules and `@transform`, which are the service's alone, and without what no
 * request holds.
 */
export function servedDto(dto: DtoModel): DtoModel | undefined {
  const fields = dto.fields.filter((field) => isSent(dto, field)).map(withoutRules)
  const sources = dto.sources.filter((source) => source !== 'respHeader')
  const order = undefined
  // With zero values an object of a union may be read as another that it lacks members of: see docs/client.md.
  const hasUnions = fields.some(({ type }) =>
    holds(type, ({ kind }) => kind === 'choice' || kind === 'byMember'),
  )
  const missing = hasUnions ? ('error' as const) : dto.missing
  const served = { ...dto, fields, sources, order, missing }
  // The names of route parameters are identifiers.
  const isRouted = boundFields(served, 'uri').every(({ key }) => /^[A-Za-z_]\w*$/.test(key))
  return fields.length > 0 && isRouted ? served : undefined
}

const requestSources: readonly Source[] = [
  'uri',
  'query',
  'header',
  'cookie',
  'form',
  'json',
  'xml',
  'msgpack',
  'cbor',
]

function isSent(dto: DtoModel, field: FieldModel): boolean {
  return (
    dto.isBody === true ||
    requestSources.some((source) => boundFields(dto, source).some((one) => one.field === field))
  )
}

function withoutRules({ rules: _rules, type, ...field }: FieldModel): FieldModel {
  const own = { ...field, type: plainType(type) }
  return { ...own, tags: own.tags.filter(({ source }) => source !== 'respHeader') }
}

function plainObject(object: ObjectModel): ObjectModel {
  return { ...object, fields: object.fields.map(withoutRules) }
}

function plainType(type: TypeModel): TypeModel {
  switch (type.kind) {
    case 'scalar': {
      const { transform: _transform, ...scalar } = type
      return scalar
    }
    case 'list':
    case 'record':
      return { ...type, of: plainType(type.of) }
    case 'nullable':
      return { ...type, of: plainType(type.of) as typeof type.of }
    case 'tuple':
      return {
        ...type,
        of: type.of.map(plainType),
        ...(type.rest === undefined ? {} : { rest: plainType(type.rest) }),
      }
    case 'object':
      return plainObject(type)
    case 'union':
    case 'byMember':
      return { ...type, of: type.of.map(plainObject) }
    case 'choice':
    case 'lists':
    case 'anyOf':
      return { ...type, of: type.of.map(plainType) } as typeof type
    default:
      return type
  }
}

/** The same DTO as a JSON body of all its properties, which holds every value of their types; files stay out. */
export function asJsonBody(dto: DtoModel): DtoModel {
  if (dto.isBody) return { ...dto, sources: ['json'], unknown: undefined }
  const fields = dto.fields.filter(({ type }) => !isFileType(type)).map((field) => ({ ...field, tags: [] }))
  return { ...dto, fields: fields.map(withoutTags), sources: ['json'], unknown: undefined }
}

/** A whole body as its only property. */
export function inputOf({ isBody }: DtoModel, value: unknown): Record<string, unknown> {
  return isBody ? { [bodyField]: value } : { ...(value as object) }
}

function withoutTags(field: FieldModel): FieldModel {
  return { ...field, tags: [], type: withoutMemberTags(field.type) }
}

function withoutMemberTags(type: TypeModel): TypeModel {
  switch (type.kind) {
    case 'list':
    case 'record':
      return { ...type, of: withoutMemberTags(type.of) }
    case 'nullable':
      return { ...type, of: withoutMemberTags(type.of) as typeof type.of }
    case 'tuple':
      return {
        ...type,
        of: type.of.map(withoutMemberTags),
        ...(type.rest === undefined ? {} : { rest: withoutMemberTags(type.rest) }),
      }
    case 'object':
      return { ...type, fields: type.fields.map(withoutTags) }
    case 'union':
    case 'byMember':
      return { ...type, of: type.of.map((one) => ({ ...one, fields: one.fields.map(withoutTags) })) }
    case 'choice':
    case 'lists':
    case 'anyOf':
      return { ...type, of: type.of.map(withoutMemberTags) } as typeof type
    default:
      return type
  }
}

export function isFileType(type: TypeModel): boolean {
  return type.kind === 'file' || ((type.kind === 'list' || type.kind === 'nullable') && isFileType(type.of))
}
