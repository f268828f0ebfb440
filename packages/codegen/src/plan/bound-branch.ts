import type { MemberType, RecordType } from '@ctxgen/core/json-schema/member-type'
import { byKind } from '../model/by-kind.ts'
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
type BoundType = MemberType<ClassReference | 'list'>

/** The type of a union's branch, by which the runtime's `valueChoice` recognizes its values. */
type BoundBranch =
  | {
      readonly name: string
      readonly members: Readonly<Record<string, BoundType>>
      readonly others?: BoundType | undefined
    }
  | RecordType<ClassReference | 'list'>
  | BoundType

export const boundBranch: (type: BranchType, types: ModuleTypes) => BoundBranch = byKind({
  object: ({ name }, types) => {
    const { fields, index } = types.object(name)
    const members = fields.map((field) => {
      const key = memberName({ key: field.name, isRequired: !mayBeUndefined(field) })
      return [key, boundType(field.type)] as const
    })
    return { name, members: Object.fromEntries(members), ...(index && { others: boundType(index.type) }) }
  },
  record: ({ value, keys }) => ({ record: boundType(value), ...(keys && { keys: scalarWords[keys] }) }),
  list: ({ element }) => [boundType(element)],
  tuple: (type) => shapeTuple(type, boundType),
})

const ofKind = (type: FieldType): BoundType => (kindOf(type) === 'array' ? 'list' : 'object')

/** The type of a value, one level deep. */
const boundType: (type: FieldType) => BoundType = byKind({
  scalar: ({ scalar }) => scalarWords[scalar],
  literals: ({ values }) => ({ enum: values }),
  nullable: (type) => (isOnlyNull(type) ? 'null' : { anyOf: [boundType(type.of), 'null'] }),
  union: (type) => (isKindUnion(type) ? { anyOf: kindTypes(type).map(boundType) } : ofKind(type)),
  recursive: (type) => ({ anyOf: boundKindsOf([type]).map((kind) => boundWords[kind]) }),
  bytes: 'bytes',
  class: (type) => ({ ref: 'class', name: type.name, from: type.from, hasText: type.hasText }),
  template: 'string',
  unknown: ({ isObject }) => (isObject ? { anyOf: ['list', 'object'] } : 'unknown'),
  list: 'list',
  tuple: 'list',
  object: 'object',
  record: 'object',
  file: 'object',
})

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
