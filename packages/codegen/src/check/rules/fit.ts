import type { RuleTarget } from '@ctxgen/core/rules/rule-row'
import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import { catalog } from '../../diagnostics/catalog.ts'
import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import { type FieldType, nonNull } from '../../model/field-type.ts'
import { targetsOf } from '../../model/rule-target.ts'
import { partsOf } from '../../model/type-parts.ts'
import { type RulePlace, ruleText } from './place.ts'

const words: Readonly<Record<RuleTarget, string>> = {
  string: 'strings',
  integer: 'whole numbers',
  float: 'numbers',
  bigint: 'bigints',
  boolean: 'booleans',
  date: 'dates',
  list: 'arrays',
  record: 'records',
  bytes: 'bytes',
  object: 'objects',
  class: 'classes',
  file: 'files',
}

/** A rule must apply to the kind of its value. */
export function checkFit(place: RulePlace): readonly Diagnostic[] {
  const { rule, target } = place
  const targets = builtInRules.get(rule.name)?.targets ?? []
  const reason = targets.includes(target)
    ? whyNot(place)
    : targets
        .map((one) => words[one])
        .join(', ')
        .replace(/, ([^,]+)$/, ' and $1')
  if (reason === undefined) return []
  return [diagnose(catalog.ruleMisfit, rule.span, ruleText(rule), place.words, reason)]
}

/** The expected type in words, if the elements do not suit the rule. */
function whyNot({ rule, type }: RulePlace): string | undefined {
  const elements = elementsOf(type)
  if (rule.name === 'maxFiles') return elements.every(isFile) ? undefined : 'arrays of files'
  if (bigMisfits.includes(rule.name) && isNumberOrBigint(type)) return 'numbers without bigints'
  if (rule.name !== 'unique') return undefined
  if (rule.param === undefined) return elements.every(isScalar) ? undefined : 'arrays and records of scalars'
  const isOfObjects = nonNull(type).kind === 'list' && elements.every(({ kind }) => kind === 'object')
  return isOfObjects ? undefined : 'arrays of objects'
}

/** Rules about numbers that would need a second form for bigints. */
const bigMisfits: readonly string[] = ['multipleOf', 'latitude', 'longitude']

function isNumberOrBigint(type: FieldType): boolean {
  const target = nonNull(type)
  return target.kind === 'scalar' && target.scalar === 'number | bigint'
}

function elementsOf(type: FieldType): readonly FieldType[] {
  return partsOf(nonNull(type)).map(nonNull)
}

function isFile({ kind }: FieldType): boolean {
  return kind === 'file'
}

/** Whether values of the type are comparable by value. */
export function isScalar(type: FieldType): boolean {
  const scalars: readonly RuleTarget[] = ['string', 'integer', 'float', 'bigint', 'boolean', 'date']
  return targetsOf(type).every((target) => scalars.includes(target))
}

/** Whether the type can have this value; a literal type only its own. */
export function isPossible(value: unknown, type: FieldType): boolean {
  const target = nonNull(type)
  return target.kind !== 'literals' || target.values.some((one) => one === value)
}
