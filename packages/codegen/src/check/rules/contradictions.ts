import type { RuleTarget } from '@ctxgen/core/rules/rule-row'
import { catalog } from '../../diagnostics/catalog.ts'
import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import {
  type FieldType,
  isKindUnion,
  keyTypeOf,
  kindTypes,
  type LiteralValue,
  nonNull,
  type PresentType,
} from '../../model/field-type.ts'
import { isAbout, type Rule, type RuleStep, type Rules, rulesOfStep } from '../../model/rule.ts'
import { ruleValue, targetOf } from '../../model/rule-target.ts'
import { brokenStep } from './broken-step.ts'
import { conflictOfTexts } from './conflict-of-texts.ts'
import { mayKeep } from './keeps.ts'
import { pairOf } from './pair-of.ts'
import { ruleText } from './place.ts'
import { isBound, isEmptyRange, type Range, rangeOf, valuesIn } from './range.ts'

/** A value with rules. */
interface RuledValue {
  readonly rules: Rules
  readonly type: FieldType
  /** Whether the type may be absent; a present value is then never empty. */
  readonly isFound: boolean
  readonly words: string
}

/** Rules that no value can satisfy: of a property, and of its keys and elements. */
export function checkContradictions(value: RuledValue): readonly Diagnostic[] {
  const { rules, type, words } = value
  if (rules.skipped) return []
  const conflict = conflictOf(rules.steps, nonNull(type), value.isFound)
  const span = conflict.at(-1)?.span
  const texts = conflict.map(ruleText).join(' and ')
  const own = span === undefined ? [] : [diagnose(catalog.contradiction, span, words, texts)]
  return [...own, ...ruledBelow(value).flatMap(checkContradictions)]
}

function ruledBelow({ rules: { keys, elements }, type, words }: RuledValue): readonly RuledValue[] {
  const present = nonNull(type)
  const inside =
    present.kind === 'list' ? present.element : present.kind === 'record' ? present.value : undefined
  const below: RuledValue[] = []
  if (keys !== undefined && present.kind === 'record')
    below.push({ rules: keys, type: keyTypeOf(present), isFound: false, words: `a key of ${words}` })
  if (elements !== undefined && inside !== undefined) {
    const isFound = inside.kind === 'nullable'
    below.push({ rules: elements, type: inside, isFound, words: `an element of ${words}` })
  }
  return below
}

/** Rules that contradict each other or the type; empty if some value may satisfy all. */
function conflictOf(steps: readonly RuleStep[], type: PresentType, isFound: boolean): readonly Rule[] {
  if (isKindUnion(type)) {
    const each = kindTypes(type).map((one) => conflictOf(steps, one, isFound))
    return each.some(({ length }) => length === 0) ? [] : (each[0] ?? [])
  }
  const target = targetOf(type)
  const asked = steps.filter((step) => isAbout(step, target))
  const rules = asked.flatMap((step) => (step.kind === 'rule' ? [step.rule] : []))
  const pair = conflictOfSiblings(rules) ?? (target === 'date' ? conflictOfDates(rules) : undefined)
  if (pair !== undefined) return pair
  const known = knownValues(type, target, rules)
  if (known !== undefined) return conflictOfKnown(known, asked, isFound)
  const counted = rules.filter(({ name }) => name !== 'required' || !isFound)
  const inNumbers = isCounted(target) ? conflictOfNumbers(type, target, counted) : []
  return inNumbers.length > 0 || target !== 'string' ? inNumbers : conflictOfTexts(rules)
}

/** A finite set of values, and the rule that lists them; `undefined` if the type does. */
interface KnownValues {
  readonly values: readonly LiteralValue[]
  readonly from: Rule | undefined
}

function knownValues(type: PresentType, target: RuleTarget, rules: readonly Rule[]): KnownValues | undefined {
  if (type.kind === 'literals') return { values: type.values, from: undefined }
  if (target === 'boolean') return { values: [true, false], from: undefined }
  for (const rule of rules) {
    const words =
      rule.parameter.kind === 'words' && rule.name === 'oneof'
        ? rule.parameter.words
        : rule.parameter.kind === 'text' && rule.name === 'eq' && (target === 'string' || isNumber(target))
          ? [rule.parameter.text]
          : undefined
    if (words !== undefined)
      return { values: words.flatMap((word) => ruleValue(word, target) ?? []), from: rule }
  }
  return undefined
}

function conflictOfKnown(
  { values, from }: KnownValues,
  steps: readonly RuleStep[],
  isFound: boolean,
): readonly Rule[] {
  const broken = values.map((value) => brokenStep(steps, value, isFound))
  if (values.length === 0 || broken.includes(undefined)) return []
  const alone = steps.find((step) =>
    values.every((value) => brokenStep([step], value, isFound) !== undefined),
  )
  const found = alone === undefined ? broken.flatMap((step) => step ?? []) : [alone]
  const conflicting = new Set([...(from === undefined ? [] : [from]), ...found.flatMap(rulesOfStep)])
  return steps.flatMap(rulesOfStep).filter((rule) => conflicting.has(rule))
}

function isNumber(target: RuleTarget): boolean {
  return target === 'integer' || target === 'float' || target === 'bigint'
}

function isCounted(target: RuleTarget): boolean {
  return isNumber(target) || ['string', 'list', 'record', 'bytes'].includes(target)
}

function conflictOfNumbers(type: PresentType, target: RuleTarget, rules: readonly Rule[]): readonly Rule[] {
  const range = rangeOf(type, target, rules)
  const ends = rules.filter((rule) => rule === range.low.rule || rule === range.high.rule)
  if (isEmptyRange(range)) return ends
  // The range of a text is its length, which no other rule restricts.
  const others = target === 'string' ? [] : rules.filter((rule) => !isBound(rule, target))
  const values = others.length === 0 ? undefined : valuesIn(range)
  if (values === undefined) return conflictOfMultiples(range, others, ends)
  const known = values.map((value) => (target === 'bigint' ? value : Number(value)))
  const breaking = known.map((value) => others.find((rule) => breaksNumber(rule, value, target)))
  return breaking.includes(undefined)
    ? []
    : rules.filter((rule) => ends.includes(rule) || breaking.includes(rule))
}

function breaksNumber(rule: Rule, value: number | bigint, target: RuleTarget): boolean {
  if (rule.name === 'required') return isNumber(target) && Number(value) === 0
  return !mayKeep(rule, value)
}

/** For ranges too large to enumerate: whether they contain a multiple. */
function conflictOfMultiples(
  { low, high }: Range,
  rules: readonly Rule[],
  ends: readonly Rule[],
): readonly Rule[] {
  const [from, to] = [Number(low.value), Number(high.value)]
  if (!Number.isFinite(from) || !Number.isFinite(to)) return []
  const rule = rules.find(({ name, parameter }) => {
    if (name !== 'multipleOf' || parameter.kind !== 'number') return false
    const step = Number(parameter.text)
    // Tolerance for rounding errors.
    const times = Math.ceil(from / step - 1e-6)
    const first = (low.isOpen && times * step <= from ? times + 1 : times) * step
    return first > to + step * 1e-6
  })
  return rule === undefined ? [] : [...ends, rule]
}

/** The orders that each rule allows: less, equal, greater. */
const orders: Readonly<Record<string, string>> = {
  eqfield: '=',
  nefield: '<>',
  gtfield: '>',
  gtefield: '>=',
  ltfield: '<',
  ltefield: '<=',
}

/** `gtfield=from,ltfield=from` */
function conflictOfSiblings(rules: readonly Rule[]): readonly Rule[] | undefined {
  return pairOf(rules, (a, b) => {
    const [one, other] = [orders[a.name], orders[b.name]]
    if (one === undefined || other === undefined || a.param !== b.param) return false
    return ![...one].some((order) => other.includes(order))
  })
}

/** Date rules without a parameter compare with the current time. */
function conflictOfDates(rules: readonly Rule[]): readonly Rule[] | undefined {
  return pairOf(rules, ({ name: a }, { name: b }) => {
    const isExact = a.endsWith('e') && b.endsWith('e')
    return !isExact && ((/^gte?$/.test(a) && /^lte?$/.test(b)) || (/^lte?$/.test(a) && /^gte?$/.test(b)))
  })
}
