import { BindError, type BindInput, HttpError, setParserDecoder, ValidationError } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import type { CompiledDto } from './compile-dtos.ts'
import type { Outcome } from './outcome.ts'
import type { BinderName } from './reference-binder.ts'
import type { HeaderLine, WireRequest } from './wire-request.ts'

/** What a generated binder made of a request. */
export type Got = Outcome | { readonly kind: 'crash'; readonly error: unknown }

const msgPack = msgpack()
const cborCodec = cbor()

const words: Readonly<Record<BinderName, string>> = {
  uri: 'Uri',
  query: 'Query',
  header: 'Header',
  respHeader: 'RespHeader',
  cookie: 'Cookie',
  form: 'Form',
  json: 'Json',
  xml: 'Xml',
  msgpack: 'MsgPack',
  cbor: 'Cbor',
  body: 'Body',
  all: 'All',
}

export function callGenerated(
  { dto, functions }: CompiledDto,
  binder: BinderName,
  request: WireRequest,
  out?: object,
): Got {
  const name = `bind${words[binder]}${dto.name}`
  const bind = functions[name]
  if (typeof bind !== 'function') return { kind: 'crash', error: new Error(`${name} is not exported`) }
  const { ignoreUnknownKeys, zeroEmpty } = request.settings
  setParserDecoder({ ignoreUnknownKeys, zeroEmpty })
  try {
    return { kind: 'value', value: bind(toBindInput(request), out) }
  } catch (error) {
    return outcomeOf(error)
  } finally {
    setParserDecoder({})
  }
}

export function outcomeOf(error: unknown): Got {
  if (error instanceof HttpError) return { kind: 'status', status: error.status }
  if (error instanceof ValidationError) {
    const issues = error.issues.map(({ path, rule, param }) =>
      param === undefined ? `${path} ${rule}` : `${path} ${rule}=${param}`,
    )
    return { kind: 'invalid', issues }
  }
  if (!(error instanceof BindError)) return { kind: 'crash', error }
  const faults = error.issues.map(({ source, field, message }) => ({
    source,
    field,
    reason: message === 'is required' ? ('missing' as const) : ('wrong' as const),
  }))
  return { kind: 'faults', faults }
}

export function toBindInput(request: WireRequest): BindInput {
  const { params, settings } = request
  // Both kinds of bytes: the runtime decodes those of node in another way.
  const body = request.body.length % 2 === 0 ? request.body : Buffer.from(request.body)
  return {
    rawQuery: () => request.query,
    routeParam: (name) => (Object.hasOwn(params, name) ? params[name] : undefined),
    routeParamNames: () => Object.keys(params),
    contentType: () => request.contentType,
    rawHeaders: () => flat(request.headers),
    rawResponseHeaders: () => flat(request.responseHeaders),
    bodyBytes: () => body,
    bindSettings: () => ({
      splitting: settings.splitting,
      maxKeys: settings.maxKeys,
      maxDepth: settings.maxDepth,
      maxArrayLength: settings.maxArrayLength,
      maxParts: settings.maxParts,
      jsonDecoder: undefined,
      msgPack,
      cbor: cborCodec,
      structValidator: undefined,
    }),
  }
}

function flat(lines: readonly HeaderLine[]): readonly string[] {
  return lines.flat()
}
