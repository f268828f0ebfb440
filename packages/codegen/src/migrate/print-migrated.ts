import { literal, propertyKey } from '../emit/text/literal.ts'
import { type MigratedMember, type MigratedType, type MigratedValue, rulesOf, typeText } from './migrated.ts'
import type { Draft } from './type-draft.ts'

/** The text of a new file. @param source the tag of its DTOs: `json` */
export function printMigrated({ imports, types }: Draft, source: string): string {
  const lines = [...imports]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([module, names]) => importsOf(module, [...names].sort()))
  return `${[...lines, ...types.map((one) => `${lines.length > 0 || one !== types[0] ? '\n' : ''}${declaration(one, source)}`)].join('\n')}\n`
}

function importsOf(module: string, names: readonly string[]): readonly string[] {
  const whole = names.filter((name) => name.startsWith('* as '))
  const some = names.filter((name) => !whole.includes(name))
  const from = `from ${literal(module)}`
  return [
    ...whole.map((name) => `import type ${name} ${from}`),
    ...(some.length === 0 ? [] : [`import type { ${some.join(', ')} } ${from}`]),
  ]
}

function declaration({ name, value, isDto }: MigratedType, source: string): string {
  const { object } = value
  const unknown = object?.refusesUnknown ? ['@unknown error'] : []
  // A default and a change of a text are tags of properties.
  const own = object === undefined ? ruleTags({ ...value, tags: [] }) : unknown
  const comment = commentOf(value.description, [...(isDto ? [`@${source}`] : []), ...own])
  if (object === undefined) return `${comment}export type ${name}${value.parameters} = ${typeText(value)}`
  const heritage = object.heritage.length === 0 ? '' : ` extends ${object.heritage.join(', ')}`
  const others = object.others === undefined ? [] : [`  [key: string]: ${object.others}`]
  const members = [...object.members.map(member), ...others]
  return `${comment}export interface ${name}${value.parameters}${heritage} {${members.length === 0 ? '' : `\n${members.join('\n')}\n`}}`
}

function member({ name, value }: MigratedMember): string {
  const comment = commentOf(value.description, ruleTags(value), '  ')
  return `${comment}  ${propertyKey(name)}${value.isOptional ? '?' : ''}: ${typeText(value)}`
}

function ruleTags(value: MigratedValue): readonly string[] {
  const rules = rulesOf(value)
  return [...(rules.length === 0 ? [] : [`@validate ${rules.join(',')}`]), ...value.tags]
}

/** A comment on one line, or on several where it is long. */
function commentOf(description: string, tags: readonly string[], indent = ''): string {
  if (description === '' && tags.length === 0) return ''
  const line = `${indent}/** ${[description, ...tags].filter((one) => one !== '').join(' ')} */\n`
  if (line.length <= 100) return line
  const lines = [description, ...tags].filter((one) => one !== '')
  return `${indent}/**\n${lines.map((one) => `${indent} * ${one}\n`).join('')}${indent} */\n`
}
