import { UsageError } from '../../input/usage-error.ts'
import { sources } from '../../model/source.ts'
import { findSlip, isSeparated, type TagSlip } from './tag-slips.ts'

/** Tags of ctxgen. */
const ourTags: readonly string[] = [
  ...sources,
  'body',
  'response',
  'socket',
  'default',
  'validate',
  'missing',
  'unknown',
  'bindingSource',
  'type',
  'transform',
]

/** Tags for rules, named as in JSON Schema. */
const ruleTags: readonly string[] =
  `minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems
  maxItems uniqueItems format pattern`.split(/\s+/)

/** Tags of JSDoc, TSDoc and common tools, which end the text of the tag before them. */
const otherTags: ReadonlySet<string> = new Set(
  `abstract access alias alpha answer argument async augments author beta borrows callback category class classdesc constant
  constructor copyright decorator deprecated description enum eventProperty example examples exports extends external file
  fires function generator group hidden ignore implements import inheritDoc inheritdoc instance interface internal kind
  label license link linkcode linkplain member memberof mixin module name namespace override overload packageDocumentation
  param private privateRemarks prop property protected public readonly reads remarks requires returns return route
  satisfies sealed security see since static summary tag template this throws title todo tutorial typeParam typedef var
  variation version virtual yields`.split(/\s+/),
)

/** Tags of the comments of routes and handlers. */
export const operationTags: readonly string[] = [
  'answer',
  'reads',
  'security',
  'summary',
  'tag',
  'hidden',
  'route',
]

/** The known tags of a run, including the alias tag. */
export class TagNames {
  readonly aliasTag: string | undefined
  readonly #ours: ReadonlySet<string>

  /** @throws UsageError if the alias is already a tag of ctxgen. */
  constructor(aliasTag: string | undefined, more: readonly string[] = []) {
    if (aliasTag !== undefined && ourTags.includes(aliasTag)) {
      throw new UsageError(
        `@${aliasTag} cannot be the alias tag: it is already a tag of ctxgen. Choose another name.`,
      )
    }
    this.aliasTag = aliasTag
    this.#ours = new Set([...ourTags, ...more, ...(aliasTag === undefined ? [] : [aliasTag])])
  }

  isOurs(name: string): boolean {
    return this.#ours.has(name)
  }

  /** Whether the tag, on a type or one of its properties, makes the type a DTO. */
  makesDto(name: string): boolean {
    return isSourceTag(name) || name === 'response' || name === 'socket' || name === this.aliasTag
  }

  /** Whether the tag is about rules: `@validate`, or one of JSON Schema. */
  isRule(name: string): boolean {
    return name === 'validate' || ruleTags.includes(name)
  }

  /** Whether the tag belongs to a property, or as a rule to an alias. JSDoc has a `@type {…}` of its own. */
  isOfProperty(name: string, text: string): boolean {
    return (
      this.isRule(name) ||
      name === 'default' ||
      name === 'transform' ||
      (name === 'type' && text !== '' && !text.startsWith('{'))
    )
  }

  /** Whether a tag affects the generated code. JSDoc's own `@type {…}` does not. */
  isAsked(name: string, text: string): boolean {
    return (this.isOurs(name) && !(name === 'type' && text.startsWith('{'))) || ruleTags.includes(name)
  }

  /** Whether the tag ends the text of the previous one. */
  isKnown(name: string): boolean {
    return this.#ours.has(name) || ruleTags.includes(name) || otherTags.has(name)
  }

  /** The likely intent of a misspelt tag. @param text after its name, on the same line */
  slipOf(name: string, text: string): TagSlip | undefined {
    const isKnown = this.isKnown(name)
    const isOther = otherTags.has(name) && !this.isOurs(name)
    const isOwn = isOther || (name === 'type' && text.startsWith('{'))
    if (isKnown && (isOwn || !isSeparated(text))) return undefined
    return findSlip(name, text, isKnown ? [name] : [...this.#ours, ...ruleTags])
  }
}

function isSourceTag(name: string): boolean {
  return name === 'body' || sources.some((source) => source === name)
}
