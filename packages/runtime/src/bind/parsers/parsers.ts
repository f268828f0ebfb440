import type { FindIssues, RuleCheck } from '../../validate/issues.ts'
import type { XmlElement } from '../decoded/xml-element.ts'
import type { BindInput } from '../reading/bind-input.ts'
import type { Reading } from '../reading/reading.ts'
import type { KeyTable } from '../text/key-table.ts'
import type { TextPairs } from '../text/text-pairs.ts'
import type { BinderParts } from './binder-parts.ts'
import type { BodyFormat, BodyFormats } from './body-formats.ts'

/** A property whose files are streams. */
export interface StreamRules {
  readonly key: string
  readonly name: string
  readonly isList?: boolean
  /** Checks its rules, for an object with this property alone. */
  readonly rules?: RuleCheck<never>
}

/**
 * Binds requests, and parses their parts for the readers of DTOs. The parsers come with the settings of the request instead of an import, so
 * that a page that only checks values bundles none of it.
 */
export interface Parsers {
  /** @throws BindError, ValidationError or the error of a `structValidator`. */
  bind<R extends object>(parts: BinderParts<R, FindIssues<R>>, c: BindInput, out: object | undefined): R
  /** {@link Parsers.bind} with asynchronous rules: rejects instead of throwing. */
  bindAsync<R extends object>(parts: BinderParts<R>, c: BindInput, out: object | undefined): Promise<R>

  /** {@link Parsers.bindAsync} for a form whose files are streams. @param streams its rules by key and property. */
  bindUpload<R extends object>(
    parts: BinderParts<R>,
    streams: readonly StreamRules[],
    c: BindInput,
    out: object | undefined,
  ): Promise<R>

  /** The value in place of a request. */
  held?(c: BindInput): unknown

  query(at: Reading, keys?: KeyTable): TextPairs
  form(at: Reading, keys?: KeyTable): TextPairs
  cookies(at: Reading, keys?: KeyTable): TextPairs
  /** The decoded JSON body. @param isExact whether integers beyond 2^53 are exact. */
  json(at: Reading, isExact: boolean | 'written'): unknown
  msgPack(at: Reading): unknown
  cbor(at: Reading): unknown
  /** The root element; `undefined` when it cannot be read. */
  xml(at: Reading): XmlElement | undefined
  /** Reads the body by its Content-Type. @param isOptional whether it may be absent. */
  body<R>(at: Reading, formats: BodyFormats<R>, isOptional: boolean): R
  /** The format of the body, if it is known. */
  bodyFormat(c: BindInput): BodyFormat | undefined
}

/** The parsers of a request. @throws TypeError for settings that were not made from `defaultBindSettings`. */
export function parsersOf(c: BindInput): Parsers {
  const { parsers } = c.bindSettings()
  return isParsers(parsers) ? parsers : fail()
}

/** Whether they are there; a test of their class or a member would take part of the time of a bind. */
function isParsers(parsers: object | undefined): parsers is Parsers {
  return parsers !== undefined
}

function fail(): never {
  throw new TypeError('bindSettings() has no parsers: make it from defaultBindSettings of @ctxgen/runtime')
}
