import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { ts } from '../../parse/compiler.ts'
import { spanOfNode } from '../../parse/parse-run.ts'
import { Draft } from '../model/draft.ts'
import type { Answer, Operation } from '../model/operation.ts'
import { type DocComments, docsBefore, docsOfCall, operationDocs } from './doc-comments.ts'
import type { Evaluator } from './evaluator.ts'
import { Flow, type Thrown } from './flow.ts'
import { OperationFacts } from './operation-facts.ts'
import { isError, throwReturned } from './returned-errors.ts'
import { withSaidAnswers } from './said-answers.ts'
import { nothing, optionsOf, type RouteEntry, type Value } from './value.ts'

/** A step of a request's way: a handler, or the error handler of a mounted app. */
export interface ChainStep {
  readonly handler: Value
  /** The registration; `undefined` for an error handler. */
  readonly entry: RouteEntry | undefined
}

export interface OperationPlace {
  readonly method: string
  readonly pattern: string
  readonly entry: RouteEntry
  readonly isConditional: boolean
  readonly chain: readonly ChainStep[]
  readonly errorHandler: Value | undefined
}

const ctx: Value = { kind: 'ctx' }

/** Reads the handlers of one operation, middleware included. */
export function readOperation(place: OperationPlace, evaluator: Evaluator, comments: DocComments): Operation {
  const { method, pattern, entry, isConditional } = place
  const facts = new OperationFacts(method, comments)
  const flow = new Flow(new Draft())
  const reached = new Set<RouteEntry>()
  const thrown = flow.catching(() => runChain(place, { flow, facts, reached }, evaluator))
  const answers = [
    ...flow.live
      .filter(({ body }) => body?.key !== 'unread')
      .map((draft) => answerOf(draft, undefined, entry)),
    ...thrown.flatMap((one) => errorAnswers(one, place, { flow, facts }, evaluator)),
  ]
  if (!reached.has(entry)) reportShadow(place, evaluator)
  const docs = [
    docsOfCall(entry.node),
    ...entry.handlers.toReversed().flatMap((one) => docsOfHandler(one, evaluator)),
  ]
  const security = [
    ...facts.security.values(),
    ...docsOfCall(entry.node).tags.flatMap((tag) =>
      tag.name === 'security' ? comments.schemeOf(tag, evaluator) : [],
    ),
  ]
  const secured = security.length > 0 && answers.every(({ status }) => status !== 401)
  const all = withSaidAnswers({ read: answers, docs, facts, node: entry.node }, evaluator)
  return {
    method,
    pattern,
    name: entry.name,
    span: spanOfNode(entry.node),
    docs: operationDocs(docs),
    binders: [...facts.binders.values()],
    raw: [...facts.raw.values()],
    answers: secured ? [...all, ...refusals(place, { flow, facts }, evaluator)] : all,
    security: [...new Map(security.map((one) => [one.name, one])).values()],
    isConditional,
  }
}

/** Whether a handler answers some request without `next()`; one that cannot be read may. */
export function mayAnswer(place: OperationPlace, evaluator: Evaluator, comments: DocComments): boolean {
  if (!place.entry.handlers.every(isReadable)) return true
  const flow = new Flow(new Draft())
  const facts = new OperationFacts(place.method, comments)
  flow.catching(() => runChain(place, { flow, facts }, evaluator))
  return flow.live.length > 0
}

interface Run {
  readonly flow: Flow
  readonly facts: OperationFacts
  readonly reached?: Set<RouteEntry>
}

function runChain({ chain, entry }: OperationPlace, run: Run, evaluator: Evaluator): void {
  const { flow, facts, reached } = run
  const next =
    (at: number) =>
    (node: ts.Node): Value => {
      const step = chain[at]
      if (step === undefined) {
        const error = { name: 'HttpError' as const, statuses: [404], message: undefined, node }
        flow.throw({ kind: 'object', members: new Map(), error }, node)
        return nothing
      }
      const site = { node, args: [], scope: evaluator.rootScope }
      if (step.entry === undefined) {
        for (const one of flow.catching(() => next(at + 1)(node)))
          handleMounted(step.handler, one, run, evaluator)
        return nothing
      }
      reached?.add(step.entry)
      evaluator.within({ flow, facts, next: next(at + 1) }, () => {
        if (!isReadable(step.handler)) {
          const isHidden = operationDocs(docsOfHandler(step.handler, evaluator)).isHidden
          if (!isHidden) facts.unreadable(() => reportHandler(step, evaluator))
          if (at + 1 < chain.length) next(at + 1)(node)
          return
        }
        throwReturned(evaluator.call(step.handler, [ctx], site), flow)
      })
      return nothing
    }
  next(0)(entry.node)
}

function isReadable(handler: Value): boolean {
  return optionsOf(handler).every((one) =>
    one.kind === 'guard' ? isReadable(one.find) : ['function', 'method', 'generated'].includes(one.kind),
  )
}

function reportHandler({ handler, entry }: ChainStep, evaluator: Evaluator): void {
  const node = handler.kind === 'unknown' ? handler.node : undefined
  const at = node ?? entry?.node
  if (at !== undefined)
    evaluator.report(openApiCatalog.unreadableHandler, at, at.getText().split('\n')[0] ?? '')
}

function handleMounted(handler: Value, thrown: Thrown, { flow, facts }: Run, evaluator: Evaluator): void {
  const { live } = flow
  for (const value of optionsOf(thrown.value)) {
    flow.live = thrown.drafts.map(withHeadersOnly)
    const site = { node: thrown.node, args: [], scope: evaluator.rootScope }
    evaluator.within({ flow, facts, next: () => nothing }, () => evaluator.call(handler, [ctx, value], site))
    flow.join(live)
  }
}

/** An error takes the answer back, but not its headers. */
function withHeadersOnly(draft: Draft): Draft {
  return new Draft({ headers: draft.headers })
}

function answerOf(
  { status = 200, type, body, headers }: Draft,
  detail: string | undefined,
  { node }: Pick<RouteEntry, 'node'>,
): Answer {
  const isBare = status === 204 || status === 205 || status === 304
  const sent = isBare ? undefined : body
  return { status, media: sent && type, body: sent, headers, detail, span: spanOfNode(node) }
}

/** The answers of an error handler to an error. */
function errorAnswers(
  thrown: Thrown,
  place: OperationPlace,
  run: Run,
  evaluator: Evaluator,
): readonly Answer[] {
  return optionsOf(thrown.value).flatMap((value) => {
    if (!isError(value)) return unknownError(value, thrown, run, evaluator)
    const { error } = value
    if (error.name === 'Error') return []
    if (error.statuses === undefined) {
      run.facts.unreadable(() =>
        evaluator.report(openApiCatalog.unknownError, error.node, error.node.getText()),
      )
      return []
    }
    return error.statuses.flatMap((status) => {
      const one: Value = { ...value, error: { ...error, statuses: [status] } }
      return place.errorHandler === undefined
        ? thrown.drafts.map((draft) => problemOf(status, draft, value))
        : handled(place.errorHandler, one, thrown, run, evaluator)
    })
  })
}

function problemOf(status: number, draft: Draft, { error }: Value & { kind: 'object' }): Answer {
  const hasErrors = error?.name === 'BindError' || error?.name === 'ValidationError'
  return {
    status,
    media: 'application/problem+json',
    body: { kind: 'problem', hasErrors, key: `problem ${hasErrors}` },
    headers: draft.headers,
    detail: error?.message,
    span: spanOfNode(error?.node ?? missingNode()),
  }
}

function missingNode(): never {
  throw new TypeError('an error without its place')
}

/** A value that is thrown and that only its type describes. */
function unknownError(value: Value, thrown: Thrown, { facts }: Run, evaluator: Evaluator): readonly Answer[] {
  const node = value.kind === 'unknown' ? (value.node ?? thrown.node) : thrown.node
  if (value.kind === 'unknown' && evaluator.isHttpError(node))
    facts.unreadable(() => evaluator.report(openApiCatalog.unknownError, node, node.getText()))
  return []
}

/** The answer of an error handler of the project. */
function handled(
  handler: Value,
  error: Value,
  thrown: Thrown,
  { facts }: Run,
  evaluator: Evaluator,
): readonly Answer[] {
  const flow = new Flow(new Draft())
  flow.live = thrown.drafts.map(withHeadersOnly)
  const site = { node: thrown.node, args: [], scope: evaluator.rootScope }
  flow.catching(() =>
    evaluator.within({ flow, facts, next: () => nothing }, () => {
      throwReturned(evaluator.call(handler, [ctx, error], site), flow)
    }),
  )
  const detail = isError(error) ? error.error.message : undefined
  const node = isError(error) ? error.error.node : thrown.node
  return flow.live.map((draft) => ({ ...answerOf(draft, detail, { node: node as ts.CallExpression }) }))
}

/** The 401 of a function with `@security` whose code does not show one. */
function refusals(place: OperationPlace, run: Run, evaluator: Evaluator): readonly Answer[] {
  const { node } = place.entry
  const error = { name: 'HttpError' as const, statuses: [401], message: undefined, node }
  const value: Value = { kind: 'object', members: new Map(), error }
  return errorAnswers({ value, drafts: [new Draft()], node }, place, run, evaluator)
}

function docsOfHandler(handler: Value, { checker }: Evaluator): ReturnType<typeof docsBefore>[] {
  if (handler.kind === 'function') return [docsBefore(handler.node)]
  const call = handler.kind === 'unknown' ? handler.node : undefined
  if (call === undefined || !ts.isCallExpression(call)) return []
  // The comment of a factory from a package, such as `docs` of the runtime, is all that can be read of it.
  const factory = checker.getResolvedSignature(call)?.declaration
  return factory === undefined ? [] : [docsBefore(factory)]
}

function reportShadow({ method, pattern, entry, chain }: OperationPlace, evaluator: Evaluator): void {
  const earlier = chain.find((step) => step.entry?.kind === 'route' && step.entry !== entry)?.entry
  if (earlier !== undefined)
    evaluator.report(openApiCatalog.shadowedRoute, entry.node, `${method} ${pattern}`, earlier.pattern)
}
