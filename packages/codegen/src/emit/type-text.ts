import { byKind } from '../model/by-kind.ts'
import { type FieldType, isOnlyNull, nonNull, type PresentType } from '../model/field-type.ts'
import { partsOf } from '../model/type-parts.ts'
import { kindNames, scalarReaders } from './scalars.ts'
import { type Code, code } from './text/code.ts'
import type { ModuleScope } from './text/module-scope.ts'
import { grouped, tupleText } from './text/tuple-text.ts'
import { elementPlace, isNamed, itemPlace, type Place, presentAccess, valuePlace } from './type-place.ts'

/** The type of a record's keys, without their brand. */
export function keysText({ keys }: FieldType & { kind: 'record' }): Code {
  return keys === undefined ? kindNames.string : scalarReaders(keys).type
}

/** The TypeScript type of a present value read from text, or of a list while it is filled; without `null`. */
export function typeText(type: FieldType, place: Place, scope: ModuleScope): Code {
  return presentType(nonNull(type), place, scope, typeText)
}

/** The TypeScript type of a decoded value, including every `null` in it. */
export function decodedType(type: FieldType, place: Place, scope: ModuleScope): Code {
  if (isOnlyNull(type)) return code`null`
  const text = presentType(nonNull(type), place, scope, decodedType)
  return type.kind === 'nullable' ? code.union([text, code`null`]) : text
}

const accessed = (_: FieldType, place: Place): Code => presentAccess(place)

const presentType: (type: PresentType, place: Place, scope: ModuleScope, inner: typeof typeText) => Code =
  byKind({
    scalar: ({ brand, scalar }, _, scope) =>
      brand === undefined ? scalarReaders(scalar).type : scope.type(brand),
    literals: (type, place, scope) =>
      type.brand === undefined ? literalsType(type, place) : scope.type(type.brand),
    list: ({ element }, place, scope, inner) =>
      code`${grouped(inner(element, elementPlace(place), scope))}[]`,
    object: ({ name }, _, scope) => scope.type(name),
    recursive: ({ name }, _, scope) => scope.type(name),
    tuple: (type, place, scope, inner) =>
      isNamed(place) || !isWritten(type)
        ? presentAccess(place)
        : tupleText(type, (one, i) => inner(one, itemPlace(place, i), scope)),
    union: accessed,
    class: accessed,
    template: accessed,
    record: (type, place, scope, inner) => {
      const keys = type.brand === undefined ? keysText(type) : scope.type(type.brand)
      return code`Record<${code.types([keys, inner(type.value, valuePlace(type, place), scope)])}>`
    },
    bytes: code`Uint8Array`,
    file: ({ isStream }, _, scope) => scope.use(isStream === true ? 'FileStream' : 'FileHeader'),
    unknown: ({ isAlias, isObject }, place) => {
      if (isAlias) return code.union([presentAccess(place), code`null`])
      return isObject ? code`object` : code`unknown`
    },
  })

const hasWrittenParts = (type: FieldType): boolean => partsOf(type).every(isWritten)

/** Whether the text of a type is independent of its place. */
const isWritten: (type: FieldType) => boolean = byKind({
  scalar: true,
  object: true,
  recursive: true,
  bytes: true,
  file: true,
  literals: ({ isEnum }) => !isEnum,
  unknown: ({ isAlias }) => !isAlias,
  nullable: hasWrittenParts,
  list: hasWrittenParts,
  record: hasWrittenParts,
  tuple: hasWrittenParts,
  union: false,
  class: false,
  template: false,
})

function literalsType(type: FieldType & { kind: 'literals' }, place: Place): Code {
  return type.isEnum ? presentAccess(place) : code.union(type.values)
}
