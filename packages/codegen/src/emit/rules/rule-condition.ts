import { formats } from '@ctxgen/core/rules/formats'
import type { BreakingOperator } from '@ctxgen/core/rules/rule-row'
import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import { mayBeUndefined } from '../../model/dto.ts'
import { type ClassOrigin, nonNull } from '../../model/field-type.ts'
import type { Rule, RuleParameter } from '../../model/rule.ts'
import { ruleValue, targetOf } from '../../model/rule-target.ts'
import { capitalized } from '../../plan/words.ts'
import { type Code, code, type Name } from '../text/code.ts'
import { and, type Condition, operators, or } from '../text/condition.ts'
import { pureCall } from '../text/exported.ts'
import { hasLiteral } from '../text/literal.ts'
import { type ModuleScope, pureMark } from '../text/module-scope.ts'
import { runtimeName } from '../text/runtime-names.ts'
import { checkVariables } from './check-variables.ts'
import {
  comparable,
  comparableToOther,
  expressionOf,
  isBranded,
  isPresent,
  mayBeAbsent,
  type PresenceFacts,
  type RuleValue,
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
      return code`!${scope.use(runtimeName(formats[parameter.format].test))}(${value.access})`
    case 'pattern':
      return code`!${scope.use('matches')}(${patternConstant(parameter, value, scope)}, ${value.access})`
    case 'bytes':
      return code`${value.access}.size > ${parameter.bytes}`
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
  const ask = [own, access, text ?? code`undefined`, code`context`]
  if (isAsync) return code`await ${scope.use('askRule')}(${ask}) !== true`
  return code`${own}(${text === undefined ? [access] : [access, text]}) !== true`
}

/** The local name of a user's own rule function. */
export function ownFunction(name: string, from: ClassOrigin, scope: ModuleScope): Name {
  return scope.useClass({ name: checkVariables.has(name) ? `${name}Rule` : name, from })
}

/** Another property that a rule refers to. */
export function siblingOf(name: string, { owner }: RuleValue, isNarrowed = false): PresenceFacts {
  const field = owner?.type.fields.find((one) => one.name === name)
  if (owner === undefined || field === undefined) throw new Error(`there is no property ${name}`)
  const access = expressionOf(field, owner.locals)
  return { type: field.type, optional: mayBeUndefined(field), access, isNarrowed }
}

function breaksPlain(name: string, value: RuleValue, scope: ModuleScope): Condition {
  const target = targetOf(value.type)
  const { access } = value
  if (target === 'date') return code`${access}.getTime() ${operators[breaking(name)]} Date.now()`
  if (name === 'unique') {
    const values = target === 'record' ? code`Object.values(${access})` : access
    return code`${scope.use('hasDuplicates')}(${values})`
  }
  // Numbers are numeric.
  if ((name === 'numeric' || name === 'number') && target !== 'string') return false
  const test = builtInRules.get(name)?.test
  if (test === undefined) throw new Error(`${name} is no rule`)
  return code`!${scope.use(runtimeName(test))}(${access})`
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
  const number = ruleValue(text, target) ?? Number(text)
  if (name === 'multipleOf') {
    if (target === 'float') return code`!${scope.use('isMultipleOf')}(${access}, ${number})`
    return code`${comparable(value)} % ${number} !== ${target === 'bigint' ? code`0n` : code`0`}`
  }
  return code`${sizeOf(value)} ${operators[breaking(name)]} ${number}`
}

/** A string's length is its number of code points; it has one if it has any code unit. */
function breaksLength(name: string, length: number, access: Code, scope: ModuleScope): Condition {
  const shorter = (size: number): Condition =>
    size === 1 ? code`${access}.length < 1` : code`${scope.use('shorterThan')}(${access}, ${size})`
  const longer = (size: number): Condition => code`${scope.use('longerThan')}(${access}, ${size})`
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
      return code`!${scope.use('asLongAs')}(${access}, ${length})`
  }
}

function sizeOf(value: RuleValue): Code {
  switch (targetOf(value.type)) {
    case 'list':
    case 'bytes':
      return lengthOf(value)
    case 'record':
      return code`Object.keys(${value.access}).length`
    default:
      return comparable(value)
  }
}

/** The length, cast to `number` where TypeScript knows it: for a tuple, or after an earlier comparison. */
export function lengthOf({ access, type, isNarrowed = false }: PresenceFacts, dot: '.' | '?.' = '.'): Code {
  const length = code.member(access, 'length', dot)
  if (!isNarrowed && nonNull(type).kind !== 'tuple') return length
  return dot === '.' ? code`(${length} as number)` : code`(${length} as number | undefined)`
}

function breaksText(name: string, text: string, value: RuleValue, scope: ModuleScope): Condition {
  const { access } = value
  const target = targetOf(value.type)
  switch (name) {
    case 'eq':
    case 'ne':
      return code`${sizeOf(value)} ${operators[breaking(name)]} ${ruleValue(text, target) ?? text}`
    case 'eq_ignore_case':
      return code`!${ignoringCase([text], value, scope)}.test(${access})`
    case 'ne_ignore_case':
      return code`${ignoringCase([text], value, scope)}.test(${access})`
    case 'contains':
      return code`!${access}.includes(${text})`
    case 'excludes':
      return code`${access}.includes(${text})`
    case 'containsany':
      return code`!${scope.use('containsAny')}(${access}, ${text})`
    case 'excludesall':
      return code`${scope.use('containsAny')}(${access}, ${text})`
    case 'startswith':
      return code`!${access}.startsWith(${text})`
    case 'endswith':
      return code`!${access}.endsWith(${text})`
    case 'startsnotwith':
      return code`${access}.startsWith(${text})`
    case 'endsnotwith':
      return code`${access}.endsWith(${text})`
    case 'datetime':
      return code`!${constant('layout', pureCall('dateLayout', [text], scope), value, scope)}(${access})`
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
  const values = words.map((word) => ruleValue(word, target) ?? word)
  switch (name) {
    case 'oneof':
      return and(...values.map((one) => code`${comparable(value)} !== ${one}`))
    case 'noneof':
      return or(...values.map((one) => code`${comparable(value)} === ${one}`))
    case 'oneofci':
      return code`!${ignoringCase(words, value, scope)}.test(${value.access})`
    default: {
      const is = scope.use('isMediaType')
      return and(...words.map((range) => code`!${is}(${[code`${value.access}.type`, range.toLowerCase()]})`))
    }
  }
}

function patternConstant(
  { source, flags }: RuleParameter & { kind: 'pattern' },
  value: RuleValue,
  scope: ModuleScope,
): Code {
  return constant('pattern', regexpValue(source, flags), value, scope)
}

/** A case-insensitive pattern; `i` with `u` folds case like Go's strings.EqualFold. */
function ignoringCase(texts: readonly string[], value: RuleValue, scope: ModuleScope): Code {
  const escaped = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const source = escaped.length === 1 ? `^${escaped[0]}$` : `^(?:${escaped.join('|')})$`
  return constant('words', regexpValue(source, 'iu'), value, scope)
}

/** A bundler keeps a call unless it is marked. */
function regexpValue(source: string, flags: string): Code {
  const value = code.regexp(source, flags)
  return hasLiteral(source, flags) ? value : code`${pureMark}${value}`
}

function breaksProperty(name: string, property: string, value: RuleValue, scope: ModuleScope): Condition {
  if (name === 'unique') {
    return code`${scope.use('hasDuplicatesOf')}(${value.access}, ${property})`
  }
  const sibling = siblingOf(property, value)
  const isEquality = name === 'eqfield' || name === 'nefield'
  const isDate = targetOf(value.type) === 'date'
  if (!isEquality) {
    // TypeScript lets numbers of different brands be compared, but not dates.
    const time = isDate && [value, sibling].some(isBranded) ? code`.getTime()` : code``
    const broken = code`${value.access}${time} ${operators[breaking(name)]} ${sibling.access}${time}`
    return and(isPresent(sibling), broken)
  }
  if (!isDate) {
    return code`${comparableToOther(value)} ${operators[breaking(name)]} ${comparableToOther(sibling)}`
  }
  const time = code.member(sibling.access, 'getTime', mayBeAbsent(sibling) ? '?.' : '.')
  return code`${value.access}.getTime() ${operators[breaking(name)]} ${time}()`
}

/** A constant of the file, named after the property. */
function constant(word: string, of: Code, { path }: RuleValue, scope: ModuleScope): Code {
  const [first] = path
  const name = first !== undefined && 'name' in first ? first.name : ''
  const wanted = `${name.charAt(0).toLowerCase()}${name.slice(1)}`.replace(/[^A-Za-z0-9_$]/g, '_')
  const start = /^[A-Za-z_$]/.test(wanted) ? wanted : `_${wanted}`
  return scope.constant(`${start}${capitalized(word)}`, of)
}
