import { ts } from 'ts-morph'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { withHeader } from './answer-headers.ts'
import { declaredError } from './answer-tags.ts'
import { readsOf } from './declared-reads.ts'
import { docsBefore } from './doc-comments.ts'
import type { Machine } from './machine.ts'
import { tagsFor } from './tag-methods.ts'
import type { SymbolLike, Value } from './value.ts'

/**
 * Notes a call of a method of the project that only an interface, a type or an abstract class declares: the errors of its
 * `@answer` tags, else a warning for the type.
 */
export function callUnseen(symbol: SymbolLike, node: ts.Node, m: Machine): void {
  const declaration = symbol.declarations?.find(isUnseen)
  if (declaration === undefined) return
  const { parent } = declaration
  const declared = [docsBefore(declaration), docsOfType(parent)].flatMap(({ tags }) =>
    tags.filter(({ name }) => name === 'answer'),
  )
  for (const { text } of declared) {
    const [status] = /^[45]\d\d(?!\S)/.exec(text) ?? []
    if (status !== undefined) m.flow.mayThrow(errorOf(Number(status), node), node)
    else if (!/^-(?!\S)/.test(text)) m.report(openApiCatalog.badDocTag, declaration, 'answer', text)
  }
  if (declared.length === 0) m.reportUnseen(parent, node, `${nameOf(parent)}${symbol.name}`)
}

/**
 * Applies the `@answer` and `@reads` tags of a function without readable code: it throws errors, sets headers, reads
 * others, or does nothing. `false` without any, or for an answer of its own.
 */
export function doesDeclared(declaration: ts.Node, node: ts.Node, m: Machine): boolean {
  const { flow, facts } = m
  const { tags } = docsBefore(declaration)
  const counting = tagsFor(facts?.method ?? '', tags)
  for (const tag of counting) if (tag.name === 'reads') for (const one of readsOf(tag, m)) facts?.addRaw(one)
  const declared = counting.filter(({ name }) => name === 'answer')
  const errors = declared.map(declaredError)
  const headers = declared.map(({ text }) => /^\*\s+([\w-][\w\s-]*)$/.exec(text)?.[1]?.split(/\s+/))
  const isKnown = declared.every(
    ({ text }, i) => errors[i] !== undefined || headers[i] !== undefined || /^-(?!\S)/.test(text),
  )
  if (!isKnown || tags.every(({ name }) => name !== 'answer')) return false
  for (const status of errors) if (status !== undefined) flow.mayThrow(errorOf(status, node), node)
  for (const name of headers.flatMap((names) => names ?? []))
    flow.live = flow.live.map((draft) => draft.joined(withHeader(draft, name, undefined, node)))
  return true
}

function isUnseen(node: ts.Declaration): boolean {
  if (ts.isMethodSignature(node) || ts.isPropertySignature(node)) return true
  return ts.isMethodDeclaration(node) && node.body === undefined && ts.isClassLike(node.parent)
}

/** The comment of an interface, or of the alias whose type it is. */
function docsOfType(type: ts.Node): ReturnType<typeof docsBefore> {
  return docsBefore(ts.isTypeLiteralNode(type) && ts.isTypeAliasDeclaration(type.parent) ? type.parent : type)
}

function nameOf(type: ts.Node): string {
  if (ts.isTypeLiteralNode(type))
    return ts.isTypeAliasDeclaration(type.parent) ? `${type.parent.name.text}.` : ''
  const isNamed = ts.isInterfaceDeclaration(type) || ts.isClassLike(type)
  return isNamed && type.name !== undefined ? `${type.name.text}.` : ''
}

export function errorOf(status: number, node: ts.Node): Value {
  const error = { name: 'HttpError' as const, statuses: [status], message: undefined, node }
  return { kind: 'object', members: new Map(), error }
}
