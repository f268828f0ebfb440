import { rules } from '@ctxgen/core/rules/rules'
import type { LiteralValue } from '../../model/field-type.ts'
import { memberName } from '../../plan/shape/member-name.ts'
import type { ShapeMember, ShapeReference, ShapeType } from '../../plan/shape/shape-type.ts'
import { literal, propertyKey } from '../text/literal.ts'
import { type RuntimeName, runtimeName } from '../text/runtime-names.ts'

/** Names for what a shape refers to. */
export interface ShapeNames<R = ShapeReference> {
  /** Returns the local name of a runtime export. */
  readonly use: (name: RuntimeName) => string
  readonly refer: (reference: R) => string
}

/** Patterns that the runtime exports, by their text. */
const longPatterns: ReadonlyMap<string, RuntimeName> = new Map(
  [...rules.values()].flatMap(({ pattern, constant }) =>
    pattern === undefined || constant === undefined ? [] : [[pattern, runtimeName(constant)]],
  ),
)

/** The type of a member, or a value in it, as an expression. */
export function shapeText<R>(value: unknown, names: ShapeNames<R>): string {
  if (typeof value === 'string') {
    const pattern = longPatterns.get(value)
    return pattern === undefined ? literal(value) : names.use(pattern)
  }
  if (Array.isArray(value)) return `[${value.map((one) => shapeText(one, names)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return literal(value as LiteralValue | null)
  if ('ref' in value) return names.refer(value as R)
  const members = Object.entries(value).map(([key, one]) => `${propertyKey(key)}: ${shapeText(one, names)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** `() => …`: braces would be taken for a block. */
export function lazyText(type: ShapeType, names: ShapeNames): string {
  const text = shapeText(type, names)
  return `() => ${text.startsWith('{') ? `(${text})` : text}`
}

/** Members as properties: `'birth_date?': 'date'`. */
export function membersText(members: readonly ShapeMember[], names: ShapeNames): readonly string[] {
  return members.map((one) => `${propertyKey(memberName(one))}: ${shapeText(one.type, names)}`)
}
