import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import type { BreakingOperator, RuleTarget } from '@ctxgen/core/rules/rule-row'
import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import { type Rule, type RuleStep, type Rules, rulesOf } from '../../model/rule.ts'
import { ruleValue } from '../../model/rule-target.ts'
import { type Keyword, textKeywords } from './text-rule-schema.ts'

/** A target of rules. `isPlain`: the value can be neither absent nor null, so an empty one is the zero value. */
interface RuledValue {
  readonly rules: Rules | undefined
  readonly target: RuleTarget
  readonly isPlain: boolean
}

/**
 * The keywords of JSON Schema (draft 2020-12) for the rules of a value. Rules that a schema cannot express are left out,
 * so the schema may accept values that the rules refuse. It never refuses values that they accept.
 */
export function ruleKeywords(ruled: RuledValue): JsonSchema {
  const { rules, target, isPlain } = ruled
  const steps = rules?.steps ?? []
  const end = isPlain && hasZero(target) ? steps.findIndex(({ kind }) => kind === 'omitempty') : -1
  const of = (some: readonly RuleStep[]): readonly Keyword[] =>
    some.flatMap((step) => stepKeywords(step, ruled))
  if (end === -1) return together(of(steps))
  return together([...of(steps.slice(0, end)), ...unlessZero(of(steps.slice(end)), target)])
}

/** The rules of the keys of a record. */
export function keyKeywords(keys: Rules): JsonSchema {
  if (rulesOf(keys).length === 0) return {}
  return ruleKeywords({ rules: keys, target: 'string', isPlain: true })
}

/** Whether the rules refuse an absent value unconditionally. */
export function asksForPresence(rules: Rules | undefined): boolean {
  for (const step of rules?.steps ?? []) {
    if (step.kind === 'omitempty') return false
    if (step.kind === 'rule' && step.rule.name === 'required') return true
  }
  return false
}

/** Joins keywords that must all hold into one schema. */
function together(all: readonly Keyword[]): JsonSchema {
  const keywords = new Map<string, unknown>()
  const others: JsonSchema[] = []
  for (const [key, value] of all) {
    const both = keywords.has(key) ? stricter(key, keywords.get(key), value) : value
    if (both === undefined) others.push({ [key]: value })
    else keywords.set(key, both)
  }
  return { ...Object.fromEntries(keywords), ...(others.length > 0 && { allOf: others }) }
}

/** The stricter of two values of a keyword; `undefined` where neither implies the other. */
function stricter(key: string, a: unknown, b: unknown): unknown {
  if (JSON.stringify(a) === JSON.stringify(b)) return a
  if (/^(?:min|exclusiveMin)/.test(key)) return Math.max(Number(a), Number(b))
  if (/^(?:max|exclusiveMax)/.test(key)) return Math.min(Number(a), Number(b))
  return undefined
}

const zeros: Partial<Record<RuleTarget, string | number | boolean>> = {
  string: '',
  integer: 0,
  float: 0,
  bigint: 0,
  boolean: false,
}

/** Whether a plain value may be a zero value, which `required` refuses and `omitempty` accepts. */
export function hasZero(target: RuleTarget): boolean {
  return target === 'date' || zeros[target] !== undefined
}

/** Rules after `omitempty` skip the empty value. Dates are left out, since a zero date has many spellings. */
function unlessZero(keywords: readonly Keyword[], target: RuleTarget): readonly Keyword[] {
  const zero = zeros[target]
  if (zero === undefined || keywords.length === 0) return []
  return [['anyOf', [{ const: zero }, together(keywords)]]]
}

function stepKeywords(step: RuleStep, { target, isPlain }: RuledValue): readonly Keyword[] {
  if (step.kind === 'omitempty') return []
  if (step.kind === 'rule') {
    return step.rule.name === 'required' && isPlain ? notZero(target) : keywordsOf(step.rule, target)
  }
  const alternatives = step.rules.map((rule) => keywordsOf(rule, target))
  // An alternative without a schema accepts everything.
  if (alternatives.some((keywords) => keywords.length === 0)) return []
  return [['anyOf', alternatives.map(together)]]
}

export function notZero(target: RuleTarget): readonly Keyword[] {
  if (target === 'string') return [['minLength', 1]]
  const zero = zeros[target]
  return zero === undefined ? [] : [['not', { const: zero }]]
}

function keywordsOf(rule: Rule, target: RuleTarget): readonly Keyword[] {
  const { name, parameter } = rule
  switch (parameter.kind) {
    case 'number':
      if (name !== 'multipleOf') return sizeKeywords(name, Number(parameter.text), target)
      return isExact(Number(parameter.text)) ? [['multipleOf', Number(parameter.text)]] : []
    case 'words':
      return wordKeywords(name, parameter.words, target)
    case 'text':
      if (name === 'eq' || name === 'ne') return equalityKeywords(name, parameter.text, target)
      return textKeywords(rule)
    case 'none':
      if (name === 'unique' && target === 'list') return [['uniqueItems', true]]
      if (target === 'string') return textKeywords(rule)
      return rangeKeywords(builtInRules.get(name)?.amount)
    case 'format':
    case 'pattern':
      return textKeywords(rule)
    default:
      return []
  }
}

function rangeKeywords(amount: number | undefined): readonly Keyword[] {
  if (amount === undefined) return []
  return [
    ['minimum', -amount],
    ['maximum', amount],
  ]
}

function wordKeywords(name: string, words: readonly string[], target: RuleTarget): readonly Keyword[] {
  const values = words.flatMap((word) => plainValue(word, target) ?? [])
  if (name === 'oneof') return values.length === words.length ? [['enum', values]] : []
  return name === 'noneof' && values.length > 0 ? [['not', { enum: values }]] : []
}

/** `eq` and `ne` compare the size of a list or a record, else the value. */
export function equalityKeywords(name: 'eq' | 'ne', text: string, target: RuleTarget): readonly Keyword[] {
  const value = plainValue(text, target)
  const isSize = target === 'list' || target === 'record'
  const equal = isSize
    ? sizeKeywords('len', Number(text), target)
    : value === undefined
      ? []
      : [['const', value] as const]
  return name === 'eq' || equal.length === 0 ? equal : [['not', Object.fromEntries(equal)]]
}

/** A value as a schema writes it: a bigint becomes a number, or `undefined` when that would change it. */
function plainValue(word: string, target: RuleTarget): ReturnType<typeof ruleValue> {
  return ruleValue(word, target === 'bigint' ? 'integer' : target)
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

function sizeKeywords(name: string, bound: number, target: RuleTarget): readonly Keyword[] {
  if (!isExact(bound)) return []
  const keys = sizes[target]
  if (keys !== undefined) return wholeSizeKeywords(name, bound, keys)
  return numbers.includes(target) ? numberKeywords(name, bound) : []
}

const keywords: Partial<Record<BreakingOperator, string>> = {
  '<': 'minimum',
  '<=': 'exclusiveMinimum',
  '>': 'maximum',
  '>=': 'exclusiveMaximum',
  '!==': 'const',
}

function numberKeywords(name: string, bound: number): readonly Keyword[] {
  const { breaks } = builtInRules.get(name) ?? {}
  const keyword = breaks && keywords[breaks]
  return keyword === undefined ? [] : [[keyword, bound]]
}

/** Sizes are whole numbers; JSON Schema has no exclusive bounds for them. */
function wholeSizeKeywords(
  name: string,
  bound: number,
  [least, most]: readonly [least: string, most: string],
): readonly Keyword[] {
  switch (builtInRules.get(name)?.breaks) {
    case '<':
      return [[least, bound]]
    case '>':
      return [[most, bound]]
    case '<=':
      return [[least, bound + 1]]
    case '>=':
      return bound === 0 ? [['not', {}]] : [[most, bound - 1]]
    case '!==':
      return [
        [least, bound],
        [most, bound],
      ]
    default:
      return []
  }
}
