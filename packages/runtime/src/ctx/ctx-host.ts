import type { BindSettings } from '../bind/reading/bind-input.ts'
import type { Translator } from '../error/translator.ts'
import type { SaveOptions } from '../request/file-stream.ts'
import type { Pieces } from '../request/pieces.ts'
import type { TrustSettings } from '../request/proxy-trust.ts'
import type { FileStore } from '../response/file-store.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import type { Views } from '../response/view.ts'
import type { Router } from '../route/router.ts'

/** The app as a request sees it. @template H the type of its handlers */
export interface CtxHost<H = unknown> extends ViewsHost {
  readonly settings: Settings
  readonly router: Router<H>
  /** The app stops: `shutdown()` was called. */
  readonly isStopping: boolean
  /** Aborts when the servers begin to close. */
  readonly stopSignal: AbortSignal
  /** Writes a whole file. Rejects with the file system's error. */
  writeFile(path: string, content: Uint8Array | Pieces, options: SaveOptions): Promise<void>
  /** Reads files for `sendFile`; loaded lazily. */
  fileStore(): FileStore | Promise<FileStore>
}

/** The part of the app's config that a request reads, with its defaults filled in. */
export interface Settings {
  /** In bytes. */
  readonly bodyLimit: number
  readonly caseSensitive: boolean
  readonly strictRouting: boolean
  readonly unescapePath: boolean
  readonly disableHeadAutoRegister: boolean
  /** `""` for no Server header. */
  readonly serverHeader: string
  readonly jsonEncoder: (value: unknown) => string | undefined
  readonly xmlEncoder: (value: unknown) => string
  /** The default layout of templates; `""` for none. */
  readonly viewsLayout: string
  readonly passLocalsToViews: boolean
  readonly bind: BindSettings
  /** Getters and binders return copies of bytes. */
  readonly immutable: boolean
  readonly maxRanges: number
  readonly onError: OnError
  /** Translates the issues of a request; `undefined` for English only. */
  readonly messages: Translator | undefined
  /** The default error handler does not negotiate. */
  readonly errorsAreJson: boolean
  readonly trust: TrustSettings
  /** Mistakes of handlers are logged: not in production. */
  readonly givesHints: boolean
}

/** An app with a template engine; the default engine is loaded lazily. */
export interface ViewsHost {
  views(): Views | Promise<Views>
}

/** The templates that `render` uses in the routes of a mounted app. */
export interface Templates {
  /** `undefined` for the app that serves the request. */
  readonly host: ViewsHost | undefined
  /** The default layout; `""` for none. */
  readonly layout: string
  /** The templates around the mounted app; `undefined` for those of the serving app. */
  readonly outer: Templates | undefined
}

/** The end of a response. */
export interface ResponseEnd {
  readonly status: number
  /** Of the body. */
  readonly bytes: number
  readonly aborted: boolean
}

/** How a response was sent. */
export interface SentWay {
  /** The request was a HEAD. */
  readonly head: boolean
  /** A handler has answered through the server's own response object. */
  readonly isElsewhere: boolean
}

/** How a finished response leaves. One object per kind of server, shared by all requests. */
export interface Transport<Out = unknown> {
  /**
   * Sends the response. A client that has disconnected is no error.
   * @param out the server's own response object.
   * @param head whether the request was a HEAD: headers only.
   * @throws the server's error if it refuses to write; the connection is closed by then.
   */
  send(out: Out, draft: ResponseDraft, head: boolean): void
  /** Closes the connection without a byte. Never throws. */
  drop(out: Out): void
  /** Calls back once at the end of the exchange: `gone` if the client disconnected before it had the whole response. */
  onClose(out: Out, listener: (gone: boolean) => void): void
  /**
   * Calls back once, when the whole response was passed on or the connection is gone. Called after `send` or `drop`.
   */
  onEnd(out: Out, draft: ResponseDraft, way: SentWay, listener: (sent: ResponseEnd) => void): void
  /** Sends an interim 103 response with these Link values, if the protocol supports it. */
  sendEarlyHints(out: Out, links: readonly string[]): void
  /** Whether a handler has answered through `out` directly, on servers where it can. */
  hasAnswered?(out: Out): boolean
}

/** The part of a failed request that is safe to log; its query may hold secrets. */
export interface FailedRequest {
  readonly method: string
  readonly path: string
  /** The pattern of the route whose handler ran last, or of its middleware; absent before the first. */
  readonly route?: string
}

/** Receives unexpected errors: `onError` of the app's config. */
export type OnError = (error: unknown, request: FailedRequest) => unknown

export function logError(error: unknown, { method, path, route = path }: FailedRequest): void {
  console.error(`${method} ${path}${route === path ? '' : ` (${route})`} failed:`, error)
}

/** Calls `onError`. Never throws: an error of `onError` itself is ignored. */
export function reportTo(onError: OnError, error: unknown, request: FailedRequest): void {
  try {
    Promise.resolve(onError(error, request)).catch(ignore)
  } catch {
    // There is nowhere left to report it.
  }
}

function ignore(): void {}
