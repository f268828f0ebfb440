import type { BindSourceName } from '../../error/bind-error.ts'
import type { ServedBody } from '../../error/issue-input.ts'
import type { IssueText } from '../../error/issue-text.ts'
import type { SaveOptions } from '../../request/file-stream.ts'
import type { Pieces } from '../../request/pieces.ts'
import type { CborCodec, MsgPackCodec } from './codec.ts'

/** The content of a file, piece by piece; `undefined` at its end. */
export type BodyPieces = Pieces

/**
 * The interface of a request for generated binders.
 *
 * `Ctx` implements it, a short adapter implements it for any other framework, and a test can pass an object literal.
 * All values are raw, as sent: binders scan them once, straight into typed fields.
 */
export interface BindInput {
  /** The query string as sent, without the `?`; `""` when absent. */
  rawQuery(): string
  /** A route parameter, percent-decoded once; `undefined` when the route has no such parameter or the path omits it. */
  routeParam(name: string): string | undefined
  /** The parameter names as written in the route's pattern. */
  routeParamNames(): readonly string[]
  /** The Content-Type header as sent; `""` when absent. */
  contentType(): string
  /** The header lines in order of arrival, flat: name, value, name, value, … */
  rawHeaders(): readonly string[]
  /** The header lines of the response so far, flat, for `respHeader`. */
  rawResponseHeaders(): readonly string[]
  /** The body after decompression. @throws HttpError (400, 413, 415 or 501) when it cannot be decoded. */
  bodyBytes(): Uint8Array
  /** App-wide settings that binders follow. */
  bindSettings(): BindSettings
  /** The body after decompression as a stream, for files that are not held in memory. Default: that of `bodyBytes()`. */
  bodyStream?(): ReadableStream<Uint8Array>
  /** Counts bytes of a streamed body that are held in memory. @throws HttpError without room for them. */
  holdBody?(bytes: number): void
  /** Writes a part of the body to a file, atomically; absent without a file system. */
  saveBody?(path: string, content: BodyPieces, options: SaveOptions): Promise<void>
  /** Aborts when the client disconnects; for asynchronous rules. */
  signal?(): AbortSignal
  /** A local of the request; for asynchronous rules. */
  value?(key: string | symbol): unknown
  /** The route of the parameters, if its pattern is known. */
  route?(): { readonly method: string; readonly path: string } | undefined
  /** Registers a promise that the handler must await. @param call the call that returned it, for the error message. */
  watch?<T>(work: Promise<T>, call: string): Promise<T>
}

/** A Ctx as binders read it. The published declarations leave out these members, so that editors do not list them. */
interface ServedInput extends ServedBody {
  /** @internal */
  rawQuery: BindInput['rawQuery']
  /** @internal */
  routeParam: BindInput['routeParam']
  /** @internal */
  routeParamNames: BindInput['routeParamNames']
  /** @internal */
  rawHeaders: BindInput['rawHeaders']
  /** @internal */
  rawResponseHeaders: BindInput['rawResponseHeaders']
  /** @internal */
  bindSettings: BindInput['bindSettings']
}

/** The argument of a binder: a `Ctx`, or the {@link BindInput} that an adapter makes of another framework's request. */
export type Bindable = BindInput | ServedInput

/** Known keys, for the issue of an unknown one. */
export interface NamedKeys {
  readonly names: readonly string[]
  /** Whether a trailing dot marks a key with nested keys. */
  readonly areDotted?: boolean
  /** Those that no message names. */
  readonly hidden?: readonly string[] | undefined
}

/** Unknown keys are issues, or dropped. */
export type UnknownKeys = 'error' | 'drop'

/** The settings of `new App(config)` for binders. */
export interface BindSettings {
  /** The parsers of requests, from `defaultBindSettings`. A page that only checks values does not need them. */
  readonly parsers: object
  /** `enableSplittingOnParsers`: commas split list values of text sources. */
  readonly splitting: boolean
  /** Maximum number of pairs in a query string, cookie header or form. */
  readonly maxKeys: number
  /** Maximum nesting depth of a key (`a[b][c]` has 3) and of a body. */
  readonly maxDepth: number
  /** Maximum number of lists and objects in a decoded body, where an element of XML counts as three. */
  readonly maxObjects: number
  /** Maximum number of members of a decoded body whose key is not among its first 1000 different keys. */
  readonly maxRareKeys: number
  /** Maximum number of elements in a list of a text source. */
  readonly maxArrayLength: number
  /** Maximum number of parts in a multipart body. */
  readonly maxParts: number
  /** `jsonDecoder`: replaces `JSON.parse`. */
  readonly jsonDecoder?: ((text: string) => unknown) | undefined
  /** In order of registration. */
  readonly customBinders?: readonly CustomBinder[]
  /** Replaces the XML parser; returns the content of the root, like `xml()` without a DTO. */
  readonly xmlDecoder?: ((text: string) => unknown) | undefined
  /** Whether unknown keys are issues where a DTO has no `@unknown`. Default: as `setParserDecoder` says. */
  readonly unknownKeys?: UnknownKeys | undefined
  /** Refuses a source for one issue, such as an exceeded limit. `defaultBindSettings` throws a BindError. */
  readonly refuse: (source: BindSourceName, path: string, issue: IssueText) => never
  /** The issue of an unknown key that is similar to a known one. `defaultBindSettings` has it. */
  readonly similarKey?: ((key: string, known: NamedKeys, count: number) => IssueText | undefined) | undefined
  /** Absent unless configured. */
  readonly msgPack?: MsgPackCodec | undefined
  /** Absent unless configured. */
  readonly cbor?: CborCodec | undefined
  /** Replaces the compiled rules of every DTO; `null` disables validation, `undefined` runs the compiled rules. */
  readonly structValidator?: StructValidator | null | undefined
}

/**
 * Checks each bound DTO, and each object filled by a named custom binder with its class in place of the DTO (Fiber's
 * `StructValidator`). The caller of the binder receives its errors unchanged. For a DTO with asynchronous rules it may
 * return a promise.
 */
export interface StructValidator {
  validate(out: object, dto: { readonly name: string }): void | Promise<void>
}

/** Binds requests in a custom way: by name, or bodies of its media types (Fiber's `CustomBinder`). */
export interface CustomBinder<C extends Bindable = BindInput> {
  readonly name: string
  /** Media types without parameters. */
  readonly mimeTypes: readonly string[]
  /** Fills `out`. Errors are wrapped in a BindError, except for an HttpError or BindError. */
  parse(c: C, out: object): void
}

/** The defaults of {@link BindSettings} (API.md section 4, rule 9). */
export const defaultLimits: Omit<BindSettings, 'parsers' | 'refuse'> = {
  splitting: false,
  maxKeys: 1000,
  maxDepth: 32,
  maxObjects: 500_000,
  maxRareKeys: 50_000,
  maxArrayLength: 1000,
  maxParts: 1000,
}
