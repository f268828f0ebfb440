/** A type as text, with the tags that say the rest of it. */
export interface MigratedValue {
  /** As in TypeScript, without `null`. */
  type: string
  /** The words of `@validate`. */
  rules: string[]
  /** Rules of each element, after `dive`. */
  elementRules: string[]
  /** Other tags: `@default 1`. */
  tags: string[]
  isOptional: boolean
  isNullable: boolean
  description: string
  /** Whether a function of the project changes it. */
  isTransformed: boolean
  /** The type parameters of a declaration: `<T>` */
  parameters: string
  /** The members of an object without a name. */
  object: MigratedObject | undefined
}

export interface MigratedObject {
  readonly members: readonly MigratedMember[]
  /** Types that it extends. */
  readonly heritage: readonly string[]
  readonly refusesUnknown: boolean
  /** The type of undeclared members. */
  readonly others: string | undefined
}

export interface MigratedMember {
  readonly name: string
  readonly value: MigratedValue
}

/** A declaration of a new file. */
export interface MigratedType {
  readonly name: string
  readonly value: MigratedValue
  /** Whether it becomes a DTO: an object that another file may bind. */
  readonly isDto: boolean
}

export function plain(type: string): MigratedValue {
  return {
    type,
    rules: [],
    elementRules: [],
    tags: [],
    isOptional: false,
    isNullable: false,
    description: '',
    isTransformed: false,
    parameters: '',
    object: undefined,
  }
}

export function typeText({ type, isNullable }: MigratedValue): string {
  return isNullable ? `${type} | null` : type
}

/** Types that a value has at once. */
export function intersectionOf(parts: readonly MigratedValue[]): MigratedValue {
  const types = parts.map((one) => typeText(one)).filter((type) => type !== 'unknown')
  const texts = types.map((type) => (type.includes(' | ') && types.length > 1 ? `(${type})` : type))
  return plain(texts.join(' & ') || 'unknown')
}

/** A list of a type, with its rules after `dive`. */
export function listOf(element: MigratedValue): MigratedValue {
  const inner = typeText(element)
  return {
    ...plain(/[|&\s]/.test(inner) ? `(${inner})[]` : `${inner}[]`),
    elementRules: rulesOf(element),
    // The default of an element has no effect: a list has no gaps.
    tags: element.tags.filter((tag) => tag.startsWith('@transform ')),
  }
}

/** The words of `@validate`, with those of elements. */
export function rulesOf({ rules, elementRules }: MigratedValue): string[] {
  return elementRules.length === 0 ? rules : [...rules, 'dive', ...elementRules]
}

/** A parameter of a rule, whose commas and bars are written as in tags. */
export function parameter(text: string): string {
  return text.replaceAll(',', '0x2C').replaceAll('|', '0x7C')
}

/** A text in a comment, which does not end there and has no tags. */
export function commentText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replaceAll('*/', '* /')
    .replace(/(^|\s)@(?=\w)/g, '$1`@`')
    .trim()
}

/** The message of a rule, in quotes. */
export function messageText(text: string): string {
  return ` "${text.replace(/[\\"]/g, '\\$&').replace(/\s+/g, ' ').replaceAll('*/', '* /')}"`
}

/** A regular expression in a comment, whose end it must not be. */
export function patternText(text: string): string {
  return text.replace(/\*\/([a-z]*)$/, '{0,}/$1').replaceAll('*/', '*\\/')
}

/** The text of a value in `@default`; `undefined` for one that no default can be. */
export function defaultText(value: unknown): string | undefined {
  if (value === null) return 'null'
  if (Array.isArray(value)) {
    const items = value.map((one) => defaultText(one))
    if (items.length === 0) return '[]'
    return items.includes(undefined) ? undefined : items.join('|')
  }
  if (typeof value === 'string') {
    if (/^[\w:/-](?:[\w .:/-]*[\w:/-])?$/.test(value)) return value
    return /[`\r\n]|\*\//.test(value) ? undefined : `\`${value}\``
  }
  return ['number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : undefined
}
