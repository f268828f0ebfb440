import type { Rule } from '../model/rule.ts'
import { textPatterns } from '../model/text-patterns.ts'
import { literal } from './literal.ts'
import type { Member, UseName } from './rule-schema.ts'
import { sharedPatterns } from './text-patterns.ts'

/** What a JSON Schema says of a text that a rule is about. */
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

/** Formats are here where they take all that the rule takes: a validator may check them. */
const words: Readonly<Record<string, readonly Member[]>> = {
  uuid: [['format', "'uuid'"]],
  uuid3: [['format', "'uuid'"]],
  uuid4: [['format', "'uuid'"]],
  uuid5: [['format', "'uuid'"]],
  ip: [['anyOf', "[{ format: 'ipv4' }, { format: 'ipv6' }]"]],
  // ::ffff:1.2.3.4 is one too.
  ipv4: [['anyOf', "[{ format: 'ipv4' }, { format: 'ipv6', pattern: ':[fF]{4}:' }]"]],
  ipv6: [['format', "'ipv6'"]],
  base32: [['contentEncoding', "'base32'"]],
  base64: [['contentEncoding', "'base64'"]],
  base64url: [['contentEncoding', "'base64url'"]],
  json: [['contentMediaType', "'application/json'"]],
  boolean: [['enum', "['1', 't', 'T', 'TRUE', 'true', 'True', '0', 'f', 'F', 'FALSE', 'false', 'False']"]],
  // Which case a character has is not for an expression to say.
  lowercase: [['minLength', '1']],
  uppercase: [['minLength', '1']],
  timezone: [['minLength', '1']],
}

/** Rules with a text: most are that it is in the value, or is not. */
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
