import type { Field, ObjectType } from '../model/dto.ts'
import type { ModuleTypes } from '../model/module-types.ts'
import { allRules, type RuleStep, type Rules, rulesOfStep, siblingsOf } from '../model/rule.ts'
import { fieldHasRules, isAsyncField } from './rules-below.ts'

/** The properties of an object that have rules. */
export interface CheckedFields {
  readonly object: ObjectType
  readonly fields: readonly Field[]
  /** Those that the rules read: these, and others that they compare with. */
  readonly used: readonly Field[]
  /** Whether these are all of its properties with rules. */
  readonly isWhole: boolean
  /** The end of its function's name. */
  readonly name: string
  readonly key: string
  readonly isAsync: boolean
}

/** The properties that a binder fills, as far as they have rules; `undefined` when there is nothing to check. */
export function planChecked(
  object: ObjectType,
  fields: readonly Field[],
  source: string,
  { module }: ModuleTypes,
): CheckedFields | undefined {
  const names = fields.map(({ name }) => name)
  const isChecked = (field: Field): boolean => fieldHasRules(field, module)
  const isAll = fields.length === object.fields.length
  const within = fields.map((field) => (isAll ? field : withRules(field, withinReach(field.rules, names))))
  const checked = within.filter(isChecked)
  if (checked.length === 0) return undefined
  const all = object.fields.filter(isChecked)
  const isWhole = checked.length === all.length && checked.every(({ rules }, i) => rules === all[i]?.rules)
  return {
    object,
    fields: checked,
    used: usedFields(object, checked),
    isWhole,
    name: `${isWhole ? '' : source}${object.name}`,
    key: `${object.name} ${isWhole ? '' : names.join()}`,
    isAsync: checked.some((field) => isAsyncField(field, module)),
  }
}

function withRules(field: Field, rules: Rules | undefined): Field {
  return rules === field.rules ? field : { ...field, rules }
}

/** Drops rules that read properties which the binder does not fill. */
function withinReach(rules: Rules | undefined, names: readonly string[]): Rules | undefined {
  if (rules === undefined || siblingsIn(rules).every((name) => names.includes(name))) return rules
  const isReachable = (step: RuleStep): boolean =>
    rulesOfStep(step).every((rule) => siblingsOf(rule).every((sibling) => names.includes(sibling)))
  return {
    ...rules,
    steps: rules.steps.filter(isReachable),
    keys: withinReach(rules.keys, names),
    elements: withinReach(rules.elements, names),
  }
}

function siblingsIn(rules: Rules): readonly string[] {
  return allRules(rules).flatMap(siblingsOf)
}

function usedFields(object: ObjectType, fields: readonly Field[]): readonly Field[] {
  const names = new Set(fields.map(({ name }) => name))
  for (const { rules } of fields)
    for (const name of rules === undefined ? [] : siblingsIn(rules)) names.add(name)
  return object.fields.filter(({ name }) => names.has(name))
}
