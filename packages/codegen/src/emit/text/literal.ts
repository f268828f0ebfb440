import type { LiteralValue } from '../../model/field-type.ts'
import { type TemplateForm, templateText } from '../../model/template-pattern.ts'

/*
 * Escaping: all text from a user's source enters generated code through these functions.
 */

/** A fast path for nearly all text. It skips the Unicode property tests, which take a twentieth of a large run. */
const printableAscii = /^[ -~]*$/

/** A value as an expression. */
export function literal(value: LiteralValue | Date | null): string {
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'bigint':
      return `${value}n`
    case 'object':
      return value === null ? 'null' : `new Date(${quoted(value.toISOString())})`
    default:
      return String(value)
  }
}

/** A template literal type: printable, and free of characters that end it or open a placeholder. */
export function templateType(form: TemplateForm): string {
  return templateText(form).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, unicodeEscape)
}

const identifier = /^[A-Za-z_$][\w$]*$/

/** A property name in an object literal or type. */
export function propertyKey(name: string): string {
  return identifier.test(name) ? name : quoted(name)
}

/** `object.name`, or bracket access where the name is not an identifier; with `?.` for an object that may be absent. */
export function propertyAccess(object: string, name: string, dot: '.' | '?.' = '.'): string {
  if (identifier.test(name)) return `${object}${dot}${name}`
  return `${object}${dot === '.' ? '' : dot}[${quoted(name)}]`
}

/** Syntax that some compilers accept for newer targets only, or check against their own Unicode tables. */
const notForCompilers = /\(\?-?[a-z]+(?:-[a-z]+)?:|\\[pP]\{(?![A-Z][a-z]?\})/

/** A regular expression: a literal, unless a compiler might refuse it. */
export function regexp(source: string, flags: string): string {
  if (hasLiteral(source, flags)) return regexpLiteral(source, flags)
  return `new RegExp(${quoted(source)}, ${quoted(flags)})`
}

/** Whether every compiler takes it as a literal. */
export function hasLiteral(source: string, flags: string): boolean {
  return !flags.includes('v') && !notForCompilers.test(source)
}

export function regexpLiteral(source: string, flags: string): string {
  // The engine itself escapes slashes and line breaks.
  const expression = new RegExp(source, flags)
  const printed = expression.source.replace(
    /\\?([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}])|\\./gsu,
    (all, char: string | undefined) => (char === undefined ? all : unicodeEscape(char)),
  )
  return `/${printed}/${expression.flags}`
}

/** Text inside a comment. It cannot end the comment or the line, nor change the display order (bidi). */
export function commentText(text: string): string {
  if (printableAscii.test(text) && !text.includes('*/')) return text
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}]/gu, '\uFFFD')
    .replaceAll('*/', '*\\/')
}

/** Printable characters except the quote and the backslash. */
const quotable = /^[ -&(-[\]-~]*$/

/** A single-quoted string; unprintable characters, and those that could end a line or a script, are escaped. */
function quoted(text: string): string {
  if (quotable.test(text)) return `'${text}'`
  const inner = text.replace(/['\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (char) =>
    char === "'" || char === '\\' ? `\\${char}` : unicodeEscape(char),
  )
  return `'${inner}'`
}

function unicodeEscape(char: string): string {
  return [...Array(char.length).keys()]
    .map((i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('')
}
