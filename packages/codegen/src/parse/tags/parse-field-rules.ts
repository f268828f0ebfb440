import { isFormatName } from '@ctxgen/core/rules/formats'
import type { RuleTarget } from '@ctxgen/core/rules/rule-row'
import { catalog } from '../../diagnostics/catalog.ts'
import type { Field } from '../../model/dto.ts'
import { type FieldType, nonNull, type ScalarName } from '../../model/field-type.ts'
import type { RuleStep, Rules } from '../../model/rule.ts'
import { targetsOf } from '../../model/rule-target.ts'
import type { LocatedTag } from './comment-tags.ts'
import { patternParameter } from './parse-rule-parameter.ts'
import { noRules, parseRules } from './parse-rules.ts'
import type { TagRun } from './tag-run.ts'

/** A JSON Schema tag for a rule. Restricts the rule's targets: a number has no length. */
interface Alias {
  readonly rule: string
  readonly targets: readonly RuleTarget[]
  readonly words: string
}

const ofNumbers = { targets: ['integer', 'float', 'bigint'], words: 'numbers' } as const
const ofStrings = { targets: ['string'], words: 'strings' } as const
const ofLists = { targets: ['list'], words: 'arrays' } as const

/** Rules by the names of JSON Schema, used as tags. */
const aliases: Readonly<Record<string, Alias>> = {
  minimum: { rule: 'min', ...ofNumbers },
  maximum: { rule: 'max', ...ofNumbers },
  exclusiveMinimum: { rule: 'gt', ...ofNumbers },
  exclusiveMaximum: { rule: 'lt', ...ofNumbers },
  multipleOf: { rule: 'multipleOf', ...ofNumbers },
  minLength: { rule: 'min', ...ofStrings },
  maxLength: { rule: 'max', ...ofStrings },
  minItems: { rule: 'min', ...ofLists },
  maxItems: { rule: 'max', ...ofLists },
}

/** Formats of OpenAPI with an equivalent type. */
const typeFormats: Readonly<Record<string, ScalarName>> = {
  int32: 'int32',
  int64: 'int64',
  float: 'float32',
  double: 'float64',
}

/** Formats of OpenAPI without any check. */
const wordsOnly: readonly string[] = ['binary', 'password']

/** The parts of a property that its rules depend on. */
type RuledField = Pick<Field, 'type' | 'declaration'>

/** The rules from `@validate` and JSON Schema tags; `undefined` without any. */
export function parseFieldRules(
  tags: readonly LocatedTag[],
  field: RuledField,
  run: TagRun,
): Rules | undefined {
  if (tags.length === 0) return undefined
  // JSON Schema has no order; the pattern comes last, after the length checks.
  const isPattern = ({ name }: LocatedTag): boolean => name === 'pattern'
  const ordered = [...tags.filter((tag) => !isPattern(tag)), ...tags.filter(isPattern)]
  const all = ordered.flatMap((tag) => {
    const read = (): Rules | undefined => rulesOfTag(tag, field, run)
    // No other tool has `@validate`.
    return (tag.name === 'validate' ? read() : run.readTags(tag.span, undefined, read)) ?? []
  })
  const [first, ...rest] = all
  if (first === undefined) return undefined
  return forFiles(rest.reduce(mergedRules, first), field.type)
}

function rulesOfTag(tag: LocatedTag, field: RuledField, run: TagRun): Rules | undefined {
  if (tag.name === 'validate') return parseRules({ text: tag.text, span: tag.textSpan }, run)
  const alias = Object.hasOwn(aliases, tag.name) ? aliases[tag.name] : undefined
  if (alias !== undefined) return aliasRules(alias, tag, field, run)
  switch (tag.name) {
    case 'uniqueItems':
      return tag.text === 'false' ? undefined : standsFor('unique', tag, ofLists.targets, run)
    case 'format':
      return format(tag, field, run)
    case 'pattern':
      return pattern(tag, run)
    default:
      return undefined
  }
}

function aliasRules(
  { rule, targets, words }: Alias,
  tag: LocatedTag,
  { type, declaration }: RuledField,
  run: TagRun,
): Rules | undefined {
  if (targetsOf(type).some((target) => targets.includes(target)))
    return standsFor(`${rule}=${tag.text}`, tag, targets, run)
  run.report(catalog.ruleMisfit, tag.span, `@${tag.name}`, declaration, words)
  return undefined
}

/**
 * The rule of a JSON Schema tag, with the span of the tag. As in JSON Schema it does not apply to values of other kinds.
 */
function standsFor(text: string, tag: LocatedTag, about: readonly RuleTarget[], run: TagRun): Rules {
  const rules = parseRules({ text, span: () => tag.span }, run)
  const steps = rules.steps.map((step) =>
    step.kind === 'rule' ? { ...step, rule: { ...step.rule, about } } : step,
  )
  return { ...rules, steps }
}

function format(tag: LocatedTag, { type }: RuledField, run: TagRun): Rules | undefined {
  const { text, span } = tag
  if (isFormatName(text)) return standsFor(`format=${text}`, tag, ofStrings.targets, run)
  const scalar = Object.hasOwn(typeFormats, text) ? typeFormats[text] : undefined
  const present = nonNull(type)
  const isDeclared = scalar !== undefined && present.kind === 'scalar' && present.scalar === scalar
  if (!isDeclared && !wordsOnly.includes(text)) run.report(catalog.unknownFormat, span, text, scalar)
  return undefined
}

/** `@pattern`: the expression without slashes and flags. */
function pattern({ text, span }: LocatedTag, run: TagRun): Rules | undefined {
  if (text === '') {
    run.report(catalog.parameterMissing, span, 'pattern')
    return undefined
  }
  if (/^\/.+\/[a-z]*$/s.test(text)) {
    const reason = 'write it without slashes and flags, or as @validate pattern=/^a/i'
    run.report(catalog.badParameter, span, `@pattern ${text}`, reason)
    return undefined
  }
  const parameter = patternParameter(text, '')
  const rule = { name: 'pattern', param: text, parameter, about: ofStrings.targets, span }
  return { ...noRules, steps: [{ kind: 'rule', rule, message: undefined }] }
}

export function mergedRules(a: Rules, b: Rules): Rules {
  return {
    steps: [...a.steps, ...b.steps],
    keys: a.keys ?? b.keys,
    elements:
      a.elements === undefined || b.elements === undefined
        ? (a.elements ?? b.elements)
        : mergedRules(a.elements, b.elements),
    skipped: a.skipped || b.skipped,
  }
}

/** Applies rules on size and type of files to each file of a list. */
function forFiles(rules: Rules, type: FieldType): Rules {
  const target = nonNull(type)
  if (target.kind !== 'list' || nonNull(target.element).kind !== 'file') return rules
  const isOfEach = (step: RuleStep): boolean =>
    step.kind === 'rule' && ['maxSize', 'mime', 'sniff'].includes(step.rule.name)
  const each = rules.steps.filter(isOfEach)
  if (each.length === 0) return rules
  const elements = { ...noRules, steps: each }
  return {
    ...rules,
    steps: rules.steps.filter((step) => !isOfEach(step)),
    elements: rules.elements === undefined ? elements : mergedRules(elements, rules.elements),
  }
}
