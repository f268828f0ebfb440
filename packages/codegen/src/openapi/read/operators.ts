import { ts } from '../../parse/compiler.ts'
import { choiceOf, literalValue, type Value } from './value.ts'

/** Whether a value is neither null nor undefined. */
export function isPresent(value: Value): boolean | undefined {
  if (value.kind === 'literal') return (value.value ?? undefined) !== undefined
  if (value.kind === 'unknown') return undefined
  if (value.kind !== 'choice') return true
  const all = new Set(value.of.map(isPresent))
  return all.size === 1 ? [...all][0] : undefined
}

export function isShortCircuit(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  )
}

/** Whether an operator tests for equality or inequality. */
export function isEquality(kind: ts.SyntaxKind): boolean | undefined {
  if (kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.EqualsEqualsToken) return true
  const isNot =
    kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken
  return isNot ? false : undefined
}

/** The result of `+` or of a comparison of known literals. */
export function combined(
  kind: ts.SyntaxKind,
  left: readonly unknown[] | undefined,
  right: readonly unknown[] | undefined,
): Value | undefined {
  if (left === undefined || right === undefined) return undefined
  const isEqual = isEquality(kind)
  if (isEqual !== undefined) {
    const isDisjoint = !left.some((one) => right.includes(one))
    if (isDisjoint) return literalValue(!isEqual)
    return left.length === 1 && right.length === 1 ? literalValue(isEqual) : undefined
  }
  if (kind !== ts.SyntaxKind.PlusToken) return undefined
  const sums = left.flatMap((one) => right.map((other) => sumOf(one, other)))
  return choiceOf(sums.map(literalValue))
}

function sumOf(a: unknown, b: unknown): string | number {
  return typeof a === 'number' && typeof b === 'number' ? a + b : `${a}${b}`
}
