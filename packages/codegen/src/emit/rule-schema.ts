import type { Field } from '../model/dto.ts'
import type { Rule } from '../model/rule.ts'
import type { RuleTarget } from '../model/rule-table.ts'
import { ruleValue, targetOf } from '../model/rule-target.ts'
import { literal } from './literal.ts'

/**
 * The members of a JSON Schema (draft 2020-12) that say what rules say, besides those that say the type. Rules that it
 * has no words for are left out.
 */
export function ruleMembers({ rules, type }: Field, ofType: readonly string[]): readonly string[] {
  if (rules === undefined || rules.skipped) return []
  const target = targetOf(type)
  const members = new Map<string, string>()
  for (const step of rules.steps) {
    // Behind omitempty a rule does not hold of every value.
    if (step.kind === 'omitempty') break
    if (step.kind === 'either') continue
    for (const [key, value] of membersOf(step.rule, target)) members.set(key, value)
  }
  const isSaid = (key: string): boolean => ofType.some((member) => member.startsWith(`${key}:`))
  const said = [...members].filter(([key]) => !isSaid(key))
  return said.map(([key, value]) => {
    const takesNull = key === 'enum' && type.kind === 'nullable'
    return `${key}: ${takesNull ? value.replace(/\]$/, ', null]') : value}`
  })
}

type Member = readonly [key: string, value: string]

const formats: Readonly<Record<string, string>> = {
  email: 'email',
  url: 'uri',
  http_url: 'uri',
  https_url: 'uri',
  uuid: 'uuid',
  uuid3: 'uuid',
  uuid4: 'uuid',
  uuid5: 'uuid',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
  hostname: 'hostname',
  hostname_rfc1123: 'hostname',
}

function membersOf({ name, parameter }: Rule, target: RuleTarget): readonly Member[] {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined
  if (format !== undefined) return [['format', literal(format)]]
  switch (parameter.kind) {
    case 'number':
      return name === 'multipleOf'
        ? [['multipleOf', parameter.text]]
        : sizeMembers(name, Number(parameter.text), target)
    case 'words':
      return name === 'oneof'
        ? [['enum', `[${parameter.words.map((word) => enumValue(word, target)).join(', ')}]`]]
        : []
    case 'pattern':
      return parameter.flags === '' || parameter.flags === 'u' ? [['pattern', literal(parameter.source)]] : []
    case 'none':
      return name === 'unique' && target === 'list' ? [['uniqueItems', 'true']] : []
    default:
      return []
  }
}

/** JSON has no bigints: they are numbers in it. */
function enumValue(word: string, target: RuleTarget): string {
  return literal(ruleValue(word, target === 'bigint' ? 'integer' : target) ?? word)
}

const numbers: readonly RuleTarget[] = ['integer', 'float', 'bigint']

const sizes: Partial<Record<RuleTarget, readonly [least: string, most: string]>> = {
  string: ['minLength', 'maxLength'],
  list: ['minItems', 'maxItems'],
  record: ['minProperties', 'maxProperties'],
}

/** A number is compared itself, with or without its bound; a size is a whole number. */
function sizeMembers(name: string, bound: number, target: RuleTarget): readonly Member[] {
  const keys = sizes[target]
  if (keys === undefined && !numbers.includes(target)) return []
  // Beyond this a number of the schema would be another one.
  if (Math.abs(bound) > Number.MAX_SAFE_INTEGER) return []
  const [least, most] = keys ?? ['minimum', 'maximum']
  const shift = keys === undefined ? 0 : 1
  switch (name) {
    case 'min':
    case 'gte':
      return [[least, String(bound)]]
    case 'max':
    case 'lte':
    case 'maxFiles':
      return [[most, String(bound)]]
    case 'gt':
      return [[shift === 0 ? 'exclusiveMinimum' : least, String(bound + shift)]]
    case 'lt':
      return [[shift === 0 ? 'exclusiveMaximum' : most, String(Math.max(bound - shift, 0))]]
    case 'len':
      return [
        [least, String(bound)],
        [most, String(bound)],
      ]
    default:
      return []
  }
}
