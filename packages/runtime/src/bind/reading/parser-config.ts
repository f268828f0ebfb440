import type { UnknownKeys } from './bind-input.ts'

/** Settings of all binders in the process (Fiber's `binder.ParserConfig`). */
export interface ParserConfig {
  /** Ignores unknown keys; when off, they are issues. Default: on. */
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
  readonly checkAliasTag: ((dto: NamedDto) => void) | undefined
  readonly parserType: readonly ParserType[]
}

const defaults: ActiveParserConfig = {
  ignoreUnknownKeys: true,
  zeroEmpty: false,
  checkAliasTag: undefined,
  parserType: [],
}

let active: ActiveParserConfig = defaults

/** Configures all binders in the process; omitted settings return to their defaults. */
export function setParserDecoder(config: ParserConfig): void {
  active = {
    ignoreUnknownKeys: config.ignoreUnknownKeys ?? defaults.ignoreUnknownKeys,
    zeroEmpty: config.zeroEmpty ?? defaults.zeroEmpty,
    checkAliasTag: config.setAliasTag === undefined ? undefined : aliasCheck(config.setAliasTag),
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
  /** `@unknown` */
  readonly unknown?: UnknownKeys
}

/**
 * Checks that code and settings use the same alias tag; otherwise binders would silently miss keys.
 *
 * @throws Error when `setAliasTag` differs from the tag of the generated code.
 */
export function checkAliasTag(dto: NamedDto): void {
  active.checkAliasTag?.(dto)
}

/** Comes with the setting, so that pages without it do not bundle the check. */
function aliasCheck(wanted: string): (dto: NamedDto) => void {
  return ({ name, aliasTag }) => {
    if (wanted === aliasTag) return
    const how =
      aliasTag === undefined ? 'without an alias tag' : `with the alias tag ${JSON.stringify(aliasTag)}`
    throw new Error(
      `${name} was generated ${how}, but setParserDecoder says ${JSON.stringify(wanted)}: generate it with --alias-tag ${wanted}`,
    )
  }
}
