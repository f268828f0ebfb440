import type { Field } from '../../model/dto.ts'
import { type Item, prefixed } from '../text/item.ts'
import { literal, propertyAccess, propertyKey } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'

/** A property of a result. */
export interface ResultMember {
  readonly field: Field
  /** The expression for its value. */
  readonly value: Item
  /** The condition for an optional property. */
  readonly onlyIf?: string
}

/**
 * Emits the construction of a result: one literal with the required properties, then the optional ones, so that an absent
 * property has no key. `others` is an object whose properties are merged in.
 */
export function emitResult(
  members: readonly ResultMember[],
  type: string,
  scope: ModuleScope,
  others?: string,
): void {
  const { writer } = scope
  const maybe = members.filter(({ onlyIf }) => onlyIf !== undefined)
  const always = members
    .filter(({ onlyIf }) => onlyIf === undefined)
    .map(({ field, value }) =>
      field.name === value ? value : prefixed(`${propertyKey(field.name)}: `, value),
    )
  if (others !== undefined && members.length === 0) {
    writer.line(`return ${others}`)
    return
  }
  if (others !== undefined) always.unshift(`...${others}`)
  if (maybe.length === 0) {
    if (!scope.returns(always)) writeLiteral('return', always, scope)
    return
  }
  const written = maybe.some(({ field }) => field.readonly) ? `${scope.use('Writable')}<${type}>` : type
  writeLiteral(`const result: ${written} =`, always, scope)
  for (const { field, value, onlyIf } of maybe) {
    writer.assign(`if (${onlyIf})`, prefixed(`${propertyAccess('result', field.name)} = `, value))
  }
  writer.line('return result')
}

/** The result of an object with an index signature. */
export interface OpenResult {
  /** The expression for the initial object, without a prototype, so that no key is special. */
  readonly start: string
  /** The expression for the complete result. */
  readonly result: string
}

/** A copy of an object, for an {@link OpenResult}. */
export function openCopy(value: string): string {
  return `Object.assign(Object.create(null), ${value})`
}

/** Like {@link emitResult}, for an object that may have undeclared keys. */
export function emitOpenResult(
  members: readonly ResultMember[],
  type: string,
  { start, result }: OpenResult,
  scope: ModuleScope,
): void {
  const { writer } = scope
  writer.assign(`const result: ${scope.use('Writable')}<${type}> =`, start)
  for (const { field, value, onlyIf } of members) {
    const set = `${propertyAccess('result', field.name)} =`
    if (onlyIf === undefined) writer.assign(set, value)
    else writer.assign(`if (${onlyIf})`, prefixed(`${set} `, value))
  }
  writer.line(`return ${result}`)
}

function writeLiteral(start: string, items: readonly Item[], { writer }: ModuleScope): void {
  if (items.length === 0) writer.line(`${start} {}`)
  else if (items.every(isName)) writer.filled(`${start} {`, items, '}', ' ')
  else writer.list(`${start} {`, items, '}', ' ')
}

function isName(item: Item): boolean {
  return typeof item === 'string' && /^[\w$]+$/.test(item)
}

/** The member of a decoded object. */
export function memberText(object: string, key: string, isOwn: boolean, scope: ModuleScope): string {
  return isOwn ? `${scope.use('ownMember')}(${object}, ${literal(key)})` : `${object}[${literal(key)}]`
}
