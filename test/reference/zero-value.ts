import {
  type BoundField,
  type FieldModel,
  memberFields,
  type ObjectModel,
  type ScalarName,
  type Source,
  type TypeModel,
} from './model.ts'
import { isBig, readText } from './read-scalar.ts'

/** Go's zero value of a type, or `undefined` if it has none. */
export function zeroOf(type: TypeModel, source: Source): unknown {
  switch (type.kind) {
    case 'scalar':
      return zeroScalar(type.scalar)
    case 'nullable':
      return null
    case 'numeric':
      return 0
    case 'unknown':
      return type.form === 'object' ? undefined : null
    case 'list':
      return []
    case 'record':
      return Object.create(null)
    case 'object':
      return zeroObject(type, source)
    case 'bytes':
      return new Uint8Array()
    case 'tuple': {
      const zeros = type.of.slice(0, type.required).map((one) => zeroOf(one, source))
      return zeros.includes(undefined) ? undefined : zeros
    }
    default:
      return undefined
  }
}

export function zeroScalar(scalar: ScalarName): unknown {
  if (scalar === 'string') return ''
  if (scalar === 'boolean') return false
  if (scalar === 'Date') return new Date('0001-01-01T00:00:00Z')
  return isBig(scalar) ? 0n : 0
}

/** An object with members that the source requires has none. */
function zeroObject(object: ObjectModel, source: Source): unknown {
  if (memberFields(object, source).some(({ required }) => required)) return undefined
  const { fields } = object
  const values = new Map<string, unknown>()
  for (const field of fields) {
    const given = defaultOf(field)
    const value = given !== undefined || field.optional ? given : zeroOf(field.type, source)
    if (value === undefined && !field.optional) return undefined
    values.set(field.name, value)
  }
  return makeObject(
    fields.map((field) => ({ field })),
    values,
    object.index === undefined ? {} : Object.create(null),
  )
}

/**
 * The members missing with a property: the `,required` members of an object that would otherwise be a zero
 * value.
 */
export function missingPaths({ field, key }: BoundField, source: Source, zero: boolean): readonly string[] {
  const below = zero ? requiredBelow(field.type, source) : []
  return below.length === 0 ? [key] : below.map((path) => `${key}.${path}`)
}

function requiredBelow(type: TypeModel, source: Source): readonly string[] {
  if (type.kind !== 'object') return []
  return memberFields(type, source).flatMap(({ field, key, required }) => {
    if (required) return [key]
    if (field.optional || field.default !== undefined) return []
    return requiredBelow(field.type, source).map((path) => `${key}.${path}`)
  })
}

/** The value of `@default`, created anew each time. */
export function defaultOf({ default: texts, type }: FieldModel): unknown {
  if (texts === undefined) return undefined
  if (type.kind === 'nullable' && texts[0] === 'null') return null
  const of = type.kind === 'nullable' ? type.of : type
  if (of.kind === 'list') return texts.map((text) => readText(unchanging(of.of), text))
  return readText(unchanging(of), texts[0] ?? '')
}

/** A default stays as it is. */
function unchanging(type: TypeModel): TypeModel {
  return type.kind === 'scalar' ? { ...type, transform: [] } : type
}

/**
 * An object of the fields that have a value: required ones first, then optional ones, each in order of
 * declaration, as docs/generated-code.md shows. Fills `into` if given.
 */
export function makeObject(
  fields: readonly { readonly field: FieldModel; readonly required?: boolean }[],
  values: ReadonlyMap<string, unknown>,
  into: object = {},
): object {
  const sure = fields.filter(
    ({ field, required }) => !field.optional || field.default !== undefined || required,
  )
  const others = fields.filter((field) => !sure.includes(field))
  for (const { field } of [...sure, ...others]) {
    const value = values.get(field.name)
    if (value === undefined) continue
    if (Object.hasOwn(into, field.name)) Reflect.set(into, field.name, value)
    else define(into, field.name, value)
  }
  return into
}

export function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
}
