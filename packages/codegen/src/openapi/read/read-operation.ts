import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { ts } from '../../parse/compiler.ts'
import { spanOfNode } from '../../parse/parse-run.ts'
import { Draft, keyOfDrafts } from '../model/draft.ts'
import type { Answer, Operation } from '../model/operation.ts'
import { errorDraft } from './answer-headers.ts'
import { type DocComments, docsBefore, docsOfCall, operationDocs } from './doc-comments.ts'
import type { Evaluator } from './evaluator.ts'
import { Flow, splitOver, type Thrown, unexpectedError } from './flow.ts'
import { OperationFacts } from './operation-facts.ts'
import { isError, throwReturned } from './returned-errors.ts'
import { hasPattern, type KnownPath, type Segments } from './route-cover.ts'
import { withSaidAnswers } from './said-answers.ts'
import { type ErrorValue, nothing, optionsOf, type RouteEntry, type Value } from './value.ts'

/** A step of a request's way: a handler, or the error handler of a mounted app. */
export interface ChainStep {
  readonly handler: Value
  /** The registration; `undefined` for an error handler. */
  readonly entry: RouteEntry | undefined
  readonly segments: Segments
  /** The number of steps of the registration from here on, for the first one; else 0. */
  readonly steps: number
}

export interface OperationPlace {
  readonly method: string
  readonly pattern: string
  readonly segments: Segments
  readonly entry: RouteEntry
  readonly isConditional: boolean
  readonly chain: readonly ChainStep[]
  readonly errorHandler: Value | undefined
  /** The default error handler answers with JSON alone. */
  readonly errorsAreJson: boolean
}

const ctx: Value = { kind: 'ctx' }

/** Reads the handlers of one operation, middleware included. */
export function readOperation(place: OperationPlace, evaluator: Evaluator, comments: DocComments): Operation {
  const { method, pattern, entry, isConditional } = place
  const facts = new OperationFacts(method, comments)
  const flow = new Flow(new Draft())
  const reached = new Set<RouteEntry>()
  const thrown = flow.catching(() => runChain(place, { flow, facts, reached }, evaluator))
  const { open, over } = splitOver(thrown)
  const answers = [
    ...answersOf([...flow.live, ...over], undefined, entry.node),
    ...open.flatMap((one) => errorAnswers(one, place, facts, evaluator)),
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
  const read = answers.length > 0 ? answers : lastAnswers(open, place, facts, evaluator)
  const all = withSaidAnswers({ read, docs, facts, node: entry.node }, evaluator)
  return {
    method,
    pattern,
    name: entry.name,
    span: spanOfNode(entry.node),
    docs: operationDocs(docs),
    binders: [...facts.binders.values()],
    raw: [...facts.raw.values()],
    answers: secured ? [...all, ...refusals(place, facts, evaluator)] : all,
    security: [...new Map(security.map((one) => [one.name, one])).values()],
    isConditional,
  }
}

/** Whether a handler answers some request without `next()`; one that cannot be read may. */
export function mayAnswer(place: OperationPlace, evaluator: Evaluator, comments: DocComments): boolean {
  if (!place.entry.handlers.every(isReadable)) return true
  const flow = new Flow(new Draft())
  const facts = new OperationFacts(place.method, comments)
  const { over } = splitOver(flow.catching(() => runChain(place, { flow, facts }, evaluator)))
  return [...flow.live, ...over].some(({ end }) => end !== 'dropped')
}

interface Run {
  readonly flow: Flow
  readonly facts: OperationFacts
  readonly reached?: Set<RouteEntry>
}

function runChain({ chain, entry, segments }: OperationPlace, run: Run, evaluator: Evaluator): void {
  const { flow, reached } = run
  const own: KnownPath = { has: [segments], lacks: [] }
  const runs = new Map<string, { readonly thrown: readonly Thrown[]; readonly live: readonly Draft[] }>()
  // Inputs on some of the paths alone would be wrong for the others.
  const others = run.facts.ofOthers()
  // Middleware may call `c.next()` on several of its ways.
  const next =
    (at: number, known: KnownPath) =>
    (node: ts.Node): Value => {
      const key = `${at} ${keyOfPath(known)} ${evaluator.writes} ${keyOfDrafts(flow.live)}`
      const before = runs.get(key)
      if (before === undefined) {
        const thrown = flow.catching(() => pass(at, known, node))
        flow.rethrow(thrown)
        runs.set(key, { thrown, live: flow.live })
      } else {
        flow.rethrow(before.thrown)
        flow.live = before.live
      }
      return nothing
    }
  const pass = (at: number, known: KnownPath, node: ts.Node): void => {
    const step = chain[at]
    if (step === undefined) {
      const error = { name: 'HttpError' as const, statuses: [404], message: undefined, node }
      flow.throw({ kind: 'object', members: new Map(), error }, node)
      return
    }
    const { segments: pattern, steps } = step
    const run = (): void => runStep(step, next(at + 1, withPattern(known, 'has', pattern)))(node)
    const skip = (): Value => next(at + steps, withPattern(known, 'lacks', pattern))(node)
    const isOn = steps === 0 || hasPattern(known, pattern)
    if (isOn === undefined) flow.branch<unknown>([run, skip])
    else if (isOn) run()
    else skip()
  }
  const runStep =
    (step: ChainStep, goOn: (node: ts.Node) => Value) =>
    (node: ts.Node): void => {
      const facts = hasPattern(own, step.segments) ? run.facts : others
      const site = { node, args: [], scope: evaluator.rootScope }
      if (step.entry === undefined) {
        const { open, over } = splitOver(flow.catching(() => goOn(node)))
        if (over.length > 0) flow.rethrow([{ value: unexpectedError(node), drafts: over, node }])
        for (const one of open) handleMounted(step.handler, one, { flow, facts }, evaluator)
        return
      }
      reached?.add(step.entry)
      evaluator.within({ flow, facts, next: goOn }, () => {
        if (!isReadable(step.handler)) {
          const isHidden = operationDocs(docsOfHandler(step.handler, evaluator)).isHidden
          if (!isHidden) facts.unreadable(() => reportHandler(step, evaluator))
          if (step !== chain.at(-1)) goOn(node)
          return
        }
        throwReturned(evaluator.call(step.handler, [ctx], site), flow)
      })
    }
  next(0, own)(entry.node)
}

function withPattern(known: KnownPath, which: keyof KnownPath, pattern: Segments): KnownPath {
  const text = pattern.join('/')
  return known[which].some((one) => one.join('/') === text)
    ? known
    : { ...known, [which]: [...known[which], pattern] }
}

function keyOfPath({ has, lacks }: KnownPath): string {
  return [has, lacks].map((all) => all.map((one) => one.join('/')).join()).join(' ')
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
    const { error } = isError(value) ? value : unexpectedError(thrown.node)
    flow.live = thrown.drafts.map((draft) => errorDraft(draft, error))
    const site = { node: thrown.node, args: [], scope: evaluator.rootScope }
    evaluator.within({ flow, facts, next: () => nothing }, () =>
      throwReturned(evaluator.call(handler, [ctx, value], site), flow),
    )
    flow.join(live)
  }
}

/** The answers of paths to their end. */
function answersOf(drafts: readonly Draft[], detail: string | undefined, node: ts.Node): readonly Answer[] {
  const sent = drafts.filter(({ body, end }) => body?.key !== 'unread' && end !== 'dropped')
  return sent.map(({ status = 200, type, body: drafted, headers }) => {
    const isBare = status === 204 || status === 205 || status === 304
    const body = isBare ? undefined : drafted
    return { status, media: body && type, body, headers, detail, span: spanOfNode(node) }
  })
}

/** The answers of an error handler to an error. */
function errorAnswers(
  thrown: Thrown,
  place: OperationPlace,
  facts: OperationFacts,
  evaluator: Evaluator,
): readonly Answer[] {
  return optionsOf(thrown.value).flatMap((value) => {
    if (!isError(value)) return unknownError(value, thrown, facts, evaluator)
    const { error } = value
    if (error.name === 'Error') return []
    if (error.statuses === undefined) {
      facts.unreadable(() => evaluator.report(openApiCatalog.unknownError, error.node, error.node.getText()))
      return []
    }
    return error.statuses.flatMap((status) => {
      const one: ErrorValue = { ...value, error: { ...error, statuses: [status] } }
      return place.errorHandler === undefined
        ? thrown.drafts.map((draft) => problemOf(status, draft, one, place))
        : handle(place.errorHandler, one, thrown, facts, evaluator).answers
    })
  })
}

/** Of an operation that only fails unexpectedly or closes its connections: a document needs an answer for each. */
function lastAnswers(
  thrown: readonly Thrown[],
  place: OperationPlace,
  facts: OperationFacts,
  evaluator: Evaluator,
): readonly Answer[] {
  const { errorHandler, entry } = place
  const broken = ({ drafts, node }: Thrown): readonly Answer[] =>
    drafts.map((draft) => problemOf(500, draft, unexpectedError(node), place))
  const answers = thrown.flatMap((one) => {
    if (errorHandler === undefined) return broken(one)
    const error = optionsOf(one.value).find(isError) ?? unexpectedError(one.node)
    const { answers, failures } = handle(errorHandler, error, one, facts, evaluator)
    return [...answers, ...failures.flatMap(broken)]
  })
  return answers.length > 0 ? answers : [closed(entry.node)]
}

function closed(node: ts.Node): Answer {
  const detail = 'the connection is closed without an answer'
  const none = { media: undefined, body: undefined, headers: new Map() }
  return { status: 'default', ...none, detail, span: spanOfNode(node) }
}

function problemOf(
  status: number,
  draft: Draft,
  { error }: ErrorValue,
  { errorsAreJson }: OperationPlace,
): Answer {
  const hasErrors = error.name === 'BindError' || error.name === 'ValidationError'
  return {
    status,
    media: 'application/problem+json',
    body: { kind: 'problem', hasErrors, hasText: !errorsAreJson, key: `problem ${hasErrors}` },
    headers: errorDraft(draft, error).headers,
    detail: error.message,
    span: spanOfNode(error.node),
  }
}

/** A value that is thrown and that only its type describes. */
function unknownError(
  value: Value,
  thrown: Thrown,
  facts: OperationFacts,
  evaluator: Evaluator,
): readonly Answer[] {
  const node = value.kind === 'unknown' ? (value.node ?? thrown.node) : thrown.node
  if (value.kind === 'unknown' && evaluator.isHttpError(node))
    facts.unreadable(() => evaluator.report(openApiCatalog.unknownError, node, node.getText()))
  return []
}

/** The answers of an error handler of the project, and the errors that it throws itself. */
function handle(
  handler: Value,
  error: ErrorValue,
  thrown: Thrown,
  facts: OperationFacts,
  evaluator: Evaluator,
): { readonly answers: readonly Answer[]; readonly failures: readonly Thrown[] } {
  const flow = new Flow(new Draft())
  flow.live = thrown.drafts.map((draft) => errorDraft(draft, error.error))
  const site = { node: thrown.node, args: [], scope: evaluator.rootScope }
  const all = flow.catching(() =>
    evaluator.within({ flow, facts, next: () => nothing }, () => {
      throwReturned(evaluator.call(handler, [ctx, error], site), flow)
    }),
  )
  const { open, over } = splitOver(all)
  const { message, node } = error.error
  return { answers: answersOf([...flow.live, ...over], message, node), failures: open }
}

/** The 401 of a function with `@security` whose code does not show one. */
function refusals(place: OperationPlace, facts: OperationFacts, evaluator: Evaluator): readonly Answer[] {
  const { node } = place.entry
  const error = { name: 'HttpError' as const, statuses: [401], message: undefined, node }
  const value: Value = { kind: 'object', members: new Map(), error }
  return errorAnswers({ value, drafts: [new Draft()], node }, place, facts, evaluator)
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
  const before = chain.slice(
    0,
    chain.findIndex((step) => step.entry === entry),
  )
  const earlier = before.find((step) => step.entry?.kind === 'route')?.entry
  if (earlier !== undefined)
    evaluator.report(openApiCatalog.shadowedRoute, entry.node, `${method} ${pattern}`, earlier.pattern)
}
