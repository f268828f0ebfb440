import { maxFloat32 } from '@ctxgen/core/number-range'
import type { RuleTarget } from '@ctxgen/core/rules/rule-row'
import type { PresentType } from '../../model/field-type.ts'
import { wholeRange } from '../../model/number-range.ts'
import type { Rule } from '../../model/rule.ts'
import { isEqual, numberOf } from './keeps.ts'

/** A range of numbers, or of sizes of texts, lists and records. */
export interface Range {
  readonly low: End
  readonly high: End
}

interface End {
  readonly value: number | bigint
  /** Whether `value` itself is excluded. */
  readonly isOpen: boolean
  /** The rule that sets it; `undefined` if the type does. */
  readonly rule: Rule | undefined
}

/** The range of a type, narrowed by its rules. */
export function rangeOf(type: PresentType, target: RuleTarget, rules: readonly Rule[]): Range {
  const [least, most] = typeRange(type)
  let low: End = { value: least, isOpen: false, rule: undefined }
  let high: End = { value: most, isOpen: false, rule: undefined }
  for (const rule of rules) {
    const value = boundOf(rule, target)
    if (value === undefined) continue
    const isOpen = rule.name === 'gt' || rule.name === 'lt'
    if (/^(?:required|len|eq|min|gte?)$/.test(rule.name) || isPart.test(rule.name)) {
      const end = closed({ value, isOpen, rule }, target, 1n)
      if (end.value > low.value || (isEqual(end.value, low.value) && end.isOpen)) low = end
    }
    if (/^(?:len|eq|max|lte?|maxFiles)$/.test(rule.name)) {
      const end = closed({ value, isOpen, rule }, target, -1n)
      if (end.value < high.value || (isEqual(end.value, high.value) && end.isOpen)) high = end
    }
  }
  return { low, high }
}

export function isEmptyRange({ low, high }: Range): boolean {
  return low.value > high.value || (isEqual(low.value, high.value) && (low.isOpen || high.isOpen))
}

/** Limit for enumerating values. */
const few = 100n

/** The values of a small range of whole numbers, or a single value; `undefined` for larger ranges. */
export function valuesIn({ low, high }: Range): readonly (number | bigint)[] | undefined {
  if (isEqual(low.value, high.value)) return [low.value]
  if (typeof low.value !== 'bigint' || typeof high.value !== 'bigint') return undefined
  const first = low.value
  const count = high.value - first + 1n
  return count > few ? undefined : Array.from({ length: Number(count) }, (_, i) => first + BigInt(i))
}

/** A text is at least as long as a required part. */
const isPart = /^(?:contains|startswith|endswith)$/

/** The bound of a rule, if any. `eq` has a number only for numbers and sizes. */
function boundOf({ parameter, name }: Rule, target: RuleTarget): number | bigint | undefined {
  if (name === 'required') return target === 'string' ? 1n : undefined
  if (isPart.test(name)) return parameter.kind === 'text' ? BigInt([...parameter.text].length) : undefined
  const isSize = parameter.kind === 'number' && name !== 'multipleOf'
  const isNumber = parameter.kind === 'text' && name === 'eq' && target !== 'string' && target !== 'boolean'
  if (!isSize && !isNumber) return undefined
  return target === 'float' ? Number(parameter.text) : numberOf(parameter.text)
}

/** Whether a rule only bounds a range. */
export function isBound(rule: Rule, target: RuleTarget): boolean {
  return boundOf(rule, target) !== undefined
}

/** Closes an open end of whole numbers: `gt=3` is `gte=4`. */
function closed(end: End, target: RuleTarget, step: bigint): End {
  if (!end.isOpen || target === 'float' || typeof end.value !== 'bigint') return end
  return { ...end, value: end.value + step, isOpen: false }
}

function typeRange(type: PresentType): readonly [least: number | bigint, most: number | bigint] {
  const unbounded = Number.POSITIVE_INFINITY
  if (type.kind === 'tuple') {
    return [BigInt(type.required), type.rest === undefined ? BigInt(type.elements.length) : unbounded]
  }
  if (type.kind !== 'scalar' || type.scalar === 'string') return [0n, unbounded]
  if (type.scalar === 'float32') return [-maxFloat32, maxFloat32]
  return wholeRange(type.scalar) ?? [-unbounded, unbounded]
}
