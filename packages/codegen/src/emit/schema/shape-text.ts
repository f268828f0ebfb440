import { rules } from '@ctxgen/core/rules/rules'
import type { LiteralValue } from '../../model/field-type.ts'
import { memberName } from '../../plan/shape/member-name.ts'
import type { ShapeMember, ShapeReference, ShapeType } from '../../plan/shape/shape-type.ts'
import { flat, type Item, prefixed } from '../text/item.ts'
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
export function shapeItem<R>(value: unknown, names: ShapeNames<R>): Item {
  if (typeof value === 'string') {
    const pattern = longPatterns.get(value)
    return pattern === undefined ? literal(value) : names.use(pattern)
  }
  if (Array.isArray(value)) return { open: '[', items: value.map((one) => shapeItem(one, names)), close: ']' }
  if (typeof value !== 'object' || value === null) return literal(value as LiteralValue | null)
  if ('ref' in value) return names.refer(value as R)
  const items = Object.entries(value).map(([key, one]) =>
    prefixed(`${propertyKey(key)}: `, shapeItem(one, names)),
  )
  return { open: '{', items, close: '}', space: ' ' }
}

/** {@link shapeItem} on one line. */
export function shapeText<R>(value: unknown, names: ShapeNames<R>): string {
  return flat(shapeItem(value, names))
}

/** `() => …`: braces would be taken for a block. */
export function lazyText(type: ShapeType, names: ShapeNames): string {
  const text = shapeText(type, names)
  return `() => ${text.startsWith('{') ? `(${text})` : text}`
}

/** Members as properties: `'birth_date?': 'date'`. */
export function memberItems(members: readonly ShapeMember[], names: ShapeNames): readonly Item[] {
  return members.map((one) => prefixed(`${propertyKey(memberName(one))}: `, shapeItem(one.type, names)))
}
