import { type AppConfig, bindSettingsOf, defaultBodyLimit } from '../../app/app-config.ts'
import type { BindInput, BindSettings, BodyPieces, CustomBinder } from '../../bind/reading/bind-input.ts'
import { HttpError } from '../../error/http-error.ts'
import type { SaveOptions } from '../../request/file-stream.ts'
import { headerList, headerValue, isHeaderName } from '../../request/header-lines.ts'
import { type Pieces, streamOf } from '../../request/pieces.ts'
import { repeatedHeader } from '../../request/request-error.ts'
import { decodePieces } from '../body/decode-pieces.ts'
import { decodeBody } from '../body/decode-received.ts'

/** The settings of `new App(config)` for binders; the framework has its own for the rest. */
export type InputConfig = Pick<
  AppConfig,
  | 'bodyLimit'
  | 'enableSplittingOnParsers'
  | 'maxKeys'
  | 'maxDepth'
  | 'maxObjects'
  | 'maxRareKeys'
  | 'maxArrayLength'
  | 'maxParts'
  | 'structValidator'
  | 'unknownKeys'
  | 'jsonDecoder'
  | 'xmlDecoder'
  | 'msgPack'
  | 'cbor'
> & { readonly customBinders?: readonly CustomBinder[] }

/** {@link InputConfig} for a request whose body need not be read. */
export type RequestConfig = InputConfig & {
  /** `'stream'`: the body is not read; a binder of `FileStream` members takes it as it comes. */
  readonly body?: 'stream'
}

/** {@link InputConfig} with defaults. */
export interface InputSettings {
  readonly bodyLimit: number
  readonly isStream: boolean
  readonly bind: BindSettings
}

export function inputSettingsOf(config: RequestConfig = {}): InputSettings {
  return {
    bodyLimit: config.bodyLimit ?? defaultBodyLimit,
    isStream: config.body === 'stream',
    bind: bindSettingsOf(config, config.customBinders ?? []),
  }
}

/** Route parameters as in routers: `undefined` for an absent one, possibly a list of segments for a wildcard. */
export type RouteParams = Readonly<Record<string, string | readonly string[] | undefined>>

/** The parts of a request that an adapter provides. */
interface BindParts {
  /** The request target, or a whole URL. */
  readonly url: string
  /** Percent-decoded. */
  readonly params: RouteParams
  /** Flat: name, value, name, value, … */
  readonly rawHeaders: readonly string[]
  /** Flat, at the time of the call. */
  readonly responseHeaders: () => readonly string[]
  /** Decoded, or the error that reading the body throws. Pieces are of a body that is not read yet. */
  readonly body: Uint8Array | HttpError | Pieces
  /** Aborts when the client disconnects. */
  readonly signal: () => AbortSignal
  readonly settings: InputSettings
}

export function bindInputOf(parts: BindParts): BindInput {
  const { url, params, rawHeaders, responseHeaders, body, signal, settings } = parts
  return {
    rawQuery: () => queryOf(url),
    routeParam: (name) => (Object.hasOwn(params, name) ? paramText(params[name]) : undefined),
    routeParamNames: () => Object.keys(params),
    contentType: () => onlyType(rawHeaders),
    rawHeaders: () => rawHeaders,
    rawResponseHeaders: responseHeaders,
    bodyBytes: () => {
      if (body instanceof HttpError) throw body
      if (body instanceof Uint8Array) return body
      throw new Error("with body: 'stream' the body is read only by binders of FileStream members")
    },
    bindSettings: () => settings.bind,
    saveBody,
    signal,
    ...(body instanceof Uint8Array || body instanceof HttpError ? {} : { bodyStream: onlyOnce(body) }),
  }
}

function onlyOnce(pieces: Pieces): () => ReadableStream<Uint8Array> {
  let isTaken = false
  return () => {
    if (isTaken) throw new Error('the body was taken as a stream already')
    isTaken = true
    return streamOf(pieces)
  }
}

async function saveBody(path: string, content: BodyPieces, options: SaveOptions): Promise<void> {
  // Loaded on first use: a worker has no file system.
  const { replaceFile } = await import('../files/replace-file.ts')
  await replaceFile(path, content, options)
}

/** @throws HttpError 400 for several lines: another reader, such as a proxy, could use a different one. */
function onlyType(rawHeaders: readonly string[]): string {
  const types = rawHeaders.filter(
    (_, i) => i % 2 === 1 && isHeaderName(rawHeaders[i - 1] ?? '', 'content-type'),
  )
  if (types.length > 1) throw repeatedHeader('Content-Type')
  return types[0] ?? ''
}

/** The pieces of a body that is not read, decoded; past the limit, reads reject. */
export function unreadBody(sent: Pieces, rawHeaders: readonly string[], limit: number): Pieces | HttpError {
  const tooLong = (): HttpError => new HttpError(413)
  if (Number(headerValue(rawHeaders, 'content-length')) > limit) {
    sent.close()
    return tooLong()
  }
  return decodePieces(sent, headerList(rawHeaders, 'content-encoding'), limit, tooLong)
}

/** A body with its Content-Encoding decoded. */
export async function decodedBody(
  raw: Uint8Array,
  rawHeaders: readonly string[],
  limit: number,
): Promise<Uint8Array | HttpError> {
  if (raw.length > limit) return new HttpError(413)
  const encoding = raw.length === 0 ? '' : headerList(rawHeaders, 'content-encoding')
  return encoding === '' ? raw : (await decodeBody(raw, encoding, limit)).decoded
}

function queryOf(url: string): string {
  const mark = url.indexOf('?')
  if (mark === -1) return ''
  const hash = url.indexOf('#', mark)
  return hash === -1 ? url.slice(mark + 1) : url.slice(mark + 1, hash)
}

function paramText(value: string | readonly string[] | undefined): string | undefined {
  return value === undefined || typeof value === 'string' ? value : value.join('/')
}
