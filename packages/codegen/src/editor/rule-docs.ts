import type { RuleRow } from '@ctxgen/core/rules/rule-row'
import { rules } from '@ctxgen/core/rules/rules'
import { type FieldType, nonNull } from '../model/field-type.ts'
import { targetsOf } from '../model/rule-target.ts'

/** The names of the rules for a value. @param type `undefined`: not known */
export function fittingRules(type: FieldType | undefined): readonly string[] {
  const targets = type === undefined ? undefined : targetsOf(type)
  return [...rules]
    .filter(([, row]) => targets === undefined || targets.some((one) => row.targets.includes(one)))
    .map(([name]) => name)
}

/** The check of a rule, as Markdown; `undefined` for an unknown one. */
export function ruleDoc(name: string): string | undefined {
  const row = rules.get(name)
  return row && `\`${name}${parameterOf(row)}\`: ${row.text ?? wordsOf(row)}`
}

export function takesParameter(name: string): boolean {
  return !['none', 'optional-property'].includes(rules.get(name)?.parameter ?? 'none')
}

/** Whether the parameter of a rule names other properties. */
export function namesProperties(name: string): boolean {
  const kind = rules.get(name)?.parameter
  return kind === 'property' || kind === 'properties' || kind === 'conditions'
}

/** The type of the elements, to which rules after `dive` apply. */
export function elementType(type: FieldType | undefined): FieldType | undefined {
  const of = type && nonNull(type)
  if (of?.kind === 'list') return of.element
  return of?.kind === 'record' ? of.value : undefined
}

function parameterOf({ parameter }: RuleRow): string {
  switch (parameter) {
    case 'none':
      return ''
    case 'size':
      return '=3'
    case 'words':
      return "=red 'light green'"
    case 'property':
      return '=other'
    case 'properties':
      return '=one other'
    case 'optional-property':
      return '[=property]'
    case 'conditions':
      return '=other value'
    case 'pattern':
      return '=/^[a-z]+$/'
    default:
      return '=…'
  }
}

/** For rules whose message depends on the kind of value. */
function wordsOf({ breaks, parameter }: RuleRow): string {
  switch (breaks) {
    case '<':
      return 'the value, length or number of elements is at least this'
    case '>':
      return 'the value, length or number of elements is at most this'
    case '<=':
      return 'the value, length or number of elements is greater than this'
    case '>=':
      return 'the value, length or number of elements is less than this'
    case '!==':
      return 'the value, length or number of elements is this'
    default:
      return parameter === 'words'
        ? 'the value is one of these words, or none for `noneof`'
        : 'see node_modules/ctxgen/docs/rules.md'
  }
}
