import { byKind } from '../../model/by-kind.ts'
import { type FieldType, isOnlyNull } from '../../model/field-type.ts'
import { kindsOf, scalarReaders } from '../scalars.ts'
import { type Code, code } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { keysText } from '../type-text.ts'

/** The type of a value as far as the rules of the objects in it are concerned, by the names of those. */
export const checkedType: (type: FieldType, scope: ModuleScope) => Code = byKind({
  scalar: ({ scalar }) => {
    const { type } = scalarReaders(scalar)
    return scalar === 'number | bigint' ? code`(${type})` : type
  },
  literals: ({ values }) => code`(${code.union(kindsOf(values))})`,
  template: code`string`,
  object: ({ name }, scope) => scope.type(name),
  union: ({ branches }, scope) => code`(${code.union(branches.map(({ type }) => checkedType(type, scope)))})`,
  nullable: (type, scope) => (isOnlyNull(type) ? code`null` : code`(${checkedType(type.of, scope)} | null)`),
  list: ({ element }, scope) => code`readonly ${grouped(element, scope)}[]`,
  record: (type, scope) =>
    code`Readonly<Record<${code.types([keysText(type), checkedType(type.value, scope)])}>>`,
  tuple: ({ elements, required, rest }, scope) => {
    const items = elements.map((one, i) => code`${grouped(one, scope)}${i < required ? code`` : code`?`}`)
    const others = rest === undefined ? [] : [code`...${grouped(rest, scope)}[]`]
    return code`readonly [${[...items, ...others]}]`
  },
  recursive: code`unknown`,
  unknown: code`unknown`,
  bytes: code`Uint8Array`,
  class: code`object`,
  file: code`object`,
})

function grouped(type: FieldType, scope: ModuleScope): Code {
  const text = checkedType(type, scope)
  return type.kind === 'list' || type.kind === 'tuple' ? code`(${text})` : text
}
