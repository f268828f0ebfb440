/**
 * The meaning of a method's call to an OpenAPI document. `special` has an entry in the generator's `ctx-calls.ts`,
 * `neutral` is in no document.
 */
export type CtxEffect =
  /** Reads the value that its first argument names; the second is the default. */
  | { readonly reads: 'path' | 'query' | 'header' | 'cookie' | 'form' }
  /** Reads the body, of this media type. */
  | { readonly readsBody: string }
  /** Sets this header and returns the Ctx. */
  | { readonly setsHeader: string }
  /** Sends its first argument in this media type, or as the DTO in the second. */
  | { readonly sends: string }
  | 'special'
  | 'neutral'

/** The methods of `c.req()`: Fiber's `Req` interface. */
export const requestMethods = {
  accepts: 'neutral',
  acceptsCharsets: 'neutral',
  acceptsEncodings: 'neutral',
  acceptsLanguages: 'neutral',
  acceptsLanguagesExtended: 'neutral',
  baseURL: 'neutral',
  body: { readsBody: '*/*' },
  bodyRaw: { readsBody: '*/*' },
  bodyStream: { readsBody: '*/*' },
  clientHelloInfo: 'neutral',
  cookies: { reads: 'cookie' },
  formFile: 'special',
  formValue: { reads: 'form' },
  fresh: 'neutral',
  get: { reads: 'header' },
  getReqHeaders: 'neutral',
  host: 'neutral',
  hostname: 'neutral',
  ip: 'neutral',
  ips: 'neutral',
  is: 'neutral',
  isFromLocal: 'neutral',
  isProxyTrusted: 'neutral',
  method: 'special',
  multipartForm: { readsBody: 'multipart/form-data' },
  originalURL: 'neutral',
  params: { reads: 'path' },
  parts: { readsBody: 'multipart/form-data' },
  path: 'neutral',
  port: 'neutral',
  protocol: 'neutral',
  queries: 'special',
  query: { reads: 'query' },
  range: 'special',
  readBody: { readsBody: '*/*' },
  saveFile: 'neutral',
  saveFileToStorage: 'neutral',
  schema: 'neutral',
  scheme: 'neutral',
  secure: 'neutral',
  stale: 'neutral',
  subdomains: 'neutral',
  xhr: 'neutral',
} as const

/** The methods of `c.res()`: Fiber's `Res` interface. */
export const responseMethods = {
  append: 'special',
  attachment: 'special',
  autoFormat: 'special',
  cbor: { sends: 'application/cbor' },
  clearCookie: 'special',
  cookie: { setsHeader: 'Set-Cookie' },
  download: 'special',
  drop: 'special',
  end: 'special',
  events: 'special',
  format: 'special',
  getRespHeader: 'neutral',
  getRespHeaders: 'neutral',
  getRouteURL: 'neutral',
  json: { sends: 'application/json' },
  jsonp: 'special',
  links: 'special',
  location: { setsHeader: 'Location' },
  msgPack: { sends: 'application/vnd.msgpack' },
  redirect: 'special',
  render: 'special',
  send: 'special',
  sendEarlyHints: 'special',
  sendFile: 'special',
  sendStatus: 'special',
  sendStream: 'special',
  sendStreamWriter: 'special',
  sendString: 'special',
  set: 'special',
  signal: 'neutral',
  status: 'special',
  type: 'special',
  vary: { setsHeader: 'Vary' },
  viewBind: 'neutral',
  write: 'special',
  writeString: 'special',
  writef: 'special',
  xml: { sends: 'application/xml' },
} as const

/** The methods of the Ctx alone. */
export const ownMethods = {
  app: 'neutral',
  bind: 'special',
  deadline: 'neutral',
  done: 'neutral',
  err: 'neutral',
  locals: 'neutral',
  next: 'special',
  req: 'special',
  request: 'neutral',
  requestCtx: 'special',
  res: 'special',
  reset: 'neutral',
  response: 'special',
  restartRouting: 'special',
  route: 'neutral',
  stopping: 'neutral',
  toString: 'neutral',
  value: 'neutral',
} as const

/** The input of binders; handlers need none of these. */
export const bindInputMethods = {
  bindSettings: 'neutral',
  bodyBytes: 'neutral',
  holdBody: 'neutral',
  saveBody: 'neutral',
  contentType: 'neutral',
  rawHeaders: 'neutral',
  rawQuery: 'neutral',
  rawResponseHeaders: 'neutral',
  routeParam: 'neutral',
  routeParamNames: 'neutral',
  watch: 'neutral',
} as const

type CtxMethods = typeof requestMethods & typeof responseMethods & typeof ownMethods & typeof bindInputMethods

export type RequestMethod = keyof typeof requestMethods
export type ResponseMethod = keyof typeof responseMethods

/** The public methods of the Ctx. */
export type CtxMethod = keyof CtxMethods

type Special<T extends Record<keyof T, CtxEffect>> = {
  [K in keyof T]: T[K] extends 'special' ? K : never
}[keyof T]

/** The methods with an entry of their own in the generator. */
export type SpecialMethod = Special<CtxMethods>

/** The effect of a method; undefined for a name that is not in the table. */
export function ctxEffect(name: string): CtxEffect | undefined {
  const tables: readonly Readonly<Record<string, CtxEffect>>[] = [
    requestMethods,
    responseMethods,
    ownMethods,
    bindInputMethods,
  ]
  return tables.find((methods) => Object.hasOwn(methods, name))?.[name]
}
