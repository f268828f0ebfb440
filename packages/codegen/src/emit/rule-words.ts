import type { ObjectType } from '../model/dto.ts'
import { nestedNames } from '../model/field-type.ts'
import type { Rule, RuleStep } from '../model/rule.ts'
import { targetOf } from '../model/rule-target.ts'
import { sentText } from './emit-names.ts'
import { literal } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'
import { ruleMessage } from './rule-messages.ts'
import type { RuleValue } from './rule-value.ts'

/*
 * What an issue says of a rule, as expressions: texts, or, where clients call a property in one by another name, the parts of
 * it: `['gtfield=', { property: 'priceFrom', sent: 'price_from' }, '|eq=0']`. `{param}` in a message stands for such a parameter.
 */

export interface RuleWords {
  readonly rule: string
  readonly message: string
  readonly param: string | undefined
}

export type ToldStep = RuleStep & { kind: 'rule' | 'either' }

export function ruleWords(step: ToldStep, value: RuleValue, scope: ModuleScope): RuleWords {
  const others = new OtherNames(value, scope)
  const target = targetOf(value.type)
  if (step.kind === 'rule') {
    const { rule, message } = step
    const param = others.marked(rule)
    // The runtime puts in what the client calls the others.
    const told = param === rule.param ? param : '{param}'
    const text = message?.replaceAll('{param}', told ?? '') ?? ruleMessage({ ...rule, param: told }, target)
    return {
      rule: literal(rule.name),
      message: literal(text),
      param: param === undefined ? undefined : others.expression(param),
    }
  }
  const marked = step.rules.map((rule) => ({ ...rule, param: others.marked(rule) }))
  const [first = '', ...rest] = marked.map((rule) => ruleMessage(rule, target))
  // must be 5 or at least 10
  const shared = first.startsWith('must be ') ? /^must (?:be )?/ : /^must /
  const message = step.message ?? [first, ...rest.map((text) => text.replace(shared, ''))].join(' or ')
  const text = step.rules.reduce(
    (all, { name, param }, i) => all.replace(`${name}=${param}`, () => `${name}=${marked[i]?.param}`),
    step.text,
  )
  return { rule: others.expression(text), message: others.expression(message), param: undefined }
}

/** Other properties in the words of a rule, for each of which a mark stands until the words are put together. */
class OtherNames {
  readonly #value: RuleValue
  readonly #scope: ModuleScope
  readonly #expressions: string[] = []

  constructor(value: RuleValue, scope: ModuleScope) {
    this.#value = value
    this.#scope = scope
  }

  /** The parameter of a rule with marks in it. */
  marked({ name, param, parameter }: Rule): string | undefined {
    if (param === undefined) return undefined
    const words: readonly { readonly property: string; readonly value: string }[] =
      parameter.kind === 'conditions'
        ? parameter.conditions
        : parameter.kind === 'properties'
          ? parameter.names.map((property) => ({ property, value: '' }))
          : []
    let text = ''
    let rest = param
    for (const { property, value } of words) {
      const start = rest.indexOf(property)
      if (start === -1) continue
      const end = rest.indexOf(value, start + property.length) + value.length
      text +=
        rest.slice(0, start) +
        this.#mark(property, name === 'unique') +
        rest.slice(start + property.length, end)
      rest = rest.slice(end)
    }
    return text + rest
  }

  #mark(name: string, isBelow: boolean): string {
    const { owner, type } = this.#value
    const nested = isBelow ? nestedNames(type).map((one) => this.#scope.object(one)) : [owner.type]
    const sent = nested.map((object) => this.#sent(object, name)).find((one) => one !== undefined)
    if (sent === undefined) return name
    const below = isBelow ? ', below: true' : ''
    this.#expressions.push(`{ property: ${literal(name)}, sent: ${sent}${below} }`)
    return `\0${this.#expressions.length - 1}\0`
  }

  #sent(object: ObjectType, name: string): string | undefined {
    const field = object.fields.find((one) => one.name === name)
    return field === undefined ? undefined : sentText(object, field, this.#scope)
  }

  /** Text with marks in it as an expression. */
  expression(text: string): string {
    if (this.#expressions.length === 0) return literal(text)
    const parts = text
      .split(/\0(\d+)\0/)
      .flatMap((part, i) =>
        i % 2 === 0 ? (part === '' ? [] : literal(part)) : (this.#expressions[Number(part)] ?? []),
      )
    return text.includes('\0') ? `[${parts.join(', ')}]` : literal(text)
  }
}
