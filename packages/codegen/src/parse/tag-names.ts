import { UsageError } from '../input/usage-error.ts'
import { nearestName } from '../model/nearest-name.ts'
import { sources } from '../model/source.ts'

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

/** JSDoc's and TSDoc's own tags, and those of common tools: they end the text of a tag before them. */
const otherTags: ReadonlySet<string> = new Set(
  `abstract access alias alpha argument async augments author beta borrows callback category class classdesc constant
  constructor copyright decorator deprecated description enum eventProperty example exports extends external file fires
  format function generator group hidden ignore implements import inheritDoc inheritdoc instance interface internal kind
  label license link linkcode linkplain maximum maxItems maxLength member memberof minimum minItems minLength mixin module
  multipleOf exclusiveMaximum exclusiveMinimum name namespace override overload packageDocumentation param pattern private
  privateRemarks prop property protected public readonly remarks requires returns return satisfies sealed see since static
  summary template this throws todo tutorial typeParam typedef uniqueItems var variation version virtual yields`.split(
    /\s+/,
  ),
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

  /** Whether the tag ends the text of the one before it. */
  isKnown(name: string): boolean {
    return this.#ours.has(name) || otherTags.has(name)
  }

  /** The tag of ours that an unknown one is probably meant to be. */
  nearest(name: string): string | undefined {
    if (this.isKnown(name)) return undefined
    return nearestName(name, this.#ours)
  }
}

function isSourceTag(name: string): boolean {
  return name === 'body' || sources.some((source) => source === name)
}
