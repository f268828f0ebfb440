import { isAboutPresence } from '@ctxgen/core/rules/rule-names'
import { hasSignature } from '@ctxgen/core/rules/signatures'
import { catalog } from '../../diagnostics/catalog.ts'
import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import { type DtoModule, type Field, mayBeUndefined } from '../../model/dto.ts'
import {
  type FieldType,
  holdsNull,
  isKindUnion,
  keyTypeOf,
  kindTypes,
  nonNull,
} from '../../model/field-type.ts'
import { isAbout, type RuleStep, type Rules, rulesOf, rulesOfStep } from '../../model/rule.ts'
import { targetOf } from '../../model/rule-target.ts'
import { kindOf, type ValueKind } from '../../model/value-kind.ts'
import { checkContradictions } from './contradictions.ts'
import { checkDefault } from './defaults.ts'
import { checkFit } from './fit.ts'
import { checkParameter, isMediaRange } from './parameter.ts'
import { checkPattern } from './pattern.ts'
import { type RuleOwner, type RulePlace, ruleText } from './place.ts'
import { checkProperties } from './properties.ts'

/** Checks rules against the types of their values, then for contradictions. */
export function checkRules(module: DtoModule): readonly Diagnostic[] {
  const objects = new Set([...module.dtos, ...module.objects])
  const ofObjects = [...objects].flatMap((owner) =>
    owner.fields.flatMap((field) =>
      field.rules === undefined ? [] : checkField(field, field.rules, owner, module),
    ),
  )
  const ofBodies = module.bodies.flatMap(({ name, value }) =>
    value.rules === undefined ? [] : checkField(value, value.rules, { name, fields: [] }, module),
  )
  return [...ofObjects, ...ofBodies]
}

function checkField(field: Field, rules: Rules, owner: RuleOwner, module: DtoModule): readonly Diagnostic[] {
  const { type, declaration: words } = field
  const found = checkValue(rules, type, { field, owner, module, isElement: false, words })
  // Contradictions are meaningful only among valid rules.
  if (found.length > 0) return found
  const isFound = mayBeUndefined(field) || holdsNull(type)
  const contradictions = checkContradictions({ rules, type, isFound, words })
  if (contradictions.length > 0) return contradictions
  return [...checkRequired(field, rules), ...checkDefault(field, rules)]
}

/** Warns where `required` refuses `false` or `0`, which its author may take for values. */
function checkRequired(field: Field, { steps, skipped }: Rules): readonly Diagnostic[] {
  const { type, declaration } = field
  if (skipped || mayBeUndefined(field) || holdsNull(type)) return []
  const rules = steps.flatMap((step) => (step.kind === 'rule' ? [step.rule] : []))
  const required = rules.find(({ name }) => name === 'required')
  const isDeclared = rules.some(({ name }) => name === 'eq' || name === 'ne')
  const zero = targetOf(type) === 'boolean' ? false : 0
  const isNumber = ['integer', 'float', 'bigint'].includes(targetOf(type))
  const isValue = type.kind !== 'literals' || type.values.some((one) => !one)
  if (required === undefined || isDeclared || !isValue || (zero === 0 && !isNumber)) return []
  return [diagnose(catalog.requiredZero, required.span, declaration, zero)]
}

interface Walk {
  readonly field: Field
  readonly owner: RuleOwner
  readonly module: DtoModule
  readonly isElement: boolean
  /** The value in words, see {@link RulePlace}. */
  readonly words: string
}

function checkValue(rules: Rules, type: FieldType, walk: Walk): readonly Diagnostic[] {
  const present = nonNull(type)
  if (isKindUnion(present)) return checkMembers(rules, kindTypes(present), walk)
  const target = targetOf(type)
  const own = rules.steps.flatMap((step, i) => {
    const before = rules.steps.slice(0, i)
    return rulesOfStep(step).flatMap((rule) => checkOne({ ...walk, rule, before, type, target }))
  })
  return [
    ...own,
    ...checkAlternatives(rules),
    ...checkSniffed(rules),
    ...checkOmitted(rules),
    ...checkBelow(rules, type, walk),
  ]
}

/** A rule applies to values of every type in a union, so it must suit each; a JSON Schema tag must suit one. */
function checkMembers(rules: Rules, members: readonly FieldType[], walk: Walk): readonly Diagnostic[] {
  const targets = members.map(targetOf)
  return members.flatMap((one) => {
    const isAsked = (step: RuleStep): boolean =>
      isAbout(step, targetOf(one)) || !targets.some((target) => isAbout(step, target))
    const words = `${kindWords[kindOf(one)]} in ${walk.words}`
    return checkValue({ ...rules, steps: rules.steps.filter(isAsked) }, one, { ...walk, words })
  })
}

const kindWords: Readonly<Record<ValueKind, string>> = {
  string: 'the text',
  number: 'the number',
  boolean: 'the boolean',
  array: 'the list',
  object: 'the object',
}

function checkOne(place: RulePlace): readonly Diagnostic[] {
  // TypeScript checks the arguments of a custom rule in the generated file.
  if (place.rule.parameter.kind === 'own') return []
  const misfit = checkFit(place)
  if (misfit.length > 0) return misfit
  return [...checkParameter(place), ...checkProperties(place), ...checkPattern(place)]
}

/** A presence rule cannot be an alternative. */
function checkAlternatives(rules: Rules): readonly Diagnostic[] {
  return rules.steps.flatMap((step) => {
    const rule = step.kind === 'either' ? step.rules.find(({ name }) => isAboutPresence(name)) : undefined
    if (rule === undefined) return []
    return [diagnose(catalog.misplacedRule, rule.span, rule.name, 'it cannot be an alternative')]
  })
}

/** Beside `sniff` each type of `mime` must have a signature: a file of another type would always break it. */
function checkSniffed(rules: Rules): readonly Diagnostic[] {
  const all = rulesOf(rules)
  if (!all.some(({ name }) => name === 'sniff')) return []
  return all.flatMap((rule) => {
    const { parameter, name, span } = rule
    if (name !== 'mime' || parameter.kind !== 'words') return []
    const unknown = parameter.words.find((word) => isMediaRange(word) && !hasSignature(word.toLowerCase()))
    const reason = `sniff knows no first bytes of ${unknown}`
    return unknown === undefined ? [] : [diagnose(catalog.badParameter, span, ruleText(rule), reason)]
  })
}

/** After `omitempty` a value is never empty, so `required` cannot fail. */
function checkOmitted({ steps }: Rules): readonly Diagnostic[] {
  const behind = steps.slice(steps.findIndex(({ kind }) => kind === 'omitempty') + 1)
  if (behind.length === steps.length) return []
  const rule = behind.flatMap(rulesOfStep).find(({ name }) => name.startsWith('required'))
  if (rule === undefined) return []
  return [diagnose(catalog.misplacedRule, rule.span, rule.name, 'it never applies after omitempty')]
}

function checkBelow(rules: Rules, type: FieldType, walk: Walk): readonly Diagnostic[] {
  const { keys, elements } = rules
  const { words } = walk
  if (elements === undefined) return []
  const target = nonNull(type)
  const { span } = firstRule(rules) ?? walk.field
  const inside = target.kind === 'list' ? target.element : target.kind === 'record' ? target.value : undefined
  if (inside === undefined) return [diagnose(catalog.ruleMisfit, span, 'dive', words, 'arrays and records')]
  const keyType = target.kind === 'record' ? keyTypeOf(target) : undefined
  if (keys !== undefined && keyType === undefined) {
    return [diagnose(catalog.ruleMisfit, span, 'keys', words, 'records')]
  }
  const below = { ...walk, isElement: true, words: `an element of ${words}` }
  const ofKeys = keys === undefined || keyType === undefined ? [] : checkValue(keys, keyType, below)
  return [...ofKeys, ...checkValue(elements, inside, below)]
}

/** The rule nearest to `dive`, which has no span of its own. */
function firstRule(rules: Rules): ReturnType<typeof rulesOf>[number] | undefined {
  const below = [rules.keys, rules.elements].flatMap((one) => (one === undefined ? [] : rulesOf(one)))
  return rulesOf(rules).at(-1) ?? below[0]
}
