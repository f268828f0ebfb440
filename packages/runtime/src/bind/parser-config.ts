/** Settings of every binder of the process (Fiber's `binder.ParserConfig`). */
export interface ParserConfig {
  /** Keys that no property takes are dropped; when off they are faults. Default: on. */
  readonly ignoreUnknownKeys?: boolean
  /** An empty value of anything but a string is the zero value instead of absent. Default: off. */
  readonly zeroEmpty?: boolean
  /** The alias tag the code was generated with (`--alias-tag`). Default: none. */
  readonly setAliasTag?: string
  /** Converters of own classes, tried before a class's static `parse`. */
  readonly parserType?: readonly ParserType[]
}

/** How text becomes an instance of a class. */
export interface ParserType<T = unknown> {
  /** The class; its constructor may be private. */
  readonly customType: { readonly prototype: T }
  /** Returns an instance, or `undefined` for text that is none. */
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

/** Configures every binder of the process; settings that are left out go back to their defaults. */
export function setParserDecoder(config: ParserConfig): void {
  active = {
    ignoreUnknownKeys: config.ignoreUnknownKeys ?? defaults.ignoreUnknownKeys,
    zeroEmpty: config.zeroEmpty ?? defaults.zeroEmpty,
    setAliasTag: config.setAliasTag,
    parserType: config.parserType ?? defaults.parserType,
  }
}

/** The settings in force. */
export function parserConfig(): ActiveParserConfig {
  return active
}

/** What a generated DTO says of itself. */
export interface NamedDto {
  readonly name: string
  /** The tag that its code was generated with. */
  readonly aliasTag?: string
}

/**
 * Makes sure that code and settings speak of the same alias tag: keys of another one would silently be missed.
 *
 * @throws Error when `setAliasTag` names another tag than the code was generated with.
 */
export function checkAliasTag(dto: NamedDto): void {
  const wanted = active.setAliasTag
  if (wanted !== undefined && wanted !== dto.aliasTag) refuseAliasTag(dto, wanted)
}

// Apart from what is called for each request, as is all that hardly ever runs: V8 inlines by the length of a function.
function refuseAliasTag({ name, aliasTag }: NamedDto, wanted: string): never {
  const how =
    aliasTag === undefined ? 'without an alias tag' : `with the alias tag ${JSON.stringify(aliasTag)}`
  throw new Error(
    `${name} was generated ${how}, and setParserDecoder says ${JSON.stringify(wanted)}: generate it with --alias-tag ${wanted}`,
  )
}
