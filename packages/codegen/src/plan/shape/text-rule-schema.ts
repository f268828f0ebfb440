import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import type { Rule } from '../../model/rule.ts'

/** A keyword of JSON Schema and its value. */
export type Keyword = readonly [key: string, value: unknown]

/** The JSON Schema keywords for a rule about a string. */
export function textKeywords({ name, parameter }: Rule): readonly Keyword[] {
  if (parameter.kind === 'pattern') return parameter.flags === 'u' ? [['pattern', parameter.source]] : []
  if (parameter.kind === 'format') return [['format', parameter.format]]
  if (parameter.kind === 'text') return parameterKeywords(name, parameter.text)
  const { pattern, schema = {} } = builtInRules.get(name) ?? {}
  const keywords = Object.entries(schema)
  return pattern === undefined ? keywords : [['pattern', pattern], ...keywords]
}

/** Rules with a string as their parameter, most of which require or forbid it in the value. */
function parameterKeywords(name: string, text: string): readonly Keyword[] {
  const part = escaped(text)
  const anyOf = `(?:${[...text].map(escaped).join('|')})`
  switch (name) {
    case 'datetime':
      return text === '2006-01-02' ? [['format', 'date']] : []
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

function holds(source: string): readonly Keyword[] {
  return [['pattern', source]]
}

function holdsNot(source: string): readonly Keyword[] {
  return [['not', { pattern: source }]]
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
