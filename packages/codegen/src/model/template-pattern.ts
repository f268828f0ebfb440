/** The type of a placeholder in a template literal type. */
export type TemplateHole = 'string' | 'number' | 'bigint'

/** `v${number}-${string}`: the texts `v`, `-` and an empty one, and the placeholders between them; a literal has none. */
export interface TemplateForm {
  readonly texts: readonly string[]
  readonly holes: readonly TemplateHole[]
}

/** A form in TypeScript syntax. */
export function templateText({ texts, holes }: TemplateForm): string {
  const parts = texts.map((text, i) => {
    const hole = holes[i]
    const shown = text.replace(/\\|`|\$\{/g, '\\$&')
    return hole === undefined ? shown : `${shown}\${${hole}}`
  })
  return `\`${parts.join('')}\``
}

/** The source of a regular expression that matches any of the forms. */
export function templatePattern(forms: readonly TemplateForm[]): string {
  const each = forms.map(formPattern)
  return each.length === 1 ? `^${each.join()}$` : `^(?:${each.join('|')})$`
}

/** TypeScript ends a placeholder at the first occurrence of the following text, so the pattern needs no backtracking. */
function formPattern({ texts, holes }: TemplateForm): string {
  const [start = '', ...rest] = texts
  const parts = holes.map((hole, i) => {
    const end = rest[i] ?? ''
    const isLast = i === holes.length - 1
    return `${isLast ? toTheEnd[hole] : end === '' ? oneUnit[hole] : upTo(end, hole)}${escaped(end)}`
  })
  return `${escaped(start)}${parts.join('')}`
}

const toTheEnd: Readonly<Record<TemplateHole, string>> = {
  string: '[\\s\\S]*',
  number: numberUpTo(''),
  bigint: bigintUpTo(''),
}

/** A placeholder directly before another one matches a single code unit. */
const oneUnit: Readonly<Record<TemplateHole, string>> = { string: '[\\s\\S]', number: '\\d', bigint: '\\d' }

function upTo(end: string, hole: TemplateHole): string {
  if (hole === 'number') return numberUpTo(end)
  if (hole === 'bigint') return bigintUpTo(end)
  return end.length === 1 ? `[^${end.replace(/[\\\]^-]/, '\\$&')}]*` : `(?:(?!${escaped(end)})[\\s\\S])*`
}

/** Decimal, like numbers in text. */
function numberUpTo(end: string): string {
  const digits = `${repeated(oneOf('0123456789', end))}+`
  const exponent = `${oneOf('eE', end)}${optional(oneOf('-+', end))}${digits}`
  return [optional(oneOf('-', end)), digits, optional(oneOf('.', end), digits), optional(exponent)].join('')
}

function bigintUpTo(end: string): string {
  const [first, others] = [oneOf('123456789', end), repeated(oneOf('0123456789', end))]
  return `${optional(oneOf('-', end))}(?:${oneOf('0', end)}|${first}${others}*)`
}

/** Matches one of the characters, except at the start of `end`. */
function oneOf(characters: string, end: string): string {
  const left = end.length === 1 ? characters.replace(end, '') : characters
  const mayEnd = end.length > 1 && characters.includes(end.charAt(0))
  return `${mayEnd ? `(?!${escaped(end)})` : ''}${setOf(left)}`
}

function setOf(characters: string): string {
  if (characters === '0123456789') return '\\d'
  if (characters.length < 2) return characters === '' ? '[]' : escaped(characters)
  return `[${characters.replace('123456789', '1-9')}]`
}

/** Empty where the first part can never match. */
function optional(...parts: readonly string[]): string {
  return parts[0] === '[]' ? '' : `${repeated(parts.join(''))}?`
}

/** Makes a part safe for a quantifier. */
function repeated(part: string): string {
  return /^(?:.|\\.|\[[^\]]*\])$/.test(part) ? part : `(?:${part})`
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
