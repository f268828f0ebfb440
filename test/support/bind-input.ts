import type { BindInput, BindSettings } from '@ctxgen/runtime'

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

/** The defaults of `new App()`. */
const settings: BindSettings = {
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
    bindSettings: () => ({ ...settings, ...parts.settings }),
  }
}

/** Name, value, name, value, … */
function flat(headers: Readonly<Record<string, string | readonly string[]>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => [name, value]),
  )
}
