import {
  BindError,
  type BindInput,
  type BindSettings,
  defaultBindSettings,
  HttpError,
  setParserDecoder,
  ValidationError,
} from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { issueCodes } from '../../packages/core/src/issue-code.ts'
import { issueText } from './check-rules.ts'
import type { CompiledDto } from './compile-dtos.ts'
import type { Outcome } from './outcome.ts'
import type { BinderName } from './reference-binder.ts'
import type { WireRequest } from './wire-request.ts'

/** The result of a generated binder. */
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
    const uncoded = error.issues.find(({ code }) => code !== 'rule')
    if (uncoded !== undefined) return { kind: 'crash', error: uncoded }
    const issues = error.issues.map((issue) => {
      const { rule = '' } = issue
      const [, other] = rule.endsWith('field') ? (comparison.exec(issue.message) ?? []) : []
      return issueText({ ...issue, rule, source: issue.source ?? 'none' }, other)
    })
    return { kind: 'invalid', issues }
  }
  if (!(error instanceof BindError)) return { kind: 'crash', error }
  const uncoded = error.issues.find(({ code }) => !issueCodes.includes(code))
  if (uncoded !== undefined) return { kind: 'crash', error: uncoded }
  const issues = error.issues.map(({ source, path, code }) => ({
    source,
    field: path,
    reason: code === 'missing' ? ('missing' as const) : ('wrong' as const),
  }))
  return { kind: 'issues', issues }
}

/** The prefix in messages before another property's name. */
const comparison = /^must (?:not )?be (?:equal to|more than|less than) (.*)$/s

/** A class: creating closures for every request took an eighth of the binding time. */
class WireInput implements BindInput {
  private readonly request: WireRequest
  private readonly body: Uint8Array

  constructor(request: WireRequest) {
    this.request = request
    // Both kinds of bytes: the runtime decodes a node Buffer differently.
    this.body = request.body.length % 2 === 0 ? request.body : Buffer.from(request.body)
  }

  rawQuery(): string {
    return this.request.query
  }

  routeParam(name: string): string | undefined {
    const { params } = this.request
    return Object.hasOwn(params, name) ? params[name] : undefined
  }

  routeParamNames(): readonly string[] {
    return Object.keys(this.request.params)
  }

  contentType(): string {
    return this.request.contentType
  }

  rawHeaders(): readonly string[] {
    return this.request.headers.flat()
  }

  rawResponseHeaders(): readonly string[] {
    return this.request.responseHeaders.flat()
  }

  bodyBytes(): Uint8Array {
    return this.body
  }

  bindSettings(): BindSettings {
    const { splitting, maxKeys, maxDepth, maxArrayLength, maxParts, unknownKeys } = this.request.settings
    const limits = { splitting, maxKeys, maxDepth, maxArrayLength, maxParts, unknownKeys }
    return {
      ...defaultBindSettings,
      ...limits,
      msgPack,
      cbor: cborCodec,
    }
  }
}

export function toBindInput(request: WireRequest): BindInput {
  return new WireInput(request)
}
