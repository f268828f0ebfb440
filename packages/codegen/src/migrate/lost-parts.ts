import { ts } from 'ts-morph'
import { type MigratedValue, messageText, plain } from './migrated.ts'
import { literalType, type Step } from './syntax.ts'
import type { Draft } from './type-draft.ts'

/** The hint for a check that no rule is. */
export const inHandler =
  'Check it in the handler, or by a rule of your own: node_modules/ctxgen/docs/validation.md.'
const byHand = 'The property has the type unknown. Write its type by hand.'

/** A part whose type nothing says: any value, or none. */
export function unknownType(node: ts.Node | undefined, draft: Draft, what?: string): MigratedValue {
  if (node !== undefined) draft.lose(node, what ?? node.getText(), byHand)
  return { ...plain('unknown'), isOptional: true }
}

/** A value without a step whose arguments are no constants. */
export function withoutStep(value: MigratedValue, { name, node }: Step, draft: Draft): MigratedValue {
  draft.lose(node, `.${name}(…) with what is no literal`, inHandler)
  return value
}

/** The type of an enum, of a list or of an object of its values. */
export function enumOf(node: ts.Expression | undefined, draft: Draft): MigratedValue {
  const isWritten =
    node !== undefined && (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node))
  const value = draft.constantOf(node)
  const named = node === undefined || isWritten ? undefined : draft.enumType(node)
  if (named !== undefined) return plain(named)
  const list = value instanceof Map ? [...value.values()] : value
  if (!Array.isArray(list) || list.length === 0 || list.includes(undefined)) return unknownType(node, draft)
  return plain(list.map(literalType).join(' | '))
}

/** A rule with the message of its last argument: a text, or `{ message }`, `{ error }`. */
export function withMessage(rule: string, node: ts.Expression | undefined, draft: Draft): string {
  const value = draft.constantOf(node)
  const text = value instanceof Map ? (value.get('message') ?? value.get('error')) : value
  return typeof text === 'string' ? rule + messageText(text) : rule
}
