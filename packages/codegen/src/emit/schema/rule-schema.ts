import type { BreakingOperator, RuleTarget } from '@ctxgen/core/rules/rule-row'
import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import { type Rule, type RuleStep, type Rules, rulesOf } from '../../model/rule.ts'
import { ruleValue } from '../../model/rule-target.ts'
import { literal } from '../text/literal.ts'
import { type Member, objectText, type UseName } from './member.ts'
import { textMembers } from './text-rule-schema.ts'

/** A target of rules. `isPlain`: the value can be neither absent nor null, so an empty one is the zero value. */
export interface Ruled {
  readonly rules: Rules | undefined
  readonly target: RuleTarget
  readonly isPlain: boolean
  readonly use: UseName
}

/**
 * The members of a JSON Schema (draft 2020-12) for the rules of a value. Rules that a schema cannot express are left out,
 * so the schema may accept values that the rules refuse. It never refuses values that they accept.
 */
export function ruleMembers(ruled: Ruled): readonly Member[] {
  const { rules, target, isPlain } = ruled
  const steps = rules?.steps ?? []
  const end = isPlain && hasZero(target) ? steps.findIndex(({ kind }) => kind === 'omitempty') : -1
  const of = (some: readonly RuleStep[]): readonly Member[] =>
    some.flatMap((step) => stepMembers(step, ruled))
  if (end === -1) return together(of(steps))
  return together([...of(steps.slice(0, end)), ...unlessZero(of(steps.slice(end)), target)])
}

/** The rules of the keys of a record. */
export function keyMembers(keys: Rules, use: UseName): readonly Member[] {
  if (rulesOf(keys).length === 0) return []
  return ruleMembers({ rules: keys, target: 'string', isPlain: true, use })
}

/** Whether the rules refuse an absent value unconditionally. */
export function asksForPresence(rules: Rules | undefined): boolean {
  for (const step of rules?.steps ?? []) {
    if (step.kind === 'omitempty') return false
    if (step.kind === 'rule' && step.rule.name === 'required') return true
  }
  return false
}

/** Joins members that must all hold into one object with unique keys. */
function together(all: readonly Member[]): readonly Member[] {
  const members = new Map<string, string>()
  const others: string[] = []
  for (const [key, value] of all) {
    const held = members.get(key)
    const both = held === undefined ? value : stricter(key, held, value)
    if (both === undefined) others.push(objectText([[key, value]]))
    else members.set(key, both)
  }
  return [...members, ...(others.length === 0 ? [] : [['allOf', `[${others.join(', ')}]`] as const])]
}

/** The stricter of two values of a keyword; `undefined` where neither implies the other. */
function stricter(key: string, a: string, b: string): string | undefined {
  if (a === b) return a
  if (/^(?:min|exclusiveMin)/.test(key)) return Number(a) > Number(b) ? a : b
  if (/^(?:max|exclusiveMax)/.test(key)) return Number(a) < Number(b) ? a : b
  return undefined
}

const zeros: Partial<Record<RuleTarget, string>> = {
  string: "''",
  integer: '0',
  float: '0',
  bigint: '0',
  boolean: 'false',
}

/** Whether a plain value may be a zero value, which `required` refuses and `omitempty` accepts. */
export function hasZero(target: RuleTarget): boolean {
  return target === 'date' || zeros[target] !== undefined
}

/** Rules after `omitempty` skip the empty value. Dates are left out, since a zero date has many spellings. */
function unlessZero(members: readonly Member[], target: RuleTarget): readonly Member[] {
  const zero = zeros[target]
  if (zero === undefined || members.length === 0) return []
  return [['anyOf', `[{ const: ${zero} }, ${objectText(together(members))}]`]]
}

function stepMembers(step: RuleStep, { target, isPlain, use }: Ruled): readonly Member[] {
  if (step.kind === 'omitempty') return []
  if (step.kind === 'rule') {
    return step.rule.name === 'required' && isPlain ? notZero(target) : membersOf(step.rule, target, use)
  }
  const alternatives = step.rules.map((rule) => membersOf(rule, target, use))
  // An alternative without a schema accepts everything.
  if (alternatives.some((members) => members.length === 0)) return []
  return [['anyOf', `[${alternatives.map((members) => objectText(together(members))).join(', ')}]`]]
}

export function notZero(target: RuleTarget): readonly Member[] {
  if (target === 'string') return [['minLength', '1']]
  const zero = zeros[target]
  return zero === undefined ? [] : [['not', `{ const: ${zero} }`]]
}

function membersOf(rule: Rule, target: RuleTarget, use: UseName): readonly Member[] {
  const { name, parameter } = rule
  switch (parameter.kind) {
    case 'number':
      if (name !== 'multipleOf') return sizeMembers(name, Number(parameter.text), target)
      return isExact(Number(parameter.text)) ? [['multipleOf', String(Number(parameter.text))]] : []
    case 'words':
      return wordMembers(name, parameter.words, target)
    case 'text':
      if (name === 'eq' || name === 'ne') return equalityMembers(name, parameter.text, target)
      return textMembers(rule, use)
    case 'none':
      if (name === 'unique' && target === 'list') return [['uniqueItems', 'true']]
      if (target === 'string') return textMembers(rule, use)
      return rangeMembers(builtInRules.get(name)?.amount)
    case 'format':
    case 'pattern':
      return textMembers(rule, use)
    default:
      return []
  }
}

function rangeMembers(amount: number | undefined): readonly Member[] {
  if (amount === undefined) return []
  return [
    ['minimum', String(-amount)],
    ['maximum', String(amount)],
  ]
}

function wordMembers(name: string, words: readonly string[], target: RuleTarget): readonly Member[] {
  const values = words.flatMap((word) => plainValue(word, target) ?? [])
  const list = `[${values.join(', ')}]`
  if (name === 'oneof') return values.length === words.length ? [['enum', list]] : []
  return name === 'noneof' && values.length > 0 ? [['not', `{ enum: ${list} }`]] : []
}

/** `eq` and `ne` compare the size of a list or a record, else the value. */
export function equalityMembers(name: 'eq' | 'ne', text: string, target: RuleTarget): readonly Member[] {
  const value = plainValue(text, target)
  const isSize = target === 'list' || target === 'record'
  const equal = isSize
    ? sizeMembers('len', Number(text), target)
    : value === undefined
      ? []
      : [['const', value] as const]
  return name === 'eq' || equal.length === 0 ? equal : [['not', objectText(equal)]]
}

/** A value as a schema writes it: a bigint becomes a number, or `undefined` when that would change it. */
function plainValue(word: string, target: RuleTarget): string | undefined {
  const value = ruleValue(word, target === 'bigint' ? 'integer' : target)
  return value === undefined ? undefined : literal(value)
}

/** Beyond this limit a schema would round the number. */
function isExact(number: number): boolean {
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER
}

const numbers: readonly RuleTarget[] = ['integer', 'float', 'bigint']

const sizes: Partial<Record<RuleTarget, readonly [least: string, most: string]>> = {
  string: ['minLength', 'maxLength'],
  list: ['minItems', 'maxItems'],
  record: ['minProperties', 'maxProperties'],
}

function sizeMembers(name: string, bound: number, target: RuleTarget): readonly Member[] {
  if (!isExact(bound)) return []
  const keys = sizes[target]
  if (keys !== undefined) return wholeSizeMembers(name, bound, keys)
  return numbers.includes(target) ? numberMembers(name, bound) : []
}

const keywords: Partial<Record<BreakingOperator, string>> = {
  '<': 'minimum',
  '<=': 'exclusiveMinimum',
  '>': 'maximum',
  '>=': 'exclusiveMaximum',
  '!==': 'const',
}

function numberMembers(name: string, bound: number): readonly Member[] {
  const { breaks } = builtInRules.get(name) ?? {}
  const keyword = breaks && keywords[breaks]
  return keyword === undefined ? [] : [[keyword, String(bound)]]
}

/** Sizes are whole numbers; JSON Schema has no exclusive bounds for them. */
function wholeSizeMembers(
  name: string,
  bound: number,
  [least, most]: readonly [least: string, most: string],
): readonly Member[] {
  const text = String(bound)
  switch (builtInRules.get(name)?.breaks) {
    case '<':
      return [[least, text]]
    case '>':
      return [[most, text]]
    case '<=':
      return [[least, String(bound + 1)]]
    case '>=':
      return bound === 0 ? [['not', '{}']] : [[most, String(bound - 1)]]
    case '!==':
      return [
        [least, text],
        [most, text],
      ]
    default:
      return []
  }
}
