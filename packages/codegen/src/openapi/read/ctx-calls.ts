import { contentTypeOf, extensionOf, fileType } from '@ctxgen/core/content-type'
import { type CtxEffect, ctxEffect, type SpecialMethod } from '@ctxgen/core/ctx-methods'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { FieldType, LiteralValue } from '../../model/field-type.ts'
import { spanOfNode } from '../../parse/project/spans.ts'
import { describedElsewhere } from '../model/described-headers.ts'
import type { Draft } from '../model/draft.ts'
import type { AnswerBody, RawValue } from '../model/operation.ts'
import { withHeader, withoutHeader } from './answer-headers.ts'
import { sendDto } from './generated-calls.ts'
import { literalsOf, numbersOf, textsOf, truthOf } from './known-literals.ts'
import type { Machine, Site } from './machine.ts'
import { readSent } from './sent-value.ts'
import { choiceOf, literalValue, nothing, type Value } from './value.ts'

type Call = (args: readonly Value[], site: Site, m: Machine) => Value

const ctx: Value = { kind: 'ctx' }
const text: FieldType = { kind: 'scalar', scalar: 'string' }
const anyType = '*/*'

/** Methods that work after the response has left. */
const timeless = new Set(['deadline', 'done', 'err'])

/** A call of a method of the Ctx. A method that is not in the table of the core is the user's own, and cannot be read. */
export function callCtx(name: string, args: readonly Value[], site: Site, m: Machine): Value {
  const unknown: Value = { kind: 'unknown', node: site.node, scope: site.scope }
  if (m.facts !== undefined) m.facts.notes++
  if (!timeless.has(name) && !m.flow.useCtx(site.node)) return unknown
  if (isSpecial(name)) return special[name](args, site, m)
  const effect = ctxEffect(name)
  if (effect === undefined) return unreadable(`${name}()`, site.node, m)
  if (typeof effect === 'object') return callByRow(effect, args, site, m)
  m.callMaybe(args, site)
  return unknown
}

/** Whether a document shows what the Ctx's method of this name does. */
export function isDescribed(name: string): boolean {
  const effect = ctxEffect(name)
  return effect !== undefined && effect !== 'neutral'
}

function callByRow(effect: CtxEffect & object, args: readonly Value[], site: Site, m: Machine): Value {
  if ('reads' in effect) return readValue(effect.reads, args, site, m)
  if ('readsBody' in effect) return readBody(effect.readsBody, site, m)
  if ('setsHeader' in effect) return addHeader(effect.setsHeader, site, m)
  return encode(effect.sends, args, site, m)
}

function isSpecial(name: string): name is SpecialMethod {
  return Object.hasOwn(special, name)
}

const special: Readonly<Record<SpecialMethod, Call>> = {
  // Flow.
  next: (_args, { node }, m) => m.next(node),
  end: (_args, _site, m) => finish('sent', m),
  drop: (_args, _site, m) => finish('dropped', m),
  req: () => ctx,
  res: () => ctx,
  bind: () => ({ kind: 'bind', skipsRules: false }),
  redirect: () => ({ kind: 'redirect', statuses: [303] }),
  method: (_args, { node, scope }, m) =>
    m.facts === undefined ? { kind: 'unknown', node, scope } : literalValue(m.facts.method),
  response: (_args, { node }) => ({ kind: 'response', node }),
  requestCtx: (_args, { node }, m) => unreadable('requestCtx()', node, m),
  restartRouting: (_args, { node }, m) => unreadable('restartRouting()', node, m),

  // Input.
  queries: (_args, site, m) => readQueries(site, m),
  formFile: (args, site, m) => {
    mayFail([400], site, m)
    return readValue('form', args, site, m, { kind: 'file' })
  },
  range: (_args, site, m) => {
    mayFail([400, 416], site, m)
    return { kind: 'unknown', node: site.node, scope: site.scope }
  },

  // Status and headers.
  status: (args, site, m) => {
    setStatus(args, site, m)
    return ctx
  },
  set: (args, site, m) => setHeader(args, site, m),
  append: (args, site, m) => setHeader(args, site, m),
  links: (args, site, m) => (args.length === 0 ? ctx : addHeader('Link', site, m)),
  sendEarlyHints: (_args, { node }, m) => {
    // The list of hints may be empty.
    m.flow.update((draft) => [draft, withHeader(draft, 'Link', undefined, node)])
    return nothing
  },
  clearCookie: (args, site, m) => {
    const { live } = m.flow
    addHeader('Set-Cookie', site, m)
    // Without a name, only cookies of the request are cleared.
    if (args.length === 0) m.flow.join(live)
    return ctx
  },
  attachment: (args, site, m) => {
    addHeader('Content-Disposition', site, m)
    return args[0] === undefined ? ctx : setFileType(args[0], m)
  },
  type: (args, site, m) => setType(args[0], site, m),

  // Bodies.
  jsonp: (_args, site, m) => {
    addHeader('X-Content-Type-Options', site, m)
    return sendBytes('text', 'text/javascript', m)
  },
  send: ([body], site, m) => sendText(body, 'application/octet-stream', site, m),
  sendString: (args, site, m) => sendText(args[0], 'text/plain', site, m),
  sendStatus: (args, site, m) => {
    setStatus(args, site, m)
    m.flow.update((draft) =>
      draft.body !== undefined || isBare(draft.status)
        ? draft
        : draft.with({ body: { kind: 'text', key: 'text' }, type: draft.type ?? 'text/plain' }),
    )
    return nothing
  },
  write: (_args, _site, m) => sendBytes('bytes', 'application/octet-stream', m, true),
  writeString: (_args, _site, m) => sendBytes('text', 'text/plain', m, true),
  writef: (_args, _site, m) => sendBytes('text', 'text/plain', m, true),
  sendStream: ([stream], site, m) => sendStreamOf(stream, site, m),
  sendStreamWriter: (_args, _site, m) => sendStream(m),
  events: (args, site, m) => sendEvents(args, site, m),
  render: (_args, _site, m) => sendBytes('text', 'text/html', m),
  autoFormat: (args, site, m) => autoFormat(args, site, m),
  format: (args, site, m) => format(args, site, m),
  sendFile: ([path, options], site, m) => sendFile(path, options, site, m),
  download: ([path], site, m) => {
    addHeader('Content-Disposition', site, m)
    return sendFile(path, undefined, site, m)
  },
}

function finish(end: 'sent' | 'dropped', m: Machine): Value {
  m.flow.update((draft) => draft.with({ end }))
  return nothing
}

function unreadable(name: string, node: Site['node'], m: Machine): Value {
  m.unreadable(openApiCatalog.unreadableCall, node, `c.${name}`)
  return { kind: 'unknown' }
}

/** Reads a query string without naming its keys: a parameter for any of them, `form` and exploded as by default. */
export function readQueries({ node, scope }: Site, m: Machine): Value {
  const type: FieldType = { kind: 'record', value: text }
  m.facts?.addRaw({
    kind: 'value',
    in: 'query',
    name: 'queries',
    type,
    default: undefined,
    span: spanOfNode(node),
  })
  return { kind: 'unknown', node, scope }
}

/** Notes a value that is read by name. */
function readValue(
  from: RawValue['in'],
  [name, defaultValue]: readonly Value[],
  site: Site,
  m: Machine,
  type: FieldType = text,
): Value {
  const names = textsOf(name, m)
  const [at = site.node] = site.args
  if (names === undefined) m.report(openApiCatalog.unknownName, at, `the ${wordOf[from]}`, at.getText())
  const [literal] = defaultValue === undefined ? [] : (literalsOf(defaultValue, m) ?? [])
  for (const one of names ?? []) {
    if (from === 'header' && describedElsewhere.has(one.toLowerCase())) continue
    m.facts?.addRaw({
      kind: 'value',
      in: from,
      name: one,
      type,
      default: isLiteralValue(literal) ? literal : undefined,
      span: spanOfNode(site.node),
    })
  }
  return { kind: 'unknown', node: site.node, scope: site.scope }
}

const wordOf = {
  path: 'parameter',
  query: 'query value',
  header: 'header',
  cookie: 'cookie',
  form: 'form value',
}

function isLiteralValue(value: unknown): value is LiteralValue {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value)
}

function readBody(media: string, site: Site, m: Machine): Value {
  m.facts?.addRaw({ kind: 'body', media, span: spanOfNode(site.node) })
  mayFail([400, 413, 415], site, m)
  return { kind: 'unknown', node: site.node, scope: site.scope }
}

function mayFail(statuses: readonly number[], { node }: Site, m: Machine): void {
  for (const status of statuses) {
    const error = { name: 'HttpError', statuses: [status], message: undefined, node } as const
    m.flow.mayThrow({ kind: 'object', members: new Map(), error }, node)
  }
}

function setStatus([value]: readonly Value[], site: Site, m: Machine): void {
  const statuses = numbersOf(value, m)
  const [at = site.node] = site.args
  if (statuses !== undefined) m.flow.update((draft) => statuses.map((status) => draft.with({ status })))
  else m.unreadable(openApiCatalog.unknownStatus, at, at.getText())
}

function setHeader(args: readonly Value[], site: Site, m: Machine): Value {
  const names = textsOf(args[0], m)
  const [at = site.node] = site.args
  if (names === undefined) m.unreadable(openApiCatalog.unknownName, at, 'the response header', at.getText())
  const [value] = textsOf(args[1], m) ?? []
  for (const name of names ?? []) {
    if (name.toLowerCase() === 'content-type') setType(args[1], { ...site, args: site.args.slice(1) }, m)
    else m.flow.update((draft) => withHeader(draft, name, value, site.node))
  }
  return ctx
}

/** Sets the headers of a set, which is the object that it was made of. */
export function setHeaders(set: Value | undefined, site: Site, m: Machine): Value {
  const [at = site.node] = site.args
  if (set?.kind === 'choice')
    return choiceOf(m.flow.branch(set.of.map((one) => () => setHeaders(one, site, m))))
  if (set?.kind !== 'object' || set.isPartial)
    m.unreadable(openApiCatalog.unknownName, at, 'the response header', at.getText())
  else for (const [name, value] of set.members) setHeader([literalValue(name), value], site, m)
  return ctx
}

/** Takes a header back, or with Content-Type the media type. */
export function removeHeader(name: Value | undefined, site: Site, m: Machine): void {
  const names = textsOf(name, m)
  const [at = site.node] = site.args
  if (names === undefined) m.unreadable(openApiCatalog.unknownName, at, 'the response header', at.getText())
  else m.flow.update((draft) => names.map((one) => withoutNamed(draft, one)))
}

function withoutNamed(draft: Draft, name: string): Draft {
  return name.toLowerCase() === 'content-type' ? draft.with({ type: undefined }) : withoutHeader(draft, name)
}

function addHeader(name: string, { node }: Site, m: Machine): Value {
  m.flow.update((draft) => withHeader(draft, name, undefined, node))
  return ctx
}

function setType(value: Value | undefined, site: Site, m: Machine): Value {
  const [at = site.node] = site.args
  const types = textsOf(value, m)?.map(mediaTypeOf)
  if (types !== undefined) m.flow.update((draft) => types.map((type) => draft.with({ type })))
  else m.unreadable(openApiCatalog.unknownMediaType, at, at.getText())
  return ctx
}

/** The type of a file's extension; without a known one the content decides. */
function sentFileType(path: string): string {
  return fileType(path)?.split(';')[0] ?? anyType
}

/** The type of a file's extension; a name that is not known may have any. */
function setFileType(value: Value, m: Machine): Value {
  const types = textsOf(value, m)?.map(extensionOf)
  m.flow.update((draft) =>
    (types ?? [undefined]).map((extension) => {
      if (extension === '') return draft
      return draft.with({ type: extension === undefined ? (draft.type ?? anyType) : mediaTypeOf(extension) })
    }),
  )
  return ctx
}

/** The media type for an extension or a Content-Type, without parameters. */
function mediaTypeOf(text: string): string {
  const [type = ''] = contentTypeOf(text).split(';')
  return type.trim().toLowerCase()
}

/** `c.json(value)`, or `c.json(value, Dto)`. */
function encode(media: string, args: readonly Value[], site: Site, m: Machine): Value {
  const [value, how] = args
  const [at = site.node] = site.args
  if (how?.kind === 'generated' && how.role === 'dto') {
    sendDto(how, media, m)
    return nothing
  }
  const types = how === undefined ? [media] : textsOf(how, m)?.map(mediaTypeOf)
  const [type] = types ?? []
  if (type === undefined)
    m.unreadable(openApiCatalog.unknownMediaType, site.args[1] ?? at, site.args[1]?.getText() ?? '')
  const body = readSent(value, at, site.scope, m)
  if (body !== undefined) m.flow.update((draft) => draft.with({ type: type ?? media, body }))
  else m.flow.update((draft) => draft.with({ type: type ?? media, body: { kind: 'text', key: 'unread' } }))
  return nothing
}

/** A body whose text may be that of a DTO: `c.type('json').sendString(stringifyCar(car))`. */
function sendText(value: Value | undefined, usual: string, site: Site, m: Machine): Value {
  if (value?.kind === 'text') {
    const { module, name } = value.of
    const body = { kind: 'dto', module, name, key: `dto ${module.path} ${name}` } as const
    m.flow.update((draft) => draft.with({ body, type: draft.type ?? usual }))
    return nothing
  }
  const [at] = site.args
  const isText = usual === 'text/plain' || (at !== undefined && isString(at, m))
  return sendBytes(isText ? 'text' : 'bytes', isText ? 'text/plain' : usual, m, true)
}

function isString(node: Site['args'][number], m: Machine): boolean {
  return m.answers.of(node, 'isString', () => {
    const type = m.checker.getTypeAtLocation(node)
    return m.checker.typeToString(m.checker.getBaseTypeOfLiteralType(type)) === 'string'
  })
}

/** @param keeps whether a Content-Type set before stays */
function sendBytes(kind: 'text' | 'bytes' | 'events', type: string, m: Machine, keeps = false): Value {
  const body: AnswerBody = { kind, key: kind }
  m.flow.update((draft) => draft.with({ body, type: keeps ? (draft.type ?? type) : type }))
  return nothing
}

/** 206 and 416 for a function that opens ranges. */
function sendStreamOf(stream: Value | undefined, site: Site, m: Machine): Value {
  if (stream?.kind !== 'function') return sendStream(m)
  mayFail([416], site, m)
  sendStream(m)
  m.flow.update((draft) => [draft, draft.with({ status: 206 })])
  return nothing
}

function sendStream(m: Machine): Value {
  m.flow.update((draft) => {
    const kind = draft.type === 'text/event-stream' ? 'events' : 'bytes'
    return draft.with({ body: { kind, key: kind }, type: draft.type ?? 'application/octet-stream' })
  })
  return nothing
}

/** `c.events(Dto, run)`: until its first event `run` may fail, and change status and headers. */
function sendEvents([dto, run]: readonly Value[], site: Site, m: Machine): Value {
  if (dto?.kind !== 'generated' || dto.role !== 'dto') return unreadable('events()', site.node, m)
  readValue('header', [literalValue('Last-Event-ID')], site, m)
  mayFail([400], site, m)
  const { module, name } = dto
  const body = { kind: 'eventsOf', module, name, key: `events ${module.path} ${name}` } as const
  m.flow.update((draft) => draft.with({ type: 'text/event-stream', body }))
  if (run !== undefined) m.callMaybe([run], site)
  return nothing
}

function autoFormat([value]: readonly Value[], site: Site, m: Machine): Value {
  addHeader('Vary', site, m)
  const [at = site.node] = site.args
  const body = readSent(value, at, site.scope, m)
  const plain: AnswerBody = { kind: 'text', key: 'text' }
  m.flow.update((draft) => [
    draft.with({ type: 'text/html', body: plain }),
    draft.with({ type: 'application/json', body: body ?? plain }),
    draft.with({ type: 'text/plain', body: plain }),
    draft.with({ type: 'application/xml', body: body ?? plain }),
  ])
  return nothing
}

/** `c.format({ mediaType, handler }, …)`: one answer for each type, and 406 without a default. */
function format(entries: readonly Value[], site: Site, m: Machine): Value {
  addHeader('Vary', site, m)
  let hasDefault = false
  const ways = entries.map((entry) => () => {
    const members = entry.kind === 'object' ? entry.members : new Map<string, Value>()
    const [media] = textsOf(members.get('mediaType'), m) ?? []
    const handler = members.get('handler')
    if (media === undefined) m.unreadable(openApiCatalog.unknownMediaType, site.node, site.node.getText())
    else if (media !== 'default') m.flow.update((draft) => draft.with({ type: mediaTypeOf(media) }))
    hasDefault ||= media === 'default'
    return handler === undefined ? nothing : m.call(handler, [ctx], site)
  })
  const refuse = (): Value => {
    const body: AnswerBody = { kind: 'text', key: 'text' }
    if (hasDefault) m.flow.live = []
    m.flow.update((draft) => draft.with({ status: 406, body, type: 'text/plain' }))
    return nothing
  }
  return choiceOf(m.flow.branch([...ways, refuse]))
}

/** 404 for an absent file, 304 for a client that has it, 206 and 416 for ranges. */
function sendFile(path: Value | undefined, options: Value | undefined, site: Site, m: Machine): Value {
  mayFail([404], site, m)
  const range = options?.kind === 'object' ? options.members.get('byteRange') : undefined
  const hasRanges = range !== undefined && truthOf(range) !== false
  if (hasRanges) mayFail([416], site, m)
  const body: AnswerBody = { kind: 'bytes', key: 'bytes' }
  const types = textsOf(path, m)?.map(sentFileType) ?? [anyType]
  m.flow.update((draft) => (draft.type === undefined ? types.map((type) => draft.with({ type })) : draft))
  m.flow.update((draft) => {
    const sent = draft.with({ body })
    const bare = withoutHeader(draft, 'content-disposition').with({
      status: 304,
      body: undefined,
      type: undefined,
    })
    return hasRanges ? [sent, sent.with({ status: 206 }), bare] : [sent, bare]
  })
  return nothing
}

/** Statuses that have no body. */
function isBare(status: number | undefined): boolean {
  return status === 204 || status === 205 || status === 304
}
