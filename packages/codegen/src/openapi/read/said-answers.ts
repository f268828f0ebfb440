import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { ts } from '../../parse/compiler.ts'
import type { Answer, AnswerBody } from '../model/operation.ts'
import type { DocComment, DocTag } from './doc-comments.ts'
import type { Evaluator } from './evaluator.ts'
import type { OperationFacts } from './operation-facts.ts'
import { sentBody } from './sent-value.ts'

interface ReadAnswers {
  readonly read: readonly Answer[]
  readonly docs: readonly DocComment[]
  readonly facts: OperationFacts
  readonly node: ts.CallExpression
}

/** Adds the answers of `@answer` tags where code could not be read, and compares them with the code elsewhere. */
export function withSaidAnswers(
  { read, docs, facts, node }: ReadAnswers,
  evaluator: Evaluator,
): readonly Answer[] {
  const tags = docs.flatMap(({ tags }) => tags.filter(({ name }) => name === 'answer'))
  if (tags.length === 0) {
    for (const report of facts.unread) report()
    return read
  }
  const said = tags.flatMap((tag) => saidAnswer(tag, node, evaluator) ?? [])
  if (facts.unread.length > 0) {
    const statuses = new Set(said.map(({ status }) => status))
    const others = read.filter((one) => !statuses.has(one.status) && (said.length === 0 || !isEmptyOk(one)))
    return [...others, ...said]
  }
  for (const one of said) {
    if (read.some((other) => isSame(one, other))) continue
    const shown = [...new Set(read.map(shownAnswer))].join(', ')
    evaluator.report(openApiCatalog.otherAnswer, node, shownAnswer(one), shown || 'nothing')
  }
  return read
}

/** The answer of a handler whose code could not be read. */
function isEmptyOk({ status, body }: Answer): boolean {
  return status === 200 && body === undefined
}

function isSame(said: Answer, read: Answer): boolean {
  if (said.status !== read.status) return false
  if (said.body === undefined) return said.media === undefined || said.media === read.media
  return read.body !== undefined && shownBody(said.body) === shownBody(read.body)
}

function shownAnswer({ status, media, body }: Answer): string {
  const what = body === undefined ? media : shownBody(body)
  return what === undefined ? String(status) : `${status} ${what}`
}

function shownBody(body: AnswerBody): string {
  if (body.kind === 'dto') return body.name
  return body.kind === 'value' ? body.text : body.kind
}

/** `undefined` for `@answer -`, and after a diagnostic. */
function saidAnswer(tag: DocTag, node: ts.Node, evaluator: Evaluator): Answer | undefined {
  if (tag.text === '-') return undefined
  const [, status, what] = /^([1-5]\d\d|default)(?:\s+(\S+))?(?:\s+-\s.*)?$/s.exec(tag.text) ?? []
  const answer = {
    status: status === 'default' ? ('default' as const) : Number(status),
    headers: new Map(),
    detail: undefined,
    span: tag.span,
  }
  if (status === undefined) evaluator.report(openApiCatalog.badDocTag, node, 'answer', tag.text)
  else if (what === undefined || what === '-') return { ...answer, media: undefined, body: undefined }
  else if (what.includes('/')) {
    const kind = what.startsWith('text/event-stream') ? 'events' : /^text\//.test(what) ? 'text' : 'bytes'
    return { ...answer, media: what, body: { kind, key: kind } }
  } else {
    const body = bodyNamed(what, node, evaluator)
    if (body !== undefined) return { ...answer, media: 'application/json', body }
    evaluator.report(openApiCatalog.badDocTag, node, 'answer', tag.text)
  }
  return undefined
}

/** The body of a type that is in scope: `Car`, `Car[]`. */
function bodyNamed(text: string, node: ts.Node, evaluator: Evaluator): AnswerBody | undefined {
  const [, name = '', list = ''] = /^([A-Za-z_$][\w$]*)((?:\[\])?)$/.exec(text) ?? []
  const { checker } = evaluator
  const found = checker
    .getSymbolsInScope(node, ts.SymbolFlags.Type | ts.SymbolFlags.Alias)
    .find((one) => one.name === name)
  if (found === undefined) return undefined
  const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
  const value = evaluator.valueOf(symbol)
  if (value?.kind === 'generated' && list === '') {
    const { module } = value
    return { kind: 'dto', module, name, key: `dto ${module.path} ${name}` }
  }
  const body = sentBody(checker.getDeclaredTypeOfSymbol(symbol), node, evaluator.rootScope, evaluator)
  if (body?.kind !== 'value' || list === '') return body
  return { ...body, type: { kind: 'list', element: body.type }, text: `${body.text}[]`, key: `${body.key}[]` }
}
