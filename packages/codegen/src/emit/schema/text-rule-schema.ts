import type { Rule } from '../../model/rule.ts'
import { textPatterns } from '../../model/text-patterns.ts'
import { sharedPatterns } from '../rules/runtime-patterns.ts'
import { literal } from '../text/literal.ts'
import type { Member, UseName } from './member.ts'

/** The JSON Schema keywords for a rule about a string. */
export function textMembers({ name, parameter }: Rule, use: UseName): readonly Member[] {
  if (parameter.kind === 'pattern') {
    return parameter.flags === 'u' ? [['pattern', literal(parameter.source)]] : []
  }
  if (parameter.kind === 'format') return [['format', literal(parameter.format)]]
  if (parameter.kind === 'text') return parameterMembers(name, parameter.text)
  const shared = own(sharedPatterns, name)
  if (shared !== undefined) return [['pattern', use(shared)]]
  const pattern = own(textPatterns, name)
  const members: readonly Member[] = pattern === undefined ? [] : [['pattern', literal(pattern)]]
  return [...members, ...(own(words, name) ?? [])]
}

/** A format is listed only where it accepts all that the rule accepts, since a validator may check it. */
const words: Readonly<Record<string, readonly Member[]>> = {
  uuid: [['format', "'uuid'"]],
  uuid3: [['format', "'uuid'"]],
  uuid4: [['format', "'uuid'"]],
  uuid5: [['format', "'uuid'"]],
  ip: [['anyOf', "[{ format: 'ipv4' }, { format: 'ipv6' }]"]],
  // Includes ::ffff:1.2.3.4.
  ipv4: [['anyOf', "[{ format: 'ipv4' }, { format: 'ipv6', pattern: ':[fF]{4}:' }]"]],
  ipv6: [['format', "'ipv6'"]],
  base32: [['contentEncoding', "'base32'"]],
  base64: [['contentEncoding', "'base64'"]],
  base64url: [['contentEncoding', "'base64url'"]],
  json: [['contentMediaType', "'application/json'"]],
  boolean: [['enum', "['1', 't', 'T', 'TRUE', 'true', 'True', '0', 'f', 'F', 'FALSE', 'false', 'False']"]],
  // A pattern cannot express letter case.
  lowercase: [['minLength', '1']],
  uppercase: [['minLength', '1']],
  timezone: [['minLength', '1']],
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

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
