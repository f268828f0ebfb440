import { mustHaveNumberKey, mustHaveWholeKey } from '../../error/english-issues.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'
import type { Scalar, WholeScalar } from './scalar.ts'

/** The length of `-0.0000012345678901234567`; the time of a longer text would depend on its length. */
const longest = 25

/** Whether a text is a finite number as JavaScript writes one in a key: not `01`, `1e3`, `-0` or `NaN`. */
export function isNumberKey(key: string): boolean {
  if (key.length > longest) return false
  const number = Number(key)
  return Number.isFinite(number) && String(number) === key
}

/** Whether a text is the key of a record whose keys are numbers of a type. */
export function isKeyOf(type: Scalar<number>, key: string): boolean {
  return isNumberKey(key) && type.read(key) !== undefined
}

/** The issue of any other key. */
export function wrongKey(type: Scalar<number> | WholeScalar): IssueText {
  return 'min' in type ? withValues(mustHaveWholeKey, { min: type.min, max: type.max }) : mustHaveNumberKey
}
