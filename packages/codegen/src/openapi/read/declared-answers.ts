import { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { isOfLibrary } from '../../parse/project/library-types.ts'
import type { Draft } from '../model/draft.ts'
import type { Answer, AnswerBody, AnswerHeader } from '../model/operation.ts'
import { type AnswerTag, declaredError, isAnswer, isSame, shownAnswer } from './answer-tags.ts'
import type { ChainStep } from './chain-step.ts'
import type { DocTag } from './doc-comments.ts'
import type { Evaluator } from './evaluator.ts'
import { sentBody } from './sent-value.ts'
import { tagsFor } from './tag-methods.ts'
import type { UnreadPart } from './unread-code.ts'

/** A step of an operation, with the tags that speak of it. */
export interface TaggedStep {
  readonly step: ChainStep
  readonly tags: readonly DocTag[]
  /** The answers that its requests would get so far. */
  readonly drafts: readonly Draft[]
}

interface ReadAnswers {
  readonly read: readonly Answer[]
  readonly unread: readonly UnreadPart[]
  readonly steps: readonly TaggedStep[]
  /** Of the route and of its handler. */
  readonly tags: readonly DocTag[]
  readonly node: ts.CallExpression
  readonly method: string
  readonly pattern: string
}

/** Adds the answers of `@answer` tags where code could not be read, and compares them with the code elsewhere. */
export function withDeclaredAnswers(
  { read, unread, steps, tags, node, method, pattern }: ReadAnswers,
  evaluator: Evaluator,
): readonly Answer[] {
  for (const { name, slip, span } of [...steps.flatMap((one) => one.tags), ...tags])
    if (slip !== undefined) evaluator.reportAt(catalog.unknownTag, span, name, slip)
  // A 304 answers GET and HEAD alone (RFC 9110 section 15.4.5).
  const isDeclared = ({ status }: AnswerTag): boolean =>
    status !== 304 || method === 'GET' || method === 'HEAD'
  const declaredBy = (some: readonly DocTag[]): readonly AnswerTag[] =>
    tagsFor(method, some.filter(isAnswerTag))
      .flatMap((tag) => answerTagOf(tag, evaluator) ?? [])
      .filter(isDeclared)
  const ofSteps = steps
    .filter((one) => one.tags.some(isAnswerTag))
    .map((one) => ({ ...one, declared: declaredBy(one.tags) }))
  const ofRoute = declaredBy(tags)
  let answers = read
  for (const { step, declared, drafts } of ofSteps) {
    if (unread.some((one) => one.step === step)) answers = withDeclared(answers, declared, drafts)
  }
  const open = unread.filter(({ step }) => ofSteps.every((one) => one.step !== step))
  if (!tags.some(isAnswerTag))
    for (const { diagnostic } of open) evaluator.unreadReports.add(diagnostic, `${method} ${pattern}`)
  else if (open.length > 0) answers = withDeclared(answers, ofRoute, [])
  else reportOthers(ofRoute, answers, node, evaluator)
  for (const { step, declared } of ofSteps) {
    const isUnread = unread.some((one) => one.step === step)
    evaluator.answerTags.compare(declared, answers, isUnread)
  }
  return withHeaders(answers, [...ofSteps.flatMap(({ declared }) => declared), ...ofRoute])
}

/** The answers that are declared replace those of their status, and the empty answer of code that could not be read. */
function withDeclared(
  read: readonly Answer[],
  all: readonly AnswerTag[],
  drafts: readonly Draft[],
): readonly Answer[] {
  const declared = all.filter(isAnswer).filter(({ status, sent }) => {
    return sent !== undefined || read.every((one) => one.status !== status)
  })
  const statuses = new Set(declared.map(({ status }) => status))
  const others = read.filter((one) => !statuses.has(one.status) && (declared.length === 0 || !isEmptyOk(one)))
  const headers = headersOf(drafts)
  const added = declared.map(({ status, sent, span }): Answer => {
    return { status, media: sent?.media, body: sent?.body, headers, detail: undefined, span }
  })
  return [...others, ...added]
}

/** The headers that other code has set by then. */
function headersOf(drafts: readonly Draft[]): ReadonlyMap<string, AnswerHeader> {
  const [first, ...others] = drafts
  if (first === undefined) return new Map()
  return others.reduce((all, one) => all.joined(one), first).headers
}

/** The answer of a handler whose code could not be read. */
function isEmptyOk({ status, body }: Answer): boolean {
  return status === 200 && body === undefined
}

/** Adds the headers that are declared of every answer, or of a status. */
function withHeaders(answers: readonly Answer[], declared: readonly AnswerTag[]): readonly Answer[] {
  const named = declared.filter(({ headers }) => headers.length > 0)
  if (named.length === 0) return answers
  return answers.map((answer) => {
    const headers = new Map(answer.headers)
    for (const { status, headers: names, span } of named) {
      if (status !== '*' && status !== answer.status) continue
      for (const name of names) {
        const key = name.toLowerCase()
        if (!headers.has(key)) headers.set(key, { name, value: undefined, isAlways: false, span })
      }
    }
    return { ...answer, headers }
  })
}

function reportOthers(
  declared: readonly AnswerTag[],
  read: readonly Answer[],
  node: ts.Node,
  evaluator: Evaluator,
): void {
  for (const one of declared.filter(isAnswer)) {
    if (!read.some((other) => isSame(one, other)))
      evaluator.report(openApiCatalog.otherAnswer, node, shownAnswer({ ...one, ...one.sent }), shownAll(read))
  }
}

function shownAll(read: readonly Answer[]): string {
  return [...new Set(read.map(shownAnswer))].join(', ') || 'nothing'
}

function isAnswerTag({ name }: DocTag): boolean {
  return name === 'answer'
}

/** `undefined` after a diagnostic. */
function answerTagOf(tag: DocTag, evaluator: Evaluator): AnswerTag | undefined {
  const declared = { sent: undefined, headers: [], span: tag.span }
  if (/^-(?:\s|$)/.test(tag.text)) return { ...declared, status: 'none' }
  const [, status, rest = ''] = /^([1-5]\d\d|default|\*)(?:\s+(.*?))?(?:\s+-\s.*)?$/s.exec(tag.text) ?? []
  const all = rest.split(/[\s,]+/).filter((word) => word !== '')
  const words = declaredError(tag) === undefined ? all : all.slice(1)
  const [first] = words
  const sent = status === '*' || first === undefined ? undefined : sentAs(first, tag, evaluator)
  const headers = sent === undefined ? words : words.slice(1)
  const isNamed = status === '*' ? words.length > 0 && words.every(isToken) : headers.every(isHeaderName)
  const isBad = status === undefined || !isNamed
  if (isBad) {
    evaluator.report(openApiCatalog.badDocTag, tag.node, 'answer', tag.text)
    return undefined
  }
  return {
    ...declared,
    status: status === '*' || status === 'default' ? status : Number(status),
    sent,
    headers,
  }
}

/** Headers whose name could be that of a type. */
const oneWord = new Set('age allow etag expires link location refresh server vary via'.split(' '))

/** The name of a type has no hyphen, that of a header has one, save a few. */
function isHeaderName(word: string): boolean {
  return (word.includes('-') && isToken(word)) || oneWord.has(word.toLowerCase())
}

function isToken(word: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(word)
}

/** The body of an answer; `undefined` for the name of a header. */
function sentAs(word: string, { node }: DocTag, evaluator: Evaluator): AnswerTag['sent'] {
  if (word === '-') return { media: undefined, body: undefined }
  if (word.includes('/')) {
    const kind = word.startsWith('text/event-stream') ? 'events' : /^text\//.test(word) ? 'text' : 'bytes'
    return { media: word, body: { kind, key: kind } }
  }
  const body = bodyNamed(word, node, evaluator)
  return body === undefined ? undefined : { media: 'application/json', body }
}

/** The body of a type that is in scope: `Car`, `Car[]`. */
function bodyNamed(text: string, node: ts.Node, evaluator: Evaluator): AnswerBody | undefined {
  const [, name = '', list = ''] = /^([A-Za-z_$][\w$]*)((?:\[\])?)$/.exec(text) ?? []
  const { checker } = evaluator
  const found = checker
    .getSymbolsInScope(node, ts.SymbolFlags.Type | ts.SymbolFlags.Alias)
    .find((one) => one.name === name)
  if (found === undefined) return undefined
  const isAlias = (found.flags & ts.SymbolFlags.Alias) !== 0
  const symbol = isAlias ? checker.getAliasedSymbol(found) : checker.getExportSymbolOfSymbol(found)
  // `Location` is a type of browsers.
  if (oneWord.has(name.toLowerCase()) && symbol.declarations?.every(isOfLibrary)) return undefined
  const value = evaluator.valueOf(symbol)
  if (value?.kind === 'generated' && list === '') {
    const { module } = value
    return { kind: 'dto', module, name, key: `dto ${module.path} ${name}` }
  }
  const body = sentBody(checker.getDeclaredTypeOfSymbol(symbol), node, evaluator.rootScope, evaluator)
  if (body?.kind !== 'value' || list === '') return body
  return { ...body, type: { kind: 'list', element: body.type }, text: `${body.text}[]`, key: `${body.key}[]` }
}
