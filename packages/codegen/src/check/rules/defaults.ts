import { catalog } from '../../diagnostics/catalog.ts'
import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import { type DefaultItem, type DefaultValue, type Field, mayBeUndefined } from '../../model/dto.ts'
import { holdsNull, isKindUnion, kindTypes, nonNull, type PresentType } from '../../model/field-type.ts'
import { isAbout, type RuleStep, type Rules, rulesOfStep } from '../../model/rule.ts'
import { targetOf } from '../../model/rule-target.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { kindOf } from '../../model/value-kind.ts'
import { brokenStep } from './broken-step.ts'
import type { KnownValue } from './keeps.ts'
import { ruleText } from './place.ts'

/** Reports a default or an example that breaks the rules of its property. */
export function checkDefault(field: Field, rules: Rules): readonly Diagnostic[] {
  const { default: given, name, examples = [] } = field
  if (rules.skipped) return []
  const broken = given === undefined ? undefined : brokenBy(given, field, rules)
  return [
    ...(broken === undefined
      ? []
      : [diagnose(catalog.brokenDefault, broken.span, name, broken.value, broken.rule)]),
    ...examples.flatMap(({ value, span }) => {
      const one = brokenBy(value, field, rules)
      return one === undefined ? [] : [diagnose(catalog.brokenExample, span, name, one.value, one.rule)]
    }),
  ]
}

interface DefaultIssue {
  readonly value: string
  readonly rule: string
  readonly span: SourceSpan
}

function brokenBy(given: DefaultValue, field: Field, rules: Rules): DefaultIssue | undefined {
  const { type } = field
  const present = nonNull(type)
  const isFound = mayBeUndefined(field) || holdsNull(type)
  const value = given.kind === 'one' ? given.value : given.values
  const own = told(brokenStep(stepsFor(value, present, rules), value, isFound), value)
  const { elements } = rules
  const element = present.kind === 'list' ? present.element : undefined
  if (own !== undefined || given.kind === 'one' || element === undefined || elements === undefined) return own
  if (elements.skipped) return undefined
  for (const one of given.values) {
    const steps = stepsFor(one, nonNull(element), elements)
    const broken = told(brokenStep(steps, one, element.kind === 'nullable'), one)
    if (broken !== undefined) return broken
  }
  return undefined
}

/** In a union a rule may apply to one type only. */
function stepsFor(value: KnownValue, type: PresentType, { steps }: Rules): readonly RuleStep[] {
  const kind = Array.isArray(value) ? 'array' : value instanceof Date ? 'string' : typeof value
  const own = isKindUnion(type) ? kindTypes(type).find((one) => isKind(kindOf(one), kind)) : type
  return own === undefined ? [] : steps.filter((step) => isAbout(step, targetOf(own)))
}

function isKind(kind: string, of: string): boolean {
  return kind === (of === 'bigint' ? 'number' : of)
}

function told(step: RuleStep | undefined, value: KnownValue): DefaultIssue | undefined {
  const [rule] = step === undefined ? [] : rulesOfStep(step)
  if (step === undefined || rule === undefined) return undefined
  const text = step.kind === 'either' ? step.text : ruleText(rule)
  return { value: shown(value), rule: text, span: rule.span }
}

/** As in the tag. */
function shown(value: KnownValue): string {
  const values: readonly DefaultItem[] = Array.isArray(value) ? value : [value]
  return values.map((one) => (one instanceof Date ? one.toISOString() : String(one))).join('|')
}
