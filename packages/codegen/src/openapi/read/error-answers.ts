import type { ts } from 'ts-morph'
import { diagnose } from '../../diagnostics/diagnose.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { spanOfNode } from '../../parse/project/spans.ts'
import { Draft } from '../model/draft.ts'
import type { Answer } from '../model/operation.ts'
import { errorDraft } from './answer-headers.ts'
import type { OperationPlace } from './chain-step.ts'
import type { Evaluator } from './evaluator.ts'
import { Flow, splitOver, type ThrownError, unexpectedError } from './flow.ts'
import type { OperationFacts } from './operation-facts.ts'
import { isError, throwReturned } from './returned-errors.ts'
import { ctx } from './run-chain.ts'
import { UnreadCode } from './unread-code.ts'
import { type ErrorValue, nothing, optionsOf, type Value } from './value.ts'

/** The answers of paths to their end. */
export function answersOf(
  drafts: readonly Draft[],
  detail: string | undefined,
  node: ts.Node,
): readonly Answer[] {
  const sent = drafts.filter(({ body, end }) => body?.key !== 'unread' && end !== 'dropped')
  return sent.map(({ status = 200, type, body: drafted, headers }) => {
    const isBare = status === 204 || status === 205 || status === 304
    const body = isBare ? undefined : drafted
    return { status, media: body && type, body, headers, detail, span: spanOfNode(node) }
  })
}

/** The answers of an error handler to an error. */
export function errorAnswers(
  thrown: ThrownError,
  place: OperationPlace,
  facts: OperationFacts,
  evaluator: Evaluator,
): readonly Answer[] {
  return optionsOf(thrown.value).flatMap((value) => {
    if (!isError(value)) return unknownError(value, thrown, facts, evaluator)
    const { error } = value
    if (error.name === 'Error') return []
    if (error.statuses === undefined) {
      facts.unread.add(diagnose(openApiCatalog.unknownError, spanOfNode(error.node), error.node.getText()))
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

/** The answers of the project's error handler to unexpected errors; the default one sends the 500 that every service has. */
export function unexpectedAnswers(
  all: readonly ThrownError[],
  { errorHandler }: OperationPlace,
  facts: OperationFacts,
  evaluator: Evaluator,
): readonly Answer[] {
  if (errorHandler === undefined) return []
  // Its unread code is reported for the errors that have a status.
  const apart = facts.ofOthers(new UnreadCode())
  return all.flatMap((thrown) =>
    optionsOf(thrown.value)
      .filter(isError)
      .filter(({ error }) => error.name === 'Error')
      .flatMap((error) => handle(errorHandler, error, thrown, apart, evaluator).answers),
  )
}

/** Of an operation that only fails unexpectedly or closes its connections: a document needs an answer for each. */
export function lastAnswers(
  thrown: readonly ThrownError[],
  place: OperationPlace,
  facts: OperationFacts,
  evaluator: Evaluator,
): readonly Answer[] {
  const { errorHandler, entry } = place
  const broken = ({ drafts, node }: ThrownError): readonly Answer[] =>
    drafts.map((draft) => problemOf(500, draft, unexpectedError(node), place))
  // The error that any code may throw is none that this code throws.
  const own = thrown.filter(({ node }) => node !== entry.node)
  const answers = own.flatMap((one) => {
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
  thrown: ThrownError,
  facts: OperationFacts,
  evaluator: Evaluator,
): readonly Answer[] {
  const node = value.kind === 'unknown' ? (value.node ?? thrown.node) : thrown.node
  if (value.kind === 'unknown' && evaluator.isHttpError(node))
    facts.unread.add(diagnose(openApiCatalog.unknownError, spanOfNode(node), node.getText()))
  return []
}

/** The answers of an error handler of the project, and the errors that it throws itself. What it reads is no input. */
function handle(
  handler: Value,
  error: ErrorValue,
  thrown: ThrownError,
  facts: OperationFacts,
  evaluator: Evaluator,
): { readonly answers: readonly Answer[]; readonly failures: readonly ThrownError[] } {
  const flow = new Flow(new Draft())
  flow.live = thrown.drafts.map((draft) => errorDraft(draft, error.error))
  const site = { node: thrown.node, args: [], scope: evaluator.rootScope }
  const all = flow.catching(() =>
    evaluator.within({ flow, facts: facts.ofOthers(), next: () => nothing }, () => {
      throwReturned(evaluator.call(handler, [ctx, error], site), flow)
    }),
  )
  const { open, over } = splitOver(all)
  const { message, node } = error.error
  return { answers: answersOf([...flow.live, ...over], message, node), failures: open }
}

/** The 401 of a function with `@security` whose code does not show one. */
export function refusals(
  place: OperationPlace,
  facts: OperationFacts,
  evaluator: Evaluator,
): readonly Answer[] {
  const { node } = place.entry
  const error = { name: 'HttpError' as const, statuses: [401], message: undefined, node }
  const value: Value = { kind: 'object', members: new Map(), error }
  return errorAnswers({ value, drafts: [new Draft()], node }, place, facts, evaluator)
}
