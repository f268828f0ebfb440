import type { ByType, Plural, Template } from './message-types.ts'
import type { NamedRule } from './rule-alternatives.ts'

/** The plural rules of a language, as in `Intl.PluralRules`. */
export type Plurals = Pick<Intl.PluralRules, 'select'>

export type Values = Readonly<Record<string, string>>

/** Fills in the placeholders. @param plurals the plural rules of the template's language. */
export function render(template: Template, values: Values, plurals: Plurals): string {
  if (typeof template === 'function') return template(values)
  const text = typeof template === 'string' ? template : template[categoryOf(template, values, plurals)]
  return (text ?? '').replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : place,
  )
}

function categoryOf(template: Plural, values: Values, plurals: Plurals): keyof Plural {
  const count = Number(values['param'] ?? values['count'] ?? values['max'] ?? values['min'])
  const category = Number.isFinite(count) ? plurals.select(count) : 'other'
  return template[category] === undefined ? 'other' : category
}

/** The template of a message for a value of a type. A text without a size message is compared, as a number is. */
export function templateFor(
  text: Template | ByType,
  rule: NamedRule,
  kind: keyof ByType,
): Template | undefined {
  if (!isByType(text)) return text
  const type = typeOf(rule, kind)
  return text[type] ?? (type === 'string' ? text.number : undefined)
}

/** The type whose message applies: some rules derive it from their parameter instead of the value's kind. */
function typeOf({ name, param }: NamedRule, kind: keyof ByType): keyof ByType {
  if (name === 'unique') return param === undefined ? 'list' : 'property'
  return param === undefined && /^[gl]te?$/.test(name) ? 'date' : kind
}

function isByType(text: Template | ByType): text is ByType {
  return typeof text === 'object' && !('other' in text)
}
