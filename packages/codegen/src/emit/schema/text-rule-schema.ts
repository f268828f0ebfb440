import type { SchemaValue } from '@ctxgen/core/rules/rule-row'
import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import type { Rule } from '../../model/rule.ts'
import { literal } from '../text/literal.ts'
import { runtimeName } from '../text/runtime-names.ts'
import { type Member, objectText, type UseName } from './member.ts'

/** The JSON Schema keywords for a rule about a string. */
export function textMembers({ name, parameter }: Rule, use: UseName): readonly Member[] {
  if (parameter.kind === 'pattern') {
    return parameter.flags === 'u' ? [['pattern', literal(parameter.source)]] : []
  }
  if (parameter.kind === 'format') return [['format', literal(parameter.format)]]
  if (parameter.kind === 'text') return parameterMembers(name, parameter.text)
  const { pattern, schema = {} } = builtInRules.get(name) ?? {}
  const members = Object.entries(schema).map(([key, value]) => [key, valueText(value)] as const)
  if (pattern === undefined) return members
  const text = typeof pattern === 'string' ? literal(pattern) : use(runtimeName(pattern.constant))
  return [['pattern', text], ...members]
}

/** A value of a keyword as an expression. */
function valueText(value: SchemaValue): string {
  if (typeof value !== 'object') return literal(value)
  if (isList(value)) return `[${value.map(valueText).join(', ')}]`
  return objectText(Object.entries(value).map(([key, one]) => [key, valueText(one)]))
}

function isList(value: SchemaValue): value is readonly SchemaValue[] {
  return Array.isArray(value)
}

/** Rules with a string as their parameter, most of which require or forbid it in the value. */
function parameterMembers(name: string, text: string): readonly Member[] {
  const part = escaped(text)
  const anyOf = `(?:${[...text].map(escaped).join('|')})`
  switch (name) {
    case 'datetime':
      return text === '2006-01-02' ? [['format', "'date'"]] : []
    case 'contains':
      return holds(part)
    case 'containsany':
      return holds(anyOf)
    case 'startswith':
      return holds(`^${part}`)
    case 'endswith':
      return holds(`${part}$`)
    case 'excludes':
      return holdsNot(part)
    case 'excludesall':
      return holdsNot(anyOf)
    case 'startsnotwith':
      return holdsNot(`^${part}`)
    case 'endsnotwith':
      return holdsNot(`${part}$`)
    default:
      return []
  }
}

function holds(source: string): readonly Member[] {
  return [['pattern', literal(source)]]
}

function holdsNot(source: string): readonly Member[] {
  return [['not', `{ pattern: ${literal(source)} }`]]
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
