import { memberOf } from './check-siblings.ts'
import { chooseBoundBranch, chooseBoundList } from './choose-branch.ts'
import { type Decoded, decodeJson } from './decode-json.ts'
import { elementOf, type FieldModel, memberFields, type ObjectModel, type TypeModel } from './model.ts'
import { branchOf, typeFor } from './union-kinds.ts'

/**
 * The JSON form of a value: its present declared members, under their JSON names, in order of declaration.
 */
export function jsonOf(fields: readonly FieldModel[], value: object): ReadonlyMap<string, Decoded> {
  const members = new Map<string, Decoded>()
  const object: ObjectModel = { kind: 'object', name: '', fields }
  for (const { field, key } of memberFields(object, 'json')) {
    const member: unknown = Object.hasOwn(value, field.name) ? Reflect.get(value, field.name) : undefined
    if (member !== undefined && !isFile(field.type)) members.set(key, jsonValue(field.type, member))
  }
  return members
}

function isFile(type: TypeModel): boolean {
  if (type.kind === 'nullable' || type.kind === 'list') return isFile(type.of)
  return type.kind === 'file'
}

function jsonValue(type: TypeModel, value: unknown): Decoded {
  if (value === null) return null
  switch (type.kind) {
    case 'nullable':
      return jsonValue(type.of, value)
    case 'list':
      return listOf(value).map((one) => jsonValue(type.of, one))
    case 'tuple':
      return listOf(value).map((one, i) => jsonValue(elementOf(type, i) ?? { kind: 'bytes' }, one))
    case 'record': {
      const entries = Object.entries(value as object)
      return new Map(entries.map(([key, one]) => [key, jsonValue(type.of, one)]))
    }
    case 'anyOf': {
      const one = typeFor(type.of, value)
      return one === undefined ? null : jsonValue(one, value)
    }
    case 'choice': {
      const choice = chooseBoundBranch(type.of, value)
      return 'branch' in choice ? jsonValue(choice.branch, value) : null
    }
    case 'lists': {
      const list = chooseBoundList(type.of, listOf(value))
      return list === undefined ? null : jsonValue(list, value)
    }
    case 'class':
      return single(Reflect.get(value as object, 'text'))
    case 'object': {
      const { index, fields } = type
      const members = jsonOf(fields, value as object)
      if (index === undefined) return members
      const others = Object.entries(value as object).filter(([key]) =>
        fields.every(({ name }) => name !== key),
      )
      return new Map([...others.map(([key, one]) => [key, jsonValue(index, one)] as const), ...members])
    }
    case 'unknown':
      return plainJson(value)
    case 'byMember':
      return jsonOf(branchOf(type, (member) => memberOf(value, member))?.fields ?? [], value as object)
    case 'union': {
      const kind: unknown = Reflect.get(value as object, type.discriminant)
      const branch = type.of.find(({ fields }) =>
        fields.some((field) => isKind(field, type.discriminant, kind)),
      )
      return jsonOf(branch?.fields ?? [], value as object)
    }
    default:
      return single(value)
  }
}

/** The same as JSON.stringify writes it. */
function plainJson(value: unknown): Decoded {
  if (Array.isArray(value)) return value.map(plainJson)
  if (typeof value !== 'object' || value === null || value instanceof Date) return single(value)
  if (Buffer.isBuffer(value)) return plainJson(value.toJSON())
  if (value instanceof Uint8Array) return new Map(Object.entries(value))
  return new Map(Object.entries(value).map(([key, one]) => [key, plainJson(one)]))
}

function isKind({ name, type }: FieldModel, discriminant: string, kind: unknown): boolean {
  return name === discriminant && type.kind === 'literals' && type.values.some((one) => one === kind)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function single(value: unknown): Decoded {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value === 'bigint') return decodeJson(String(value))
  // JSON has no negative zero distinct from zero.
  if (typeof value === 'number' && !Number.isFinite(value)) return null
  if (typeof value === 'number') return value === 0 ? 0 : decodeJson(String(value))
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}
