import { UsageError } from '../input/usage-error.ts'
import { sources } from '../model/source.ts'
import { findSlip, type TagSlip } from './tag-slips.ts'

/** Our tags. */
const ourTags: readonly string[] = [
  ...sources,
  'body',
  'response',
  'default',
  'validate',
  'missing',
  'bindingSource',
  'type',
]

/** Tags of JSON Schema that stand for rules. */
const ruleTags: readonly string[] =
  `minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems
  maxItems uniqueItems format pattern`.split(/\s+/)

/** JSDoc's and TSDoc's own tags, and those of common tools: they end the text of a tag before them. */
const otherTags: ReadonlySet<string> = new Set(
  `abstract access alias alpha answer argument async augments author beta borrows callback category class classdesc constant
  constructor copyright decorator deprecated description enum eventProperty example examples exports extends external file
  fires function generator group hidden ignore implements import inheritDoc inheritdoc instance interface internal kind
  label license link linkcode linkplain member memberof mixin module name namespace override overload packageDocumentation
  param private privateRemarks prop property protected public readonly remarks requires returns return route
  satisfies sealed security see since static summary tag template this throws title todo tutorial typeParam typedef var
  variation version virtual yields`.split(/\s+/),
)

/** The tags a run knows: ours, and the alias tag when there is one. */
export class TagNames {
  readonly aliasTag: string | undefined
  readonly #ours: ReadonlySet<string>

  /** @throws UsageError for an alias that has a meaning already. */
  constructor(aliasTag: string | undefined) {
    if (aliasTag !== undefined && ourTags.includes(aliasTag)) {
      throw new UsageError(
        `@${aliasTag} cannot be the alias tag, as it is a tag of ctxgen: choose another name.`,
      )
    }
    this.aliasTag = aliasTag
    this.#ours = new Set(aliasTag === undefined ? ourTags : [...ourTags, aliasTag])
  }

  isOurs(name: string): boolean {
    return this.#ours.has(name)
  }

  /** Whether a type that carries the tag, or has a property that does, is a DTO. */
  makesDto(name: string): boolean {
    return isSourceTag(name) || name === 'response' || name === this.aliasTag
  }

  /** Whether a tag asks something of a value, or says where it comes from. JSDoc's own `@type {…}` does not. */
  isAsked(name: string, text: string): boolean {
    return (this.isOurs(name) && !(name === 'type' && text.startsWith('{'))) || ruleTags.includes(name)
  }

  /** Whether the tag ends the text of the one before it. */
  isKnown(name: string): boolean {
    return this.#ours.has(name) || ruleTags.includes(name) || otherTags.has(name)
  }

  /** What a tag was probably meant to be. @param text what stands behind its name, on its line. */
  slipOf(name: string, text: string): TagSlip | undefined {
    const isKnown = this.isKnown(name)
    if (isKnown && (!text.startsWith(':') || otherTags.has(name))) return undefined
    return findSlip(name, text, isKnown ? [name] : [...this.#ours, ...ruleTags])
  }
}

function isSourceTag(name: string): boolean {
  return name === 'body' || sources.some((source) => source === name)
}
