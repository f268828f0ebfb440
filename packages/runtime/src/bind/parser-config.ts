/** Settings of all binders in the process (Fiber's `binder.ParserConfig`). */
export interface ParserConfig {
  /** Ignores unknown keys; when off, they are faults. Default: on. */
  readonly ignoreUnknownKeys?: boolean
  /** An empty value means the zero value instead of absence, except for strings. Default: off. */
  readonly zeroEmpty?: boolean
  /** The alias tag of the generated code (`--alias-tag`). Default: none. */
  readonly setAliasTag?: string
  /** Converters for classes, tried before the static `parse`. */
  readonly parserType?: readonly ParserType[]
}

/** Converts text to an instance of a class. */
export interface ParserType<T = unknown> {
  /** The class; its constructor may be private. */
  readonly customType: { readonly prototype: T }
  /** Returns an instance, or `undefined` for invalid text. */
  readonly converter: (text: string) => T | undefined
}

interface ActiveParserConfig {
  readonly ignoreUnknownKeys: boolean
  readonly zeroEmpty: boolean
  readonly setAliasTag: string | undefined
  readonly parserType: readonly ParserType[]
}

const defaults: ActiveParserConfig = {
  ignoreUnknownKeys: true,
  zeroEmpty: false,
  setAliasTag: undefined,
  parserType: [],
}

let active: ActiveParserConfig = defaults

/** Configures all binders in the process; omitted settings return to their defaults. */
export function setParserDecoder(config: ParserConfig): void {
  active = {
    ignoreUnknownKeys: config.ignoreUnknownKeys ?? defaults.ignoreUnknownKeys,
    zeroEmpty: config.zeroEmpty ?? defaults.zeroEmpty,
    setAliasTag: config.setAliasTag,
    parserType: config.parserType ?? defaults.parserType,
  }
}

/** The current settings. */
export function parserConfig(): ActiveParserConfig {
  return active
}

/** The name and alias tag of a generated DTO. */
export interface NamedDto {
  readonly name: string
  /** The alias tag of the generated code. */
  readonly aliasTag?: string
}

/**
 * Checks that code and settings use the same alias tag; otherwise binders would silently miss keys.
 *
 * @throws Error when `setAliasTag` differs from the tag of the generated code.
 */
export function checkAliasTag(dto: NamedDto): void {
  const wanted = active.setAliasTag
  if (wanted !== undefined && wanted !== dto.aliasTag) refuseAliasTag(dto, wanted)
}

// Separate from the hot path: V8 inlines functions by their length.
function refuseAliasTag({ name, aliasTag }: NamedDto, wanted: string): never {
  const how =
    aliasTag === undefined ? 'without an alias tag' : `with the alias tag ${JSON.stringify(aliasTag)}`
  throw new Error(
    `${name} was generated ${how}, but setParserDecoder says ${JSON.stringify(wanted)}: generate it with --alias-tag ${wanted}`,
  )
}
