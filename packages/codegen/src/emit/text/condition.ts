import type { BreakingOperator } from '@ctxgen/core/rules/rule-row'
import { Code, code, List } from './code.ts'

/** A condition of generated code; `true` and `false` are known when generating. */
export type Condition = boolean | Code | List

export const operators: Readonly<Record<BreakingOperator, Code>> = {
  '<': code`<`,
  '<=': code`<=`,
  '>': code`>`,
  '>=': code`>=`,
  '===': code`===`,
  '!==': code`!==`,
}

export function and(...conditions: readonly Condition[]): Condition {
  return join('&&', conditions, false)
}

export function or(...conditions: readonly Condition[]): Condition {
  return join('||', conditions, true)
}

/** `decisive` is the value of one condition that decides the whole. */
function join(joint: '&&' | '||', conditions: readonly Condition[], decisive: boolean): Condition {
  if (conditions.includes(decisive)) return decisive
  const parts = conditions.filter((one) => typeof one !== 'boolean')
  const [only] = parts
  if (only === undefined) return !decisive
  if (parts.length === 1) return only
  return new List(
    parts.flatMap((one) => partsFor(joint, one)),
    { joint },
  )
}

function partsFor(joint: '&&' | '||', one: Code | List): readonly Code[] {
  if (one instanceof Code) return [one]
  return one.style.joint === joint ? one.items : [code`(${one})`]
}
