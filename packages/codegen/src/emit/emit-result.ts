import type { Field } from '../model/dto.ts'
import { literal, propertyAccess, propertyKey } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'

/** A property of a result. */
export interface ResultMember {
  readonly field: Field
  /** The expression for it. */
  readonly value: string
  /** The condition for a property that may stay out. */
  readonly onlyIf?: string
}

/**
 * Emits the making of a result: one literal of what is always there, then what may be absent, so that an absent property
 * stays out of the object. `others` is an object whose properties join it.
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
    .map(({ field, value }) => (field.name === value ? value : `${propertyKey(field.name)}: ${value}`))
  if (others !== undefined && members.length === 0) {
    writer.line(`return ${others}`)
    return
  }
  if (others !== undefined) always.unshift(`...${others}`)
  if (maybe.length === 0) {
    writeLiteral('return', always, scope)
    return
  }
  const written = maybe.some(({ field }) => field.readonly) ? `${scope.use('Writable')}<${type}>` : type
  writeLiteral(`const result: ${written} =`, always, scope)
  for (const { field, value, onlyIf } of maybe) {
    writer.assign(`if (${onlyIf})`, `${propertyAccess('result', field.name)} = ${value}`)
  }
  writer.line('return result')
}

function writeLiteral(start: string, items: readonly string[], { writer }: ModuleScope): void {
  if (items.length === 0) writer.line(`${start} {}`)
  else if (items.every(isName)) writer.filled(`${start} {`, items, '}', ' ')
  else writer.list(`${start} {`, items, '}', ' ')
}

function isName(item: string): boolean {
  return /^[\w$]+$/.test(item)
}

/** The member of a decoded object. */
export function memberText(object: string, key: string, isOwn: boolean, scope: ModuleScope): string {
  return isOwn ? `${scope.use('ownMember')}(${object}, ${literal(key)})` : `${object}[${literal(key)}]`
}
