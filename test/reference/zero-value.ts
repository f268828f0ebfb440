import type { FieldModel, ObjectModel, ScalarName, TypeModel } from './model.ts'
import { isBig, readText } from './read-scalar.ts'

/** Go's zero value of a type, or `undefined` when it has none. */
export function zeroOf(type: TypeModel): unknown {
  switch (type.kind) {
    case 'scalar':
      return zeroScalar(type.scalar)
    case 'nullable':
      return null
    case 'list':
      return []
    case 'record':
      return Object.create(null)
    case 'object':
      return zeroObject(type)
    case 'bytes':
      return new Uint8Array()
    case 'tuple': {
      const zeros = type.of.slice(0, type.required).map(zeroOf)
      return zeros.includes(undefined) ? undefined : zeros
    }
    default:
      return undefined
  }
}

function zeroScalar(scalar: ScalarName): unknown {
  if (scalar === 'string') return ''
  if (scalar === 'boolean') return false
  if (scalar === 'Date') return new Date('0001-01-01T00:00:00Z')
  return isBig(scalar) ? 0n : 0
}

function zeroObject({ fields }: ObjectModel): unknown {
  const values = new Map<string, unknown>()
  for (const field of fields) {
    const given = defaultOf(field)
    const value = given !== undefined || field.optional ? given : zeroOf(field.type)
    if (value === undefined && !field.optional) return undefined
    values.set(field.name, value)
  }
  return makeObject(
    fields.map((field) => ({ field })),
    values,
  )
}

/** The value of `@default`, new each time. */
export function defaultOf({ default: texts, type }: FieldModel): unknown {
  if (texts === undefined) return undefined
  if (type.kind === 'nullable' && texts[0] === 'null') return null
  const of = type.kind === 'nullable' ? type.of : type
  if (of.kind === 'list') return texts.map((text) => readText(of.of, text))
  return readText(of, texts[0] ?? '')
}

/**
 * An object of the fields that have a value: those first that are always there, then optional ones, each in order of
 * declaration, as docs/generated-code.md shows. `into` is filled when given.
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
