import { nil, type Rule, type Condition as RuleCondition } from '../../model/rule.ts'
import { ruleValue, targetOf } from '../../model/rule-target.ts'
import { code } from '../text/code.ts'
import { and, type Condition, operators, or } from '../text/condition.ts'
import { lengthOf, siblingOf } from './rule-condition.ts'
import {
  comparable,
  isAbsent,
  isEmpty,
  isNotEmpty,
  isPresent,
  mayBeAbsent,
  type PresenceFacts,
  type RuleValue,
} from './rule-value.ts'

/** The condition under which a presence rule is broken: it applies, and the value is wrong. */
export function appliesTo(rule: Rule, value: RuleValue, isWrong: Condition): Condition {
  return and(applies(rule, value, isWrong === true), isWrong)
}

/**
 * The condition under which a presence rule applies. `isAlone`: the condition stands alone, so TypeScript would narrow the
 * other properties and reject later comparisons with them.
 */
export function applies(rule: Rule, value: RuleValue, isAlone = false): Condition {
  const { parameter, name } = rule
  const [, how = ''] = /^(?:required|excluded)_(.+)$/.exec(name) ?? []
  if (parameter.kind === 'conditions') {
    const pairs = parameter.conditions
    const isEqual = how === 'if'
    return and(...pairs.map((one) => holds(one, isEqual, siblingOf(one.property, value, isAlone))))
  }
  if (parameter.kind !== 'properties') return true
  const siblings = parameter.names.map((sibling) => siblingOf(sibling, value, isAlone))
  switch (how) {
    case 'with':
      return or(...siblings.map(isNotEmpty))
    case 'with_all':
      return and(...siblings.map(isNotEmpty))
    case 'without':
      return or(...siblings.map(isEmpty))
    default:
      return and(...siblings.map(isEmpty))
  }
}

function holds({ value }: RuleCondition, isEqual: boolean, sibling: PresenceFacts): Condition {
  const maybe = mayBeAbsent(sibling)
  if (maybe && value === nil) return isEqual ? isAbsent(sibling) : isPresent(sibling)
  const operator = operators[isEqual ? '===' : '!==']
  const target = targetOf(sibling.type)
  const expected = ruleValue(value, target) ?? value
  if (target === 'list') {
    const length = maybe ? code`(${lengthOf(sibling, '?.')} ?? 0)` : lengthOf(sibling)
    return code`${length} ${operator} ${expected}`
  }
  if (target === 'record') return code`Object.keys(${sibling.access} ?? {}).length ${operator} ${expected}`
  return code`${comparable(sibling)} ${operator} ${expected}`
}
