import type { CborCodec, MsgPackCodec } from './codec.ts'
import type { CustomBinder } from './custom-binder.ts'

/**
 * What a generated binder may read of a request: the seam between binders and everything else.
 *
 * `Ctx` implements it, and so does a one-line adapter for any other framework; a test passes an object literal.
 * Everything is raw, as it came over the wire: binders scan it once, straight into typed fields.
 */
export interface BindInput {
  /** The query string as sent, without the `?`; `""` when there is none. */
  rawQuery(): string
  /** The value of a route parameter, percent-decoded once; `undefined` when the route has none of that name or it was left out. */
  routeParam(name: string): string | undefined
  /** The names of the route's parameters, as its pattern spells them. */
  routeParamNames(): readonly string[]
  /** The Content-Type header as sent; `""` when there is none. */
  contentType(): string
  /** The header lines in order of arrival, flat: name, value, name, value, … */
  rawHeaders(): readonly string[]
  /** The header lines of the response so far, flat, for `respHeader`. */
  rawResponseHeaders(): readonly string[]
  /** The body after decompression. @throws HttpError when it cannot be decoded (415, 501, 400, 413). */
  bodyBytes(): Uint8Array
  /** App-wide settings that binders follow. */
  bindSettings(): BindSettings
  /** Aborts when the client goes; for asynchronous rules. */
  signal?(): AbortSignal
  /** A local of the request; for asynchronous rules. */
  value?(key: string | symbol): unknown
  /** The route whose parameters these are, where its pattern is known. */
  route?(): { readonly method: string; readonly path: string } | undefined
  /** Takes note of a promise that the service has to await. @param call what gave it, in words for the service. */
  watch?<T>(work: Promise<T>, call: string): Promise<T>
}

/** The settings of `new App(config)` that binders follow. */
export interface BindSettings {
  /** `enableSplittingOnParsers`: commas split list values of text sources. */
  readonly splitting: boolean
  /** Most pairs in a query string, cookie header or form. */
  readonly maxKeys: number
  /** Deepest nesting of a key (`a[b][c]` is 3) and of a body. */
  readonly maxDepth: number
  /** Most lists and objects in a decoded body, and elements in XML. */
  readonly maxObjects: number
  /** Most members of one object in a JSON, MessagePack or CBOR body. */
  readonly maxMembers: number
  /** Most elements in a list of a text source. */
  readonly maxArrayLength: number
  /** Most parts of a multipart body. */
  readonly maxParts: number
  /** `jsonDecoder`: replaces `JSON.parse`. */
  readonly jsonDecoder: ((text: string) => unknown) | undefined
  /** In order of registration. */
  readonly customBinders?: readonly CustomBinder[]
  /** Replaces the XML parser; gives the content of the root as `xml()` does without a DTO. */
  readonly xmlDecoder?: ((text: string) => unknown) | undefined
  /** Absent until it is set up. */
  readonly msgPack?: MsgPackCodec | undefined
  /** Absent until it is set up. */
  readonly cbor?: CborCodec | undefined
  /** Runs on every bound DTO instead of its compiled rules; `null`: nothing runs; `undefined`: the compiled rules run. */
  readonly structValidator: StructValidator | null | undefined
}

/**
 * Checks a bound DTO (Fiber's `StructValidator`), and what a custom binder filled by name, with its class as the DTO. What it
 * throws reaches the caller of the binder as it is. It may return a promise for a DTO with asynchronous rules, whose
 * binders wait for it.
 */
export interface StructValidator {
  validate(out: object, dto: { readonly name: string }): void | Promise<void>
}

/** The defaults of {@link BindSettings} (API.md section 4, rule 9). */
export const defaultBindSettings: BindSettings = {
  splitting: false,
  maxKeys: 1000,
  maxDepth: 32,
  maxObjects: 500_000,
  maxMembers: 100_000,
  maxArrayLength: 1000,
  maxParts: 1000,
  jsonDecoder: undefined,
  structValidator: undefined,
}
