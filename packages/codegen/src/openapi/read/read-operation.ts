import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { spanOfNode } from '../../parse/project/spans.ts'
import { Draft } from '../model/draft.ts'
import type { Operation } from '../model/operation.ts'
import type { ChainStep, OperationPlace } from './chain-step.ts'
import { type TaggedStep, withDeclaredAnswers } from './declared-answers.ts'
import { type DocComments, docsOfCall, operationDocs } from './doc-comments.ts'
import { answersOf, errorAnswers, lastAnswers, refusals, unexpectedAnswers } from './error-answers.ts'
import type { Evaluator } from './evaluator.ts'
import { Flow, splitOver } from './flow.ts'
import { OperationFacts } from './operation-facts.ts'
import { runChain } from './run-chain.ts'

/** Reads the handlers of one operation, middleware included. */
export function readOperation(place: OperationPlace, evaluator: Evaluator, comments: DocComments): Operation {
  const { method, pattern, entry, isConditional } = place
  const ofHandlers = entry.handlers.toReversed().map((one) => evaluator.docs.of(one, entry))
  const ofRoute = docsOfCall(entry.node)
  const about = {
    method,
    pattern,
    name: entry.name,
    span: spanOfNode(entry.node),
    docs: operationDocs([ofRoute, ...ofHandlers.flat()]),
    isConditional,
  }
  // It is in no document, so that its code need not be readable.
  if (about.docs.isHidden) return { ...about, binders: [], raw: [], answers: [], security: [] }
  const facts = new OperationFacts(place, comments)
  facts.addTags(ofRoute.tags, evaluator)
  const flow = new Flow(new Draft())
  const steps = new Map<ChainStep, TaggedStep>()
  const thrown = flow.catching(() => runChain(place, { flow, facts, comments, steps }, evaluator))
  const inputs = {
    binders: [...facts.binders.values()],
    raw: [...facts.raw.values()],
    security: [...facts.security.values()],
  }
  // No client of a WebSocket sees why it is refused.
  if (entry.socket !== undefined) return { ...about, ...inputs, answers: [], socket: entry.socket }
  const { open, over } = splitOver(thrown)
  const answers = [
    ...answersOf([...flow.live, ...over], undefined, entry.node),
    ...open.flatMap((one) => errorAnswers(one, place, facts, evaluator)),
  ]
  if (![...steps.keys()].some((step) => step.entry === entry)) reportShadow(place, evaluator)
  const tags = [ofRoute, ...(ofHandlers[0] ?? [])].flatMap((one) => one.tags)
  const { security } = inputs
  const last = entry.handlers.at(-1)
  const secured = security.some((one) => !one.isOptional) && answers.every(({ status }) => status !== 401)
  const read = [
    ...(answers.length > 0 ? answers : lastAnswers(open, place, facts, evaluator)),
    ...unexpectedAnswers(open, place, facts, evaluator),
  ]
  const others = [...steps.values()].filter(({ step }) => step.entry !== entry || step.handler !== last)
  const { all: unread } = facts.unread
  const declared = { read, unread, steps: others, tags, node: entry.node, method, pattern }
  const all = withDeclaredAnswers(declared, evaluator)
  return {
    ...about,
    ...inputs,
    answers: secured ? [...all, ...refusals(place, facts, evaluator)] : all,
  }
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
