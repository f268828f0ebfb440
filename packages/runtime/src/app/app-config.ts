import { type BindSettings, defaultBindSettings, type StructValidator } from '../bind/bind-input.ts'
import type { CborCodec, MsgPackCodec } from '../bind/codec.ts'
import type { CustomBinder } from '../bind/custom-binder.ts'
import type { Ctx } from '../ctx/ctx.ts'
import { logError, type OnError } from '../ctx/report.ts'
import type { Settings } from '../ctx/settings.ts'
import type { Translator } from '../error/translator.ts'
import { type TrustConfig, trustSettingsOf } from '../request/proxy-trust.ts'
import type { Views } from '../response/view.ts'
import { xmlText } from '../response/xml-text.ts'

/** Answers a request whose handlers failed. @param err what was thrown, which need not be an `Error`. */
export type ErrorHandler = (c: Ctx, err: unknown) => unknown

/** The settings of `new App(config)`. Every switch is off by default. */
export interface AppConfig extends TrustConfig {
  /** Most bytes of a body, as sent and decoded. Default: 4 MiB. */
  readonly bodyLimit?: number
  /** `/Foo` and `/foo` are different paths. */
  readonly caseSensitive?: boolean
  /** `/foo` and `/foo/` are different paths. */
  readonly strictRouting?: boolean
  /** The path is percent-decoded before it is matched: an escaped slash separates segments. */
  readonly unescapePath?: boolean
  /** GET routes do not answer HEAD. */
  readonly disableHeadAutoRegister?: boolean
  /** Default: problem details (RFC 9457) when the client takes JSON, else plain text. */
  readonly errorHandler?: ErrorHandler
  /**
   * Told of every error that nobody expected: what the default error handler answers with a bare 500, what an error
   * handler throws, and what fails after the response has left. Default: `console.error`.
   */
  readonly onError?: OnError
  /**
   * Says what is wrong with a request in the language of the client: `catalogues({ de })` of `@ctxgen/runtime/messages`.
   * Default: in English.
   */
  readonly messages?: Translator
  /** Bytes that getters and binders hand out are copies that nothing else holds. */
  readonly immutable?: boolean
  /** Most elements of a Range header. Default: 16. */
  readonly maxRanges?: number
  /** The Server header. Default: none. */
  readonly serverHeader?: string
  /** Commas split list values of text sources. */
  readonly enableSplittingOnParsers?: boolean
  /** Most pairs in a query string, cookie header or form. Default: 1000. */
  readonly maxKeys?: number
  /** Deepest nesting of a key or a body. Default: 32. */
  readonly maxDepth?: number
  /**
   * Most lists and objects in a JSON, MessagePack or CBOR body, bytes and dates of the latter among them, and elements in XML;
   * numbers, texts and members are not counted. Default: 500 000.
   */
  readonly maxObjects?: number
  /** Most members of one object in a JSON, MessagePack or CBOR body. Default: 100 000. */
  readonly maxMembers?: number
  /** Most elements in a list of a text source. Default: 1000. */
  readonly maxArrayLength?: number
  /** Most parts of a multipart body. Default: 1000. */
  readonly maxParts?: number
  /** Runs instead of the compiled `@validate` rules; `null`: none runs. */
  readonly structValidator?: StructValidator | null
  /** Replaces `JSON.stringify`. */
  readonly jsonEncoder?: (value: unknown) => string
  /** Makes the text of `c.xml()`. */
  readonly xmlEncoder?: (value: unknown) => string
  /** The template engine. Default: Eta. */
  readonly views?: Views
  /** Where the default engine's templates are. Default: `views` in the working directory. */
  readonly viewsDir?: string
  /** The layout of templates rendered without one. Default: none. */
  readonly viewsLayout?: string
  /** Templates see the locals of the request. */
  readonly passLocalsToViews?: boolean
  /** A name for the app, for who reads `app.config`. */
  readonly appName?: string
  /** Replaces `JSON.parse`. */
  readonly jsonDecoder?: (text: string) => unknown
  /** Replaces the XML parser: gives the content of the root, an element being its text or an object of its children. */
  readonly xmlDecoder?: (text: string) => unknown
  /** MessagePack: `msgpack()` of `@ctxgen/runtime/msgpack`. Default: none. */
  readonly msgPack?: MsgPackCodec
  /** CBOR: `cbor()` of `@ctxgen/runtime/cbor`. Default: none. */
  readonly cbor?: CborCodec
}

export const defaultBodyLimit: number = 4 * 1024 * 1024
// As Fiber: more ranges than any download tool asks for.
const defaultMaxRanges = 16

/**
 * Fills in the defaults.
 * @param customBinders the list that custom binders will be added to.
 * @throws RangeError for a limit that would let everything or nothing through.
 */
export function settingsOf(config: AppConfig, customBinders: readonly CustomBinder[] = []): Settings {
  checkLimits(config)
  return {
    bodyLimit: config.bodyLimit ?? defaultBodyLimit,
    caseSensitive: config.caseSensitive ?? false,
    strictRouting: config.strictRouting ?? false,
    unescapePath: config.unescapePath ?? false,
    disableHeadAutoRegister: config.disableHeadAutoRegister ?? false,
    serverHeader: config.serverHeader ?? '',
    jsonEncoder: config.jsonEncoder ?? JSON.stringify,
    xmlEncoder: config.xmlEncoder ?? xmlText,
    viewsLayout: config.viewsLayout ?? '',
    passLocalsToViews: config.passLocalsToViews ?? false,
    bind: bindSettingsOf(config, customBinders),
    immutable: config.immutable ?? false,
    onError: config.onError ?? logError,
    messages: config.messages,
    maxRanges: config.maxRanges ?? defaultMaxRanges,
    trust: trustSettingsOf(config),
  }
}

const limits = [
  'bodyLimit',
  'maxKeys',
  'maxDepth',
  'maxObjects',
  'maxMembers',
  'maxArrayLength',
  'maxParts',
  'maxRanges',
] as const

/** `Number(process.env.LIMIT)` is NaN where nobody has set it, and nothing is more than that. */
function checkLimits(config: AppConfig): void {
  for (const name of limits) checkLimit(name, config[name])
}

export function checkLimit(name: string, limit: number | undefined): void {
  if (limit !== undefined && !(limit >= 0)) throw new RangeError(`${name}: not a limit: ${limit}`)
}

export function bindSettingsOf(config: AppConfig, customBinders: readonly CustomBinder[]): BindSettings {
  return {
    customBinders,
    splitting: config.enableSplittingOnParsers ?? defaultBindSettings.splitting,
    maxKeys: config.maxKeys ?? defaultBindSettings.maxKeys,
    maxDepth: config.maxDepth ?? defaultBindSettings.maxDepth,
    maxObjects: config.maxObjects ?? defaultBindSettings.maxObjects,
    maxMembers: config.maxMembers ?? defaultBindSettings.maxMembers,
    maxArrayLength: config.maxArrayLength ?? defaultBindSettings.maxArrayLength,
    maxParts: config.maxParts ?? defaultBindSettings.maxParts,
    jsonDecoder: config.jsonDecoder,
    xmlDecoder: config.xmlDecoder,
    msgPack: config.msgPack,
    cbor: config.cbor,
    structValidator: config.structValidator,
  }
}
