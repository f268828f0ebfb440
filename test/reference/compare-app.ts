import { App, type Ctx, setParserDecoder } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import fc from 'fast-check'
import { type BoundRequest, requestArbitrary } from './arbitrary-request.ts'
import { type Got, outcomeOf } from './call-generated.ts'
import type { Disagreement } from './compare-dto.ts'
import { differenceOf } from './compare-values.ts'
import type { CompiledDto } from './compile-dtos.ts'
import { sourcesOf } from './model.ts'
import { bindByReference } from './reference-binder.ts'
import type { WireRequest } from './wire-request.ts'

/**
 * Compares like `compareDto`, but through an app and `fetch`, so that the code before a binder takes part.
 * Skips DTOs with sources that need a route or a response.
 */
export async function compareThroughApp(
  compiled: CompiledDto,
  { seed, requests }: { readonly seed: number; readonly requests: number },
): Promise<{ readonly compared: number; readonly disagreement: Disagreement | undefined }> {
  if (sourcesOf(compiled.dto).some((source) => source === 'uri' || source === 'respHeader')) {
    return { compared: 0, disagreement: undefined }
  }
  let compared = 0
  for (const bound of fc.sample(requestArbitrary(compiled.dto), { seed, numRuns: requests })) {
    const sent = asSent(bound.request)
    if (sent === undefined) continue
    compared++
    const expected = bindByReference(compiled.dto, bound.binder, sent.wire)
    const got = await bindInApp(compiled, bound.binder, sent)
    const difference = differenceOf(expected, got)
    if (difference === undefined) continue
    const asBound: BoundRequest = { ...bound, request: sent.wire, out: undefined }
    return { compared, disagreement: { bound: asBound, expected, got, difference } }
  }
  return { compared, disagreement: undefined }
}

interface Sent {
  readonly request: Request
  /** The request as `fetch` sends it: lines of one name joined, the query encoded where a URL needs it. */
  readonly wire: WireRequest
}

/** `undefined` if `fetch` refuses to send it. */
function asSent(wire: WireRequest): Sent | undefined {
  const { body, contentType } = wire
  try {
    const headers = new Headers(wire.headers.map(([name, value]): [string, string] => [name, value]))
    if (contentType !== '') headers.set('content-type', contentType)
    const url = new URL(`http://localhost/?${wire.query.replaceAll('#', '%23')}`)
    const content = body.length === 0 ? {} : { body: Uint8Array.from(body) }
    const request = new Request(url, { method: 'POST', headers, ...content })
    const seen = { ...wire, query: url.search.slice(1), headers: [...request.headers] }
    return { request, wire: { ...seen, contentType: request.headers.get('content-type') ?? '' } }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

async function bindInApp(
  { dto, functions }: CompiledDto,
  binder: string,
  { request, wire }: Sent,
): Promise<Got> {
  const { splitting, ignoreUnknownKeys, unknownKeys, zeroEmpty, ...limits } = wire.settings
  const own = unknownKeys === undefined ? {} : { unknownKeys }
  const app = new App({
    ...limits,
    ...own,
    enableSplittingOnParsers: splitting,
    msgPack: msgpack(),
    cbor: cbor(),
  })
  let got: Got | undefined
  app.post('/', (c: Ctx) => {
    try {
      got = {
        kind: 'value',
        value: Reflect.get(c.bind(), methods.get(binder) ?? binder).call(c.bind(), functions[dto.name]),
      }
    } catch (error) {
      got = outcomeOf(error)
    }
    return c.sendStatus(204)
  })
  setParserDecoder({ ignoreUnknownKeys, zeroEmpty })
  try {
    const response = await app.fetch(request)
    return got ?? { kind: 'status', status: response.status }
  } finally {
    setParserDecoder({})
  }
}

/** Binders whose method has another name. */
const methods: ReadonlyMap<string, string> = new Map([['msgpack', 'msgPack']])
