import { type AppConfig, bindSettingsOf, defaultBodyLimit } from '../../app/app-config.ts'
import type { BindInput, BindSettings, CustomBinder } from '../../bind/reading/bind-input.ts'
import { HttpError } from '../../error/http-error.ts'
import { headerList, isHeaderName } from '../../request/header-lines.ts'
import { repeatedHeader } from '../../request/request-error.ts'
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

/** {@link InputConfig} with defaults. */
export interface InputSettings {
  readonly bodyLimit: number
  readonly bind: BindSettings
}

export function inputSettingsOf(config: InputConfig = {}): InputSettings {
  return {
    bodyLimit: config.bodyLimit ?? defaultBodyLimit,
    bind: bindSettingsOf(config, config.customBinders ?? []),
  }
}

/** Route parameters as in routers: `undefined` for an absent one, possibly a list of segments for a wildcard. */
export type RouteParams = Readonly<Record<string, string | readonly string[] | undefined>>

/** The parts of a request that an adapter provides. */
export interface BindParts {
  /** The request target, or a whole URL. */
  readonly url: string
  /** Percent-decoded. */
  readonly params: RouteParams
  /** Flat: name, value, name, value, … */
  readonly rawHeaders: readonly string[]
  /** Flat, at the time of the call. */
  readonly responseHeaders: () => readonly string[]
  /** Decoded, or the error that reading the body throws. */
  readonly body: Uint8Array | HttpError
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
      return body
    },
    bindSettings: () => settings.bind,
    signal,
  }
}

/** @throws HttpError 400 for several lines: another reader, such as a proxy, could use a different one. */
function onlyType(rawHeaders: readonly string[]): string {
  const types = rawHeaders.filter(
    (_, i) => i % 2 === 1 && isHeaderName(rawHeaders[i - 1] ?? '', 'content-type'),
  )
  if (types.length > 1) throw repeatedHeader('Content-Type')
  return types[0] ?? ''
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
