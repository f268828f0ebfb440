import type { Step } from './case-types.ts'
import { type CompareScope, type Comparison, compareValue } from './compare.ts'
import { show } from './show.ts'

/** The call of a step, for reports. */
export function describeStep(step: Step): string {
  if (step.bind !== undefined) return `bind().${step.bind}(${step.dto ?? ''})`
  const args = (step.generic ?? step.args ?? []).map((arg) => JSON.stringify(arg)).join(', ')
  const target = step.on === undefined ? 'c' : `c.${step.on}()`
  const text = step.generic === undefined ? `${target}.${step.call}(${args})` : `${step.call}(c, ${args})`
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** Compares the result of a call with `returns`, `returnsMatch` and `returnsHeaders`. */
export function judgeValue(
  step: Step,
  value: unknown,
  args: readonly unknown[],
  scope: CompareScope,
  out: Comparison,
): void {
  const where = describeStep(step)
  if (step.returns !== undefined) {
    for (const [subject, label] of describedValues(step, value, args, out)) {
      compareValue(step.returns, subject, label ?? where, scope, out)
    }
  }
  if (step.returnsMatch !== undefined && !new RegExp(step.returnsMatch).test(String(value))) {
    out.problems.push(`${where} is ${show(value)}, expected text that matches ${step.returnsMatch}`)
  }
  if (step.returnsHeaders !== undefined) compareHeaders(step.returnsHeaders, value, where, scope, out)
}

/** `returns` describes the destination of a custom binder, and `out` itself if it was passed. */
function describedValues(
  step: Step,
  value: unknown,
  args: readonly unknown[],
  out: Comparison,
): (readonly [value: unknown, label?: string])[] {
  if (step.bind === 'custom') {
    const destination = [args[1], 'the destination'] as const
    return value === undefined ? [destination] : [destination, [value]]
  }
  if (step.out !== undefined && value !== args[1]) {
    out.problems.push(`${describeStep(step)} did not return the object it was to fill, but ${show(value)}`)
  }
  return [[value]]
}

function compareHeaders(
  expected: NonNullable<Step['returnsHeaders']>,
  value: unknown,
  where: string,
  scope: CompareScope,
  out: Comparison,
): void {
  if (typeof value !== 'object' || value === null) {
    out.problems.push(`${where} is ${show(value)}, expected a record of headers`)
    return
  }
  const lower = new Map(Object.entries(value).map(([name, lines]) => [name.toLowerCase(), lines as unknown]))
  for (const [name, lines] of Object.entries(expected)) {
    compareValue(lines, lower.get(name.toLowerCase()), `${where}["${name}"]`, scope, out)
  }
}
