import { type BindInput, type BindSettings, defaultBindSettings } from '@ctxgen/runtime'

/** The parts of a request that binders read. */
export interface RequestParts {
  /** Without the `?`. */
  readonly query?: string
  readonly params?: Readonly<Record<string, string>>
  /** An array is a repeated header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** The Cookie header. */
  readonly cookies?: string
  /** Text unchanged, or bytes. */
  readonly body?: string | Uint8Array
  readonly contentType?: string
  readonly responseHeaders?: Readonly<Record<string, string | readonly string[]>>
  readonly settings?: Partial<BindSettings>
}

/** A request for a binder, without an app, a server or a Ctx. */
export function bindInput(parts: RequestParts): BindInput {
  const { params = {}, contentType = '', body = '' } = parts
  const headers = { ...parts.headers, ...(parts.cookies === undefined ? {} : { Cookie: parts.cookies }) }
  return {
    rawQuery: () => parts.query ?? '',
    routeParam: (name) => (Object.hasOwn(params, name) ? params[name] : undefined),
    routeParamNames: () => Object.keys(params),
    contentType: () => contentType,
    rawHeaders: () => flat(headers),
    rawResponseHeaders: () => flat(parts.responseHeaders ?? {}),
    bodyBytes: () => (typeof body === 'string' ? new TextEncoder().encode(body) : body),
    bindSettings: () => ({ ...defaultBindSettings, ...parts.settings }),
  }
}

/** Name, value, name, value, … */
function flat(headers: Readonly<Record<string, string | readonly string[]>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => [name, value]),
  )
}
