/**
 * The meaning of a method's call to an OpenAPI document: `reads` and `answers` name the described part, `steers` decides
 * about the code that runs or its input, and `neutral` is in no document.
 */
export type CtxEffect =
  | `reads ${'path' | 'query' | 'header' | 'cookie' | 'form' | 'body'}`
  | `answers ${'status' | 'header' | 'body'}`
  | 'steers'
  | 'neutral'

/** The methods of `c.req()`: Fiber's `Req` interface. */
export const requestMethods = {
  accepts: 'neutral',
  acceptsCharsets: 'neutral',
  acceptsEncodings: 'neutral',
  acceptsLanguages: 'neutral',
  acceptsLanguagesExtended: 'neutral',
  baseURL: 'neutral',
  body: 'reads body',
  bodyRaw: 'reads body',
  bodyStream: 'reads body',
  clientHelloInfo: 'neutral',
  cookies: 'reads cookie',
  formFile: 'reads form',
  formValue: 'reads form',
  fresh: 'neutral',
  get: 'reads header',
  getReqHeaders: 'neutral',
  host: 'neutral',
  hostname: 'neutral',
  ip: 'neutral',
  ips: 'neutral',
  is: 'neutral',
  isFromLocal: 'neutral',
  isProxyTrusted: 'neutral',
  method: 'steers',
  multipartForm: 'reads body',
  originalURL: 'neutral',
  params: 'reads path',
  parts: 'reads body',
  path: 'neutral',
  port: 'neutral',
  protocol: 'neutral',
  queries: 'reads query',
  query: 'reads query',
  range: 'reads header',
  readBody: 'reads body',
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
  append: 'answers header',
  attachment: 'answers header',
  autoFormat: 'answers body',
  cbor: 'answers body',
  clearCookie: 'answers header',
  cookie: 'answers header',
  download: 'answers body',
  drop: 'steers',
  end: 'steers',
  events: 'answers body',
  format: 'answers body',
  getRespHeader: 'neutral',
  getRespHeaders: 'neutral',
  getRouteURL: 'neutral',
  json: 'answers body',
  jsonp: 'answers body',
  links: 'answers header',
  location: 'answers header',
  msgPack: 'answers body',
  redirect: 'steers',
  render: 'answers body',
  send: 'answers body',
  sendEarlyHints: 'answers header',
  sendFile: 'answers body',
  sendStatus: 'answers status',
  sendStream: 'answers body',
  sendStreamWriter: 'answers body',
  sendString: 'answers body',
  set: 'answers header',
  signal: 'neutral',
  status: 'answers status',
  type: 'answers header',
  vary: 'answers header',
  viewBind: 'neutral',
  write: 'answers body',
  writeString: 'answers body',
  writef: 'answers body',
  xml: 'answers body',
} as const

/** The methods of the Ctx alone. */
export const ownMethods = {
  app: 'neutral',
  bind: 'steers',
  deadline: 'neutral',
  done: 'neutral',
  err: 'neutral',
  locals: 'neutral',
  next: 'steers',
  req: 'steers',
  request: 'neutral',
  requestCtx: 'steers',
  res: 'steers',
  reset: 'neutral',
  response: 'steers',
  restartRouting: 'steers',
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

type Described<T extends Record<keyof T, CtxEffect>> = {
  [K in keyof T]: T[K] extends 'neutral' ? never : K
}[keyof T]

/** The methods that matter to a document. */
export type DescribedMethod = Described<CtxMethods>

export function isCtxMethod(name: string): name is CtxMethod {
  const tables = [requestMethods, responseMethods, ownMethods, bindInputMethods]
  return tables.some((methods) => Object.hasOwn(methods, name))
}
