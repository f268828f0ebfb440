import { formats } from '@ctxgen/core/rules/formats'
import type { BreakingOperator } from '@ctxgen/core/rules/rule-row'
import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import { mayBeUndefined } from '../../model/dto.ts'
import { type ClassOrigin, nonNull } from '../../model/field-type.ts'
import type { Rule, RuleParameter } from '../../model/rule.ts'
import { ruleValue, targetOf } from '../../model/rule-target.ts'
import { capitalized } from '../../plan/words.ts'
import type { ConstantValue } from '../text/constant.ts'
import { literal } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { runtimeName } from '../text/runtime-names.ts'
import { checkVariables } from './check-variables.ts'
import { and, type Condition, clause, or } from './condition.ts'
import {
  comparable,
  comparableToOther,
  expressionOf,
  isBranded,
  isPresent,
  mayBeAbsent,
  type RuleValue,
  type Tested,
} from './rule-value.ts'

/** The condition under which a present value breaks a rule. */
export function breaks(rule: Rule, value: RuleValue, scope: ModuleScope): Condition {
  const { parameter, name } = rule
  switch (parameter.kind) {
    case 'none':
      return breaksPlain(name, value, scope)
    case 'number':
      return breaksSize(name, parameter.text, value, scope)
    case 'text':
      return breaksText(name, parameter.text, value, scope)
    case 'words':
      return breaksWords(name, parameter.words, value, scope)
    case 'properties':
      return breaksProperty(name, parameter.names[0] ?? '', value, scope)
    case 'format':
      return clause(`!${scope.use(runtimeName(formats[parameter.format].test))}(${value.access})`)
    case 'pattern':
      return clause(`!${scope.use('matches')}(${patternConstant(parameter, value, scope)}, ${value.access})`)
    case 'bytes':
      return clause(`${value.access}.size > ${literal(parameter.bytes)}`)
    case 'own':
      return breaksOwn(name, parameter, value, scope)
    case 'conditions':
      return false
  }
}

/**
 * Compares with `true`: a promise from an undeclared async function then fails to compile, and fails the rule in
 * JavaScript.
 */
function breaksOwn(
  name: string,
  { text, from, isAsync }: RuleParameter & { kind: 'own' },
  { access }: RuleValue,
  scope: ModuleScope,
): Condition {
  const own = ownFunction(name, from, scope)
  const param = text === undefined ? undefined : literal(text)
  if (isAsync) return clause(`await ${scope.use('askRule')}(${own}, ${access}, ${param}, context) !== true`)
  return clause(`${own}(${[access, ...(param === undefined ? [] : [param])].join(', ')}) !== true`)
}

/** The local name of a user's own rule function. */
export function ownFunction(name: string, from: ClassOrigin, scope: ModuleScope): string {
  return scope.useClass({ name: checkVariables.has(name) ? `${name}Rule` : name, from })
}

/** Another property that a rule refers to. */
export function siblingOf(name: string, { owner }: RuleValue, isNarrowed = false): Tested {
  const field = owner?.type.fields.find((one) => one.name === name)
  if (owner === undefined || field === undefined) throw new Error(`there is no property ${name}`)
  const access = expressionOf(field, owner.locals)
  return { type: field.type, optional: mayBeUndefined(field), access, isNarrowed }
}

function breaksPlain(name: string, value: RuleValue, scope: ModuleScope): Condition {
  const target = targetOf(value.type)
  const { access } = value
  if (target === 'date') return clause(`${access}.getTime() ${breaking(name)} Date.now()`)
  if (name === 'unique') {
    const values = target === 'record' ? `Object.values(${access})` : access
    return clause(`${scope.use('hasDuplicates')}(${values})`)
  }
  // Numbers are numeric.
  if ((name === 'numeric' || name === 'number') && target !== 'string') return false
  const test = builtInRules.get(name)?.test
  if (test === undefined) throw new Error(`${name} is no rule`)
  return clause(`!${scope.use(runtimeName(test))}(${access})`)
}

/** The operator of a broken comparison. */
function breaking(name: string): BreakingOperator {
  const operator = builtInRules.get(name)?.breaks
  if (operator === undefined) throw new Error(`${name} compares nothing`)
  return operator
}

function breaksSize(name: string, text: string, value: RuleValue, scope: ModuleScope): Condition {
  const target = targetOf(value.type)
  const { access } = value
  if (target === 'string') return breaksLength(name, Number(text), access, scope)
  const number = literal(ruleValue(text, target) ?? Number(text))
  if (name === 'multipleOf') {
    if (target === 'float') return clause(`!${scope.use('isMultipleOf')}(${access}, ${number})`)
    return clause(`${comparable(value)} % ${number} !== ${target === 'bigint' ? '0n' : '0'}`)
  }
  return clause(`${sizeOf(value)} ${breaking(name)} ${number}`)
}

/** A string's length is its number of code points; it has one if it has any code unit. */
function breaksLength(name: string, length: number, access: string, scope: ModuleScope): Condition {
  const shorter = (size: number): Condition =>
    clause(size === 1 ? `${access}.length < 1` : `${scope.use('shorterThan')}(${access}, ${size})`)
  const longer = (size: number): Condition => clause(`${scope.use('longerThan')}(${access}, ${size})`)
  switch (name) {
    case 'min':
    case 'gte':
      return shorter(length)
    case 'gt':
      return shorter(length + 1)
    case 'max':
    case 'lte':
      return longer(length)
    case 'lt':
      return longer(length - 1)
    default:
      return clause(`!${scope.use('asLongAs')}(${access}, ${length})`)
  }
}

function sizeOf(value: RuleValue): string {
  switch (targetOf(value.type)) {
    case 'list':
    case 'bytes':
      return lengthOf(value)
    case 'record':
      return `Object.keys(${value.access}).length`
    default:
      return comparable(value)
  }
}

/** The length, cast to `number` where TypeScript knows it: for a tuple, or after an earlier comparison. */
export function lengthOf({ access, type, isNarrowed = false }: Tested, dot = '.'): string {
  const length = `${access}${dot}length`
  if (!isNarrowed && nonNull(type).kind !== 'tuple') return length
  return `(${length} as number${dot === '.' ? '' : ' | undefined'})`
}

function breaksText(name: string, text: string, value: RuleValue, scope: ModuleScope): Condition {
  const { access } = value
  const target = targetOf(value.type)
  const param = literal(text)
  switch (name) {
    case 'eq':
    case 'ne':
      return clause(`${sizeOf(value)} ${breaking(name)} ${literal(ruleValue(text, target) ?? text)}`)
    case 'eq_ignore_case':
      return clause(`!${ignoringCase([text], value, scope)}.test(${access})`)
    case 'ne_ignore_case':
      return clause(`${ignoringCase([text], value, scope)}.test(${access})`)
    case 'contains':
      return clause(`!${access}.includes(${param})`)
    case 'excludes':
      return clause(`${access}.includes(${param})`)
    case 'containsany':
      return clause(`!${scope.use('containsAny')}(${access}, ${param})`)
    case 'excludesall':
      return clause(`${scope.use('containsAny')}(${access}, ${param})`)
    case 'startswith':
      return clause(`!${access}.startsWith(${param})`)
    case 'endswith':
      return clause(`!${access}.endsWith(${param})`)
    case 'startsnotwith':
      return clause(`${access}.startsWith(${param})`)
    case 'endsnotwith':
      return clause(`${access}.endsWith(${param})`)
    case 'datetime':
      return clause(
        `!${constant('layout', { kind: 'call', make: 'dateLayout', items: [param] }, value, scope)}(${access})`,
      )
    default:
      throw new Error(`${name} is no rule with a text`)
  }
}

function breaksWords(
  name: string,
  words: readonly string[],
  value: RuleValue,
  scope: ModuleScope,
): Condition {
  const target = targetOf(value.type)
  const values = words.map((word) => literal(ruleValue(word, target) ?? word))
  switch (name) {
    case 'oneof':
      return and(...values.map((one) => clause(`${comparable(value)} !== ${one}`)))
    case 'noneof':
      return or(...values.map((one) => clause(`${comparable(value)} === ${one}`)))
    case 'oneofci':
      return clause(`!${ignoringCase(words, value, scope)}.test(${value.access})`)
    default: {
      const is = scope.use('isMediaType')
      return and(
        ...words.map((range) => clause(`!${is}(${value.access}.type, ${literal(range.toLowerCase())})`)),
      )
    }
  }
}

function patternConstant(
  { source, flags }: RuleParameter & { kind: 'pattern' },
  value: RuleValue,
  scope: ModuleScope,
): string {
  return constant('pattern', { kind: 'regexp', source, flags }, value, scope)
}

/** A case-insensitive pattern; `i` with `u` folds case like Go's strings.EqualFold. */
function ignoringCase(texts: readonly string[], value: RuleValue, scope: ModuleScope): string {
  const escaped = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const source = escaped.length === 1 ? `^${escaped[0]}$` : `^(?:${escaped.join('|')})$`
  return constant('words', { kind: 'regexp', source, flags: 'iu' }, value, scope)
}

function breaksProperty(name: string, property: string, value: RuleValue, scope: ModuleScope): Condition {
  if (name === 'unique') {
    return clause(`${scope.use('hasDuplicatesOf')}(${value.access}, ${literal(property)})`)
  }
  const sibling = siblingOf(property, value)
  const isEquality = name === 'eqfield' || name === 'nefield'
  const isDate = targetOf(value.type) === 'date'
  if (!isEquality) {
    // TypeScript lets numbers of different brands be compared, but not dates.
    const time = isDate && [value, sibling].some(isBranded) ? '.getTime()' : ''
    const broken = `${value.access}${time} ${breaking(name)} ${sibling.access}${time}`
    return and(isPresent(sibling), clause(broken))
  }
  if (!isDate) {
    return clause(`${comparableToOther(value)} ${breaking(name)} ${comparableToOther(sibling)}`)
  }
  const dot = mayBeAbsent(sibling) ? '?.' : '.'
  return clause(`${value.access}.getTime() ${breaking(name)} ${sibling.access}${dot}getTime()`)
}

/** A constant of the file, named after the property. */
function constant(word: string, of: ConstantValue, { path }: RuleValue, scope: ModuleScope): string {
  const [first] = path
  const name = first !== undefined && 'name' in first ? first.name : ''
  const wanted = `${name.charAt(0).toLowerCase()}${name.slice(1)}`.replace(/[^A-Za-z0-9_$]/g, '_')
  const start = /^[A-Za-z_$]/.test(wanted) ? wanted : `_${wanted}`
  return scope.constant(`${start}${capitalized(word)}`, of)
}
