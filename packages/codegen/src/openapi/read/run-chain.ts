import type { ts } from 'ts-morph'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { Draft, keyOfDrafts } from '../model/draft.ts'
import { errorDraft } from './answer-headers.ts'
import { declaredError } from './answer-tags.ts'
import type { ChainStep, OperationPlace } from './chain-step.ts'
import type { TaggedStep } from './declared-answers.ts'
import { type DocComments, type DocTag, operationDocs } from './doc-comments.ts'
import type { Evaluator } from './evaluator.ts'
import { Flow, splitOver, type ThrownError, unexpectedError } from './flow.ts'
import { OperationFacts } from './operation-facts.ts'
import { isError, throwReturned } from './returned-errors.ts'
import { hasPattern, type KnownPath, type Segments } from './route-cover.ts'
import { tagsFor } from './tag-methods.ts'
import { errorOf } from './unseen-code.ts'
import { nothing, optionsOf, type Value } from './value.ts'

export const ctx: Value = { kind: 'ctx' }

/** Whether a handler answers some request without `next()`; one that cannot be read may. */
export function mayAnswer(place: OperationPlace, evaluator: Evaluator, comments: DocComments): boolean {
  if (!place.entry.handlers.every(isReadable)) return true
  const flow = new Flow(new Draft())
  const facts = new OperationFacts(place, comments)
  const run = { flow, facts, comments, steps: new Map() }
  const { over } = splitOver(flow.catching(() => runChain(place, run, evaluator)))
  return [...flow.live, ...over].some(({ end }) => end !== 'dropped')
}

interface Run {
  readonly flow: Flow
  readonly facts: OperationFacts
  readonly comments: DocComments
  /** The steps that were reached. */
  readonly steps: Map<ChainStep, TaggedStep>
}

/** Reads the handlers of an operation, each where the one before calls `c.next()`. */
export function runChain({ chain, entry, segments }: OperationPlace, run: Run, evaluator: Evaluator): void {
  const { flow } = run
  const own: KnownPath = { has: [segments], lacks: [] }
  const runs = new Map<string, { readonly thrown: readonly ThrownError[]; readonly live: readonly Draft[] }>()
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
      const { unread } = facts
      const outer = unread.step
      unread.step = step
      if (step.entry === undefined) runMounted(step.handler, goOn, node)
      else {
        const tags = evaluator.docs.tagsOf(step, entry)
        const drafts = [...(run.steps.get(step)?.drafts ?? []), ...flow.live]
        run.steps.set(step, { step, tags, drafts })
        facts.addTags(tags, evaluator)
        evaluator.within({ flow, facts, next: goOn }, () => callStep(step, tags, goOn, node))
      }
      unread.step = outer
    }
  const runMounted = (handler: Value, goOn: (node: ts.Node) => Value, node: ts.Node): void => {
    const { open, over } = splitOver(flow.catching(() => goOn(node)))
    if (over.length > 0) flow.rethrow([{ value: unexpectedError(node), drafts: over, node }])
    for (const one of open) handleMounted(handler, one, { flow, facts: others }, evaluator)
  }
  const callStep = (
    step: ChainStep,
    tags: readonly DocTag[],
    goOn: (node: ts.Node) => Value,
    node: ts.Node,
  ): void => {
    const { handler } = step
    if (isReadable(handler)) {
      const site = { node, args: [], scope: evaluator.rootScope }
      // Any code may fail unexpectedly, which an error handler answers.
      if (step.entry === entry) flow.mayThrow(unexpectedError(entry.node), entry.node)
      throwReturned(evaluator.call(handler, [ctx], site), flow)
      return
    }
    const isHidden = operationDocs(evaluator.docs.of(handler, step.entry)).isHidden
    if (!isHidden) unreadableHandler(step, evaluator)
    const own = tagsFor(run.facts.method, tags)
    for (const tag of own) {
      const status = declaredError(tag)
      if (status !== undefined) flow.mayThrow(errorOf(status, node), node)
    }
    // Middleware whose tags all name other methods does nothing here.
    if (tags.length === 0 || own.length > 0) evaluator.given.call(handler, node, evaluator)
    const answered = flow.live.filter(isAnswered)
    const isEnd = step === chain.at(-1) || (step.entry === entry && tags.some(saysSuccess))
    if (!isEnd) {
      flow.live = flow.live.filter((draft) => !isAnswered(draft))
      goOn(node)
      flow.join(answered)
    }
  }
  next(0, own)(entry.node)
}

function isAnswered({ body, end }: Draft): boolean {
  return body !== undefined || end !== undefined
}

/** A handler of a route that declares it answers itself. */
function saysSuccess({ name, text }: DocTag): boolean {
  return name === 'answer' && /^2\d\d(?!\S)/.test(text)
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

function unreadableHandler({ handler, entry }: ChainStep, evaluator: Evaluator): void {
  const node = handler.kind === 'unknown' ? handler.node : undefined
  const at = node ?? entry?.node
  if (at !== undefined)
    evaluator.unreadable(openApiCatalog.unreadableHandler, at, at.getText().split('\n')[0] ?? '')
}

/** The values that an error handler reads are no inputs of the operation. */
function handleMounted(
  handler: Value,
  thrown: ThrownError,
  { flow, facts }: Pick<Run, 'flow' | 'facts'>,
  evaluator: Evaluator,
): void {
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
