import type { MemberType, RecordType } from '@ctxgen/core/json-schema/member-type'
import { mayBeUndefined } from '../model/dto.ts'
import {
  type BranchType,
  type FieldType,
  isKindUnion,
  isOnlyNull,
  kindTypes,
  type ParsedClass,
} from '../model/field-type.ts'
import type { ModuleTypes } from '../model/module-types.ts'
import { type BoundKind, boundKindsOf, kindOf } from '../model/value-kind.ts'
import { memberName } from './shape/member-name.ts'
import { scalarWords, shapeTuple } from './shape/shape-type.ts'

/** A class, whose instances are values of the type. */
export interface ClassReference extends ParsedClass {
  readonly ref: 'class'
}

/** The type of a bound value. */
export type BoundType = MemberType<ClassReference | 'list'>

/** The type of a union's branch, by which the runtime's `valueChoice` recognizes its values. */
export type BoundBranch =
  | {
      readonly name: string
      readonly members: Readonly<Record<string, BoundType>>
      readonly others?: BoundType | undefined
    }
  | RecordType<ClassReference | 'list'>
  | BoundType

export function boundBranch(type: BranchType, types: ModuleTypes): BoundBranch {
  switch (type.kind) {
    case 'object': {
      const { fields, index } = types.object(type.name)
      const members = fields.map((field) => {
        const name = memberName({ key: field.name, isRequired: !mayBeUndefined(field) })
        return [name, boundType(field.type)] as const
      })
      const others = index && { others: boundType(index.type) }
      return { name: type.name, members: Object.fromEntries(members), ...others }
    }
    case 'record':
      return { record: boundType(type.value), ...(type.keys && { keys: scalarWords[type.keys] }) }
    case 'list':
      return [boundType(type.element)]
    case 'tuple':
      return shapeTuple(type, boundType)
  }
}

/** The type of a value, one level deep. */
function boundType(type: FieldType): BoundType {
  if (isOnlyNull(type)) return 'null'
  if (isKindUnion(type)) return { anyOf: kindTypes(type).map(boundType) }
  switch (type.kind) {
    case 'scalar':
      return scalarWords[type.scalar]
    case 'literals':
      return { enum: type.values }
    case 'nullable':
      return { anyOf: [boundType(type.of), 'null'] }
    case 'bytes':
      return 'bytes'
    case 'class':
      return { ref: 'class', name: type.name, from: type.from, hasText: type.hasText }
    case 'template':
      return 'string'
    case 'unknown':
      return type.isObject ? { anyOf: ['list', 'object'] } : 'unknown'
    case 'recursive':
      return { anyOf: boundKindsOf([type]).map((kind) => boundWords[kind]) }
    default:
      return kindOf(type) === 'array' ? 'list' : 'object'
  }
}

const boundWords: Readonly<Record<BoundKind, BoundType>> = {
  null: 'null',
  bigint: 'bigint',
  date: 'date',
  bytes: 'bytes',
  string: 'string',
  number: 'number',
  boolean: 'bool',
  array: 'list',
  object: 'object',
}
