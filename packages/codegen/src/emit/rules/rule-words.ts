import type { ObjectType } from '../../model/dto.ts'
import { type Rule, type RuleStep, rulesOfStep } from '../../model/rule.ts'
import { targetOf } from '../../model/rule-target.ts'
import { nestedNames } from '../../model/type-parts.ts'
import { type Code, code, type Item } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { messageConstant } from '../text/runtime-names.ts'
import { sentText } from './names-constant.ts'
import type { RuleValue } from './rule-value.ts'

/*
 * A rule and its parameter, as expressions. A parameter is a string, or made of parts where clients use another name for a
 * property: `clientText('gtfield=', { property: 'priceFrom', sent: 'price_from' }, '|eq=0')`. The runtime has the messages.
 */

export type ToldStep = RuleStep & { kind: 'rule' | 'either' }

/** The arguments of an issue after its path. */
export function ruleWords(step: ToldStep, value: RuleValue, scope: ModuleScope): readonly Item[] {
  const { rule, param } =
    step.kind === 'rule' ? toldRule(step.rule, value, scope) : toldGroup(step, value, scope)
  const { message } = step
  if (message !== undefined) {
    // The runtime fills in the client's names for properties in a parameter.
    const isWithout = step.kind === 'rule' && param === undefined
    const text = isWithout ? message.replaceAll('{param}', '') : message
    return withParam(code`${scope.use('quotedRule')}(${[rule, text]})`, param)
  }
  const english = rulesOfStep(step).map((one) => englishRule(one, value, scope))
  const [only] = english
  const told = step.kind === 'rule' && only ? only : code`${scope.use('eitherRule')}(${[rule, ...english]})`
  return withParam(told, param)
}

function withParam(rule: Code, param: Item | undefined): readonly Item[] {
  if (param === undefined) return [rule]
  return [rule, typeof param === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(param) ? Number(param) : param]
}

interface RuleText {
  readonly rule: Item
  readonly param: Item | undefined
}

function toldRule(rule: Rule, value: RuleValue, scope: ModuleScope): RuleText {
  const others = new OtherNames(value, scope)
  const param = others.marked(rule)
  return { rule: rule.name, param: param === undefined ? undefined : others.expression(param) }
}

/** Alternatives have their parameters in their text. */
function toldGroup(step: RuleStep & { kind: 'either' }, value: RuleValue, scope: ModuleScope): RuleText {
  const others = new OtherNames(value, scope)
  const text = step.rules.reduce((all, rule) => {
    const marked = others.marked(rule)
    return all.replace(`${rule.name}=${rule.param}`, () => `${rule.name}=${marked}`)
  }, step.text)
  return { rule: others.expression(text), param: undefined }
}

/** The rule with its English message: a constant of the runtime, or a custom rule. */
function englishRule({ name, parameter, param }: Rule, { type }: RuleValue, scope: ModuleScope): Code {
  if (parameter.kind === 'own') return code`${scope.use('customRule')}(${name})`
  return code`${scope.use(messageConstant(name, param !== undefined, targetOf(type)))}`
}

/** Other properties in a rule's parameter. Each is a placeholder until the text is assembled. */
class OtherNames {
  readonly #value: RuleValue
  readonly #scope: ModuleScope
  readonly #expressions: Code[] = []

  constructor(value: RuleValue, scope: ModuleScope) {
    this.#value = value
    this.#scope = scope
  }

  /** The parameter of a rule, with placeholders. */
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
    const nested = isBelow
      ? nestedNames(type).map((one) => this.#scope.object(one))
      : owner === undefined
        ? []
        : [owner.type]
    const sent = nested.map((object) => this.#sent(object, name)).find((one) => one !== undefined)
    if (sent === undefined) return name
    const parts = [code`property: ${name}`, code`sent: ${sent}`, ...(isBelow ? [code`below: true`] : [])]
    this.#expressions.push(code`{ ${parts} }`)
    return `\0${this.#expressions.length - 1}\0`
  }

  #sent(object: ObjectType, name: string): Code | undefined {
    const field = object.fields.find((one) => one.name === name)
    return field === undefined ? undefined : sentText(object, field, this.#scope)
  }

  /** Text with placeholders as an expression. */
  expression(text: string): Item {
    if (this.#expressions.length === 0 || !text.includes('\0')) return text
    const parts = text
      .split(/\0(\d+)\0/)
      .flatMap((part, i): readonly Item[] =>
        i % 2 === 0 ? (part === '' ? [] : [part]) : this.#expressions.slice(Number(part), Number(part) + 1),
      )
    return code`${this.#scope.use('clientText')}(${parts})`
  }
}
