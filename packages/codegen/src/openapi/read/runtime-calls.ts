import type { FieldType, LiteralValue, ScalarName } from '../../model/field-type.ts'
import { spanOfNode } from '../../parse/project/spans.ts'
import type { RawValue } from '../model/operation.ts'
import { removeHeader, setHeaders } from './ctx-calls.ts'
import { literalsOf, numbersOf, textsOf } from './known-literals.ts'
import type { Machine, Site } from './machine.ts'
import { literalValue, nothing, type Value } from './value.ts'

/** A call of a function of `@ctxgen/runtime`. */
export function callRuntime(name: string, args: readonly Value[], site: Site, m: Machine): Value {
  const unknown: Value = { kind: 'unknown', node: site.node, scope: site.scope }
  if (name === 'params' || name === 'query') {
    if (m.flow.useCtx(site.node)) readTyped(name === 'params' ? 'path' : 'query', args, site, m)
    return unknown
  }
  if (name === 'guard' && args[1] !== undefined) return { kind: 'guard', find: args[1] }
  if (name === 'problemOf') return problemOf(args[0]) ?? unknown
  if (name === 'headerSet') return args[0] ?? unknown
  if (name === 'setHeaders') {
    if (m.flow.useCtx(site.node)) setHeaders(args[1], { ...site, args: site.args.slice(1) }, m)
    return nothing
  }
  if (name === 'removeHeader') {
    if (m.flow.useCtx(site.node)) removeHeader(args[1], { ...site, args: site.args.slice(1) }, m)
    return nothing
  }
  m.callMaybe(args, site)
  return unknown
}

/** `params(c, 'id', 'int')`, which never fails: a value of another form is the default. */
function readTyped(from: RawValue['in'], args: readonly Value[], site: Site, m: Machine): void {
  const [, name, type, defaultValue] = args
  const [literal] = defaultValue === undefined ? [] : (literalsOf(defaultValue, m) ?? [])
  const [word = 'string'] = textsOf(type, m) ?? []
  for (const one of textsOf(name, m) ?? []) {
    m.facts?.addRaw({
      kind: 'value',
      in: from,
      name: one,
      type: typeOf(word),
      default: isLiteralValue(literal) ? literal : undefined,
      span: spanOfNode(site.node),
    })
  }
}

function isLiteralValue(value: unknown): value is LiteralValue {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value)
}

function typeOf(word: string): FieldType {
  if (word === 'bytes') return { kind: 'scalar', scalar: 'string' }
  return { kind: 'scalar', scalar: (word === 'bool' ? 'boolean' : word) as ScalarName }
}

/** The public part of an error; `errors` only for a request that does not fit. */
function problemOf(value: Value | undefined): Value | undefined {
  if (value?.kind !== 'object' || value.error === undefined) return undefined
  const { name, statuses, message } = value.error
  const isExpected = name !== 'Error'
  const isOfRequest = name === 'BindError' || name === 'ValidationError'
  if (isExpected && statuses?.length !== 1) return undefined
  const status = isExpected ? (statuses?.[0] ?? 500) : 500
  const members = new Map<string, Value>([
    ['status', literalValue(status)],
    ['type', literalValue('about:blank')],
    ['errors', isOfRequest ? { kind: 'list', items: [{ kind: 'unknown' }] } : nothing],
  ])
  if (message !== undefined && isExpected) members.set('detail', literalValue(message))
  return { kind: 'object', members }
}

/** `new App(config)`, `new HttpError(404)`. */
export function constructRuntime(name: string, args: readonly Value[], site: Site, m: Machine): Value {
  const { node } = site
  if (name === 'App') {
    const app = { node, entries: [], channels: [], config: args[0], isMounted: false }
    m.apps.push(app)
    return { kind: 'router', app, prefix: '', namePrefix: '', latest: undefined }
  }
  const members = new Map<string, Value>()
  if (name === 'HttpError') {
    const [message] = textsOf(args[1], m) ?? []
    const statuses = numbersOf(args[0], m)
    return {
      kind: 'object',
      members,
      error: { name, statuses, message, headers: errorHeaders(args[2]), node },
    }
  }
  if (name === 'BindError' || name === 'ValidationError')
    return { kind: 'object', members, error: { name, statuses: [400], message: undefined, node } }
  return { kind: 'unknown', node, scope: site.scope }
}

/** The names in `{ headers: { 'WWW-Authenticate': … } }`. */
function errorHeaders(options: Value | undefined): readonly string[] {
  const headers = options?.kind === 'object' ? options.members.get('headers') : undefined
  return headers?.kind === 'object' ? [...headers.members.keys()] : []
}
