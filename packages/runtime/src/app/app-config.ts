import { defaultBindSettings } from '../bind/binder/request-parsers.ts'
import { sentData } from '../bind/decoded/sent-data.ts'
import type { BindSettings, CustomBinder, StructValidator, UnknownKeys } from '../bind/reading/bind-input.ts'
import type { CborCodec, MsgPackCodec } from '../bind/reading/codec.ts'
import type { OnResponse } from '../ctx/answered.ts'
import type { Ctx, Handler } from '../ctx/ctx.ts'
import { logError, type OnError, type Settings } from '../ctx/ctx-host.ts'
import type { Translator } from '../error/translator.ts'
import { type TrustConfig, trustSettingsOf } from '../request/proxy-trust.ts'
import type { Views } from '../response/view.ts'
import { xmlText } from '../response/xml-text.ts'
import type { ChannelBroker } from './channels/broker.ts'

/** Answers a request whose handler failed. @param err the thrown value, not necessarily an `Error`. */
export type ErrorHandler = (c: Ctx, err: unknown) => ReturnType<Handler>

/** The settings of `new App(config)`. Every boolean defaults to false. */
export interface AppConfig extends TrustConfig {
  /** Maximum body size in bytes, both as sent and decoded. Default: 4 MiB. */
  readonly bodyLimit?: number
  /**
   * Maximum size in bytes of all request bodies in memory, as sent and decoded; one client may use a quarter of it. A
   * body that does not fit is answered with 503. Default: 128 MiB.
   */
  readonly bodyMemory?: number
  /** Milliseconds that a body may stand still while the server waits for it; then it is a 408. Default: 10 000. */
  readonly bodyIdleTimeout?: number
  /** `/Foo` and `/foo` are different paths. */
  readonly caseSensitive?: boolean
  /** `/foo` and `/foo/` are different paths. */
  readonly strictRouting?: boolean
  /** `c.path()` is percent-decoded. What matches is the same. */
  readonly unescapePath?: boolean
  /** GET routes do not answer HEAD. */
  readonly disableHeadAutoRegister?: boolean
  /** Default: problem details (RFC 9457) for clients that accept JSON, otherwise plain text. */
  readonly errorHandler?: ErrorHandler
  /** `json`: the default error handler always answers with problem details. Default: as the client prefers. */
  readonly errors?: 'json'
  /**
   * Called with every unexpected error: errors that the default error handler answers with a bare 500, errors of error
   * handlers, and errors after the response was sent. Default: `console.error`.
   */
  readonly onError?: OnError
  /** Called once for every answer, also for refused requests: for logs and metrics. Of a list, one after the other. */
  readonly onResponse?: OnResponse | readonly OnResponse[]
  /** Translates request errors for the client: `catalogues({ de })` of `@ctxgen/runtime/messages`. Default: English. */
  readonly messages?: Translator
  /** Getters and binders return bytes as private copies. */
  readonly immutable?: boolean
  /** Maximum number of ranges in a Range header. Default: 16. */
  readonly maxRanges?: number
  /** The Server header. Default: none. */
  readonly serverHeader?: string
  /** Splits list values of text sources at commas. */
  readonly enableSplittingOnParsers?: boolean
  /** Maximum number of pairs in a query string, cookie header or form. Default: 1000. */
  readonly maxKeys?: number
  /** Maximum nesting depth of a key or a body. Default: 32. */
  readonly maxDepth?: number
  /**
   * Maximum number of lists and objects in a JSON, MessagePack or CBOR body (including byte strings and dates of the
   * latter two, and integers read as `bigint`), and a third as many elements, attributes and references in XML. Other
   * numbers, texts and members do not count. Default: 500 000.
   */
  readonly maxObjects?: number
  /** Maximum number of members of a decoded body whose key is not among its first 1000 different ones. Default: 50 000. */
  readonly maxRareKeys?: number
  /** Maximum number of elements in a list of a text source. Default: 1000. */
  readonly maxArrayLength?: number
  /** Maximum number of parts in a multipart body. Default: 1000. */
  readonly maxParts?: number
  /** Whether unknown keys are issues where a DTO has no `@unknown`. Default: as `setParserDecoder` says. */
  readonly unknownKeys?: UnknownKeys
  /** Replaces the compiled `@validate` rules; `null` disables validation. */
  readonly structValidator?: StructValidator | null
  /** Replaces `JSON.stringify`. */
  readonly jsonEncoder?: (value: unknown) => string
  /** Encodes the argument of `c.xml()`. */
  readonly xmlEncoder?: (value: unknown) => string
  /** The template engine. Default: Eta. */
  readonly views?: Views
  /** The folder of the default engine's templates. Default: `views` in the working directory. */
  readonly viewsDir?: string
  /** The layout for templates rendered without one. Default: none. */
  readonly viewsLayout?: string
  /** Passes the request's locals to templates. */
  readonly passLocalsToViews?: boolean
  /** A name for the app, available as `app.config.appName`. */
  readonly appName?: string
  /** Replaces `JSON.parse`. */
  readonly jsonDecoder?: (text: string) => unknown
  /** Replaces the XML parser: returns the content of the root. An element is its text or an object of its children. */
  readonly xmlDecoder?: (text: string) => unknown
  /** MessagePack: `msgpack()` of `@ctxgen/runtime/msgpack`. Default: none. */
  readonly msgPack?: MsgPackCodec
  /** CBOR: `cbor()` of `@ctxgen/runtime/cbor`. Default: none. */
  readonly cbor?: CborCodec
  /**
   * Takes the messages of `app.channel()` to other processes: `redisChannels()` or `natsChannels()` of `@ctxgen/middleware`.
   * Default: channels of this process alone.
   */
  readonly channels?: ChannelBroker
}

export const defaultBodyLimit: number = 4 * 1024 * 1024
// 32 bodies of the default limit, and a third of the 384 MB of a small container.
export const defaultBodyMemory: number = 128 * 1024 * 1024
export const defaultBodyIdleTimeout: number = 10_000
// As in Fiber. No download tool asks for more ranges.
const defaultMaxRanges = 16

/**
 * Fills in the defaults.
 * @param customBinders the live list of custom binders.
 * @throws RangeError for an invalid limit.
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
    xmlEncoder: config.xmlEncoder ?? ((value) => xmlText(sentData(value, 'xml'))),
    viewsLayout: config.viewsLayout ?? '',
    passLocalsToViews: config.passLocalsToViews ?? false,
    bind: bindSettingsOf(config, customBinders),
    immutable: config.immutable ?? false,
    onError: config.onError ?? logError,
    messages: config.messages,
    errorsAreJson: config.errors === 'json',
    maxRanges: config.maxRanges ?? defaultMaxRanges,
    trust: trustSettingsOf(config),
    givesHints: typeof process === 'object' && process.env['NODE_ENV'] !== 'production',
  }
}

const limits = [
  'bodyLimit',
  'bodyMemory',
  'bodyIdleTimeout',
  'maxKeys',
  'maxDepth',
  'maxObjects',
  'maxRareKeys',
  'maxArrayLength',
  'maxParts',
  'maxRanges',
] as const

/** `Number(process.env.LIMIT)` is NaN for an unset variable, and nothing exceeds NaN. */
function checkLimits(config: AppConfig): void {
  for (const name of limits) checkLimit(name, config[name])
}

export function checkLimit(name: string, limit: number | undefined): void {
  if (limit !== undefined && !(limit >= 0)) throw new RangeError(`${name}: not a limit: ${limit}`)
}

export function bindSettingsOf(config: AppConfig, customBinders: readonly CustomBinder[]): BindSettings {
  return {
    parsers: defaultBindSettings.parsers,
    similarKey: defaultBindSettings.similarKey,
    refuse: defaultBindSettings.refuse,
    customBinders,
    splitting: config.enableSplittingOnParsers ?? defaultBindSettings.splitting,
    maxKeys: config.maxKeys ?? defaultBindSettings.maxKeys,
    maxDepth: config.maxDepth ?? defaultBindSettings.maxDepth,
    maxObjects: config.maxObjects ?? defaultBindSettings.maxObjects,
    maxRareKeys: config.maxRareKeys ?? defaultBindSettings.maxRareKeys,
    maxArrayLength: config.maxArrayLength ?? defaultBindSettings.maxArrayLength,
    maxParts: config.maxParts ?? defaultBindSettings.maxParts,
    jsonDecoder: config.jsonDecoder,
    xmlDecoder: config.xmlDecoder,
    msgPack: config.msgPack,
    cbor: config.cbor,
    structValidator: config.structValidator,
    unknownKeys: config.unknownKeys,
  }
}
