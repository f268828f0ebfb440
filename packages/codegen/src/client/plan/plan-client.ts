import { type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import { displayPath } from '../../diagnostics/display-path.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { diagnoseMissing, missingParameters } from '../../openapi/document/missing-parameters.ts'
import { operationIds } from '../../openapi/document/operation-ids.ts'
import { type PathForm, pathForms } from '../../openapi/document/path-forms.ts'
import type { Operation } from '../../openapi/model/operation.ts'
import type { AppSettings } from '../../openapi/read/read-service.ts'
import { feedOf, planAnswers } from './answer-plan.ts'
import {
  type BodyFormat,
  type ClientPlan,
  type MemberPlan,
  type OperationPlan,
  type PagingPlan,
  type PathValue,
  type Shape,
  unnamedShape,
} from './client-plan.ts'
import { planInputs } from './input-plan.ts'
import { planSocket } from './socket-plan.ts'
import { ValuePlans } from './value-plans.ts'

interface PlanOptions {
  /** Absolute path of the app's module. */
  readonly source: string
  /** Absolute; places in comments are relative to it. */
  readonly base: string
  readonly settings: AppSettings
  /** Formats of bodies, the preferred first. */
  readonly formats: readonly BodyFormat[]
}

interface PlannedClient {
  readonly plan: Omit<ClientPlan, 'types' | 'codecs'>
  readonly diagnostics: readonly Diagnostic[]
}

/** Methods that fetch refuses. */
const forbidden = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** Plans the functions of a client, one for each path of an operation. */
export function planClient(operations: readonly Operation[], options: PlanOptions): PlannedClient {
  const diagnostics: Diagnostic[] = []
  const plans = new ValuePlans()
  const all = operations
    .filter(({ method }) => !forbidden.has(method))
    .flatMap((operation) => {
      diagnostics.push(...missingParameters(operation).map(diagnoseMissing))
      const method = operation.socket === undefined ? operation.method.toLowerCase() : 'open'
      return pathForms(operation.pattern).map((form) => ({ operation, form, method }))
    })
  const unique = withoutRepeated(all, diagnostics)
  const ids = operationIds(unique, (one) => diagnostics.push(one))
  const planned = unique.map((one) =>
    planOperation(one.operation, one.form, ids.get(one) ?? '', plans, options),
  )
  return { plan: { source: options.source, operations: planned }, diagnostics }
}

interface ClientRoute {
  readonly operation: Operation
  readonly form: PathForm
  readonly method: string
}

/** Routes whose paths differ in the names of parameters alone are one to a client: the first answers. */
function withoutRepeated(all: readonly ClientRoute[], diagnostics: Diagnostic[]): readonly ClientRoute[] {
  const taken = new Map<string, ClientRoute>()
  return all.filter((one) => {
    const key = `${one.method} ${one.form.path.replace(/\{[^}]*\}/g, '{}')}`
    const other = taken.get(key)
    if (other === undefined) {
      taken.set(key, one)
      return true
    }
    const { method, pattern, span } = one.operation
    diagnostics.push(
      diagnose(openApiCatalog.sameOperation, span, `${method} ${pattern}`, other.operation.pattern),
    )
    return false
  })
}

function planOperation(
  operation: Operation,
  form: PathForm,
  id: string,
  plans: ValuePlans,
  { base, settings, formats }: PlanOptions,
): OperationPlan {
  const { pattern, docs, span, socket } = operation
  const method = socket === undefined ? operation.method : 'WebSocket'
  const inputs = planInputs(operation, form, settings, formats, plans)
  const answers = planAnswers(operation, plans)
  const input = inputs.members.length === 0 ? undefined : unnamedShape(inputs.members)
  const isDecoded = answers.every(({ contents }) =>
    contents.every(({ kind }) => ['json', 'exactJson', 'problem', 'redirect', 'nothing'].includes(kind)),
  )
  return {
    name: id,
    method,
    docs: [docs.summary, docs.description].filter((text) => text !== ''),
    isDeprecated: docs.isDeprecated,
    place: `${displayPath(base, span.path)}:${span.line}`,
    pattern,
    tags: docs.tags,
    path: pathOf(form, inputs.path),
    input: input && { shape: input, isOptional: input.members.every(isAbsentInEmpty) },
    query: shapeOrNone(inputs.query),
    headers: shapeOrNone(inputs.header),
    cookies: shapeOrNone(inputs.cookie),
    body: inputs.body,
    accept: isDecoded ? undefined : acceptOf(answers),
    answers,
    feed: feedOf(answers),
    paging: pagingOf(operation, inputs.query),
    socket: operation.socket && planSocket(operation.socket, plans),
  }
}

/** Lists whose answers link to their next page, as `paginate` makes them. */
function pagingOf({ method, answers }: Operation, query: readonly MemberPlan[]): PagingPlan | undefined {
  const isLinked = answers.some(({ status, headers }) => Number(status) < 400 && headers.has('link'))
  if (method !== 'GET' || !isLinked) return undefined
  const named = (name: string): MemberPlan | undefined => query.find((one) => one.name === name)
  const [page, cursor] = [named('page'), named('cursor')]
  if (page?.value.kind === 'leaf' && page.value.codec === 'int')
    return { kind: 'page', member: page.name, key: page.key }
  if (cursor?.isOptional && cursor.value.kind === 'leaf' && cursor.value.codec === 'text')
    return { kind: 'cursor', member: cursor.name, key: cursor.key }
  return undefined
}

/** Whether `{}` lacks it: every object inherits some names. */
function isAbsentInEmpty({ name, isOptional }: MemberPlan): boolean {
  return isOptional && !(name in {})
}

/** The media types of the answers, JSON before the rest. */
function acceptOf(answers: OperationPlan['answers']): string {
  const media = answers.flatMap(({ contents }) => contents.flatMap((one) => one.media ?? []))
  const all = [...new Set(media.filter((one) => one !== 'application/problem+json'))]
  const first = all.filter((one) => one === 'application/json')
  const others = all.filter((one) => one !== 'application/json')
  const preferred = [...first, ...others].map((one, i) => (i === 0 ? one : `${one};q=0.9`))
  // Beside plain text alone, a service would answer an error in it.
  const problem = all.includes('text/plain') ? ['application/problem+json'] : []
  const json = first.length === 0 ? ['application/json;q=0.8'] : []
  return [...preferred, ...problem, ...json, '*/*;q=0.1'].join(', ')
}

function shapeOrNone(members: readonly MemberPlan[]): Shape | undefined {
  return members.length === 0 ? undefined : unnamedShape(members)
}

function pathOf(
  { path, params }: PathForm,
  members: ReadonlyMap<string, MemberPlan>,
): readonly (string | PathValue)[] {
  const pieces = path.split(/\{([^}]*)\}/)
  return pieces.flatMap((piece, i): (string | PathValue)[] => {
    if (i % 2 === 0) return piece === '' ? [] : [piece]
    const param = params[(i - 1) / 2]
    const member = param?.names.map((name) => members.get(name)).find((one) => one !== undefined)
    if (param === undefined || member === undefined) throw new Error(`no parameter ${piece}`)
    const { name, key, value } = member
    return [{ name, key, value, ...endsOf(i, pieces, params) }]
  })
}

/** A text of slashes alone keeps one. */
function withoutEndSlashes(text: string): string {
  let end = text.length
  while (end > 1 && text[end - 1] === '/') end--
  return text.slice(0, end)
}

/** How a router that never backtracks finds the end of a value, and of the wildcard before it. */
function endsOf(
  i: number,
  pieces: readonly string[],
  params: PathForm['params'],
): Omit<PathValue, 'name' | 'key' | 'value'> {
  const paramAt = (at: number): PathForm['params'][number] | undefined => params[(at - 1) / 2]
  const textAt = (at: number): string => decodeURIComponent(pieces[at] ?? '')
  const untilOf = (at: number): string => {
    const text = pieces.findIndex((one, j) => j > at && j % 2 === 0 && one !== '')
    return withoutEndSlashes(textAt(text))
  }
  const isWildcard = paramAt(i)?.isWildcard ?? false
  const next = paramAt(i + 2)
  const [before, after] = [textAt(i - 1), textAt(i + 1)]
  const wildcard = pieces.findLastIndex((_, at) => at < i && at % 2 === 1 && paramAt(at)?.isWildcard)
  const until = untilOf(wildcard).toLowerCase()
  // Values without a text between them may make it together.
  const isBeside = before === '' || (after === '' && next !== undefined)
  return {
    isWildcard,
    isNeeded: isWildcard && paramAt(i)?.names[0]?.startsWith('+') === true,
    isOne: after === '' && next !== undefined && !isWildcard && !next.isWildcard,
    ends: isWildcard || after.startsWith('/') ? '' : untilOf(i),
    lacks:
      wildcard === -1 ? [] : isBeside ? [...until].map((one) => [one, '', '']) : [[until, before, after]],
  }
}
