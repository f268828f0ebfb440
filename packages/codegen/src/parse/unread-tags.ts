import { catalog } from '../diagnostics/catalog.ts'
import type { Unbindable } from '../diagnostics/unbindable.ts'
import { tagsBefore } from './comment-tags.ts'
import { ts } from './compiler.ts'
import { reportTagsBehind } from './overlooked-tags.ts'
import type { ParseRun } from './parse-run.ts'
import { reportUnresolvedAlias } from './unresolved.ts'

/**
 * Says of source tags that nobody reads why that is: they stand on a type that is not exported, on a class and so on. A
 * tag must not do nothing in silence.
 *
 * `isImported` is whether another source may read them: a type with parameters is for others to fill in.
 */
export function reportUnreadTags(file: ts.SourceFile, isImported: () => boolean, run: ParseRun): void {
  for (const statement of file.statements) reportIn(statement, isImported, run)
}

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration

function reportIn(statement: ts.Statement, isImported: () => boolean, run: ParseRun): void {
  if (ts.isModuleDeclaration(statement) && statement.body !== undefined && ts.isModuleBlock(statement.body)) {
    for (const inner of statement.body.statements) reportIn(inner, () => false, run)
    return
  }
  if (!isDeclaration(statement)) return
  reportBehindMembers(statement, run)
  if (isGeneric(statement) && isImported()) return
  for (const node of [statement, ...membersOf(statement)]) {
    if (run.isRead(node)) continue
    const { tags } = tagsBefore(node, run)
    const tag = tags.find((one) => run.names.makesDto(one.name))
    // One for each declaration: the reason is that of all its tags.
    if (tag !== undefined) {
      if (reportUnresolvedAlias(statement, run)) return
      run.report(catalog.unreadTag, tag.span, tag.name, whyUnread(statement, run))
      return
    }
    const idle = tags.find(({ name }) => onlyOurs.includes(name))
    if (idle !== undefined && !ts.isClassDeclaration(statement) && !isImported()) {
      run.report(catalog.unreadTag, idle.span, idle.name, noSource(statement.name.text))
      return
    }
  }
}

/** Tags that nobody but us has, and that say how something is bound. */
const onlyOurs: readonly string[] = ['validate', 'missing', 'bindingSource']

function noSource(name: string): Unbindable {
  return {
    reason: `${name} has no source tag, and nothing that has one holds it`,
    wayOut: 'Give it one: `/** @json */`.',
  }
}

/** A comment behind the last member stands before nothing. */
function reportBehindMembers(node: Declaration, run: ParseRun): void {
  const members = ts.isTypeAliasDeclaration(node) ? node.type : node
  const from = membersOf(node).at(-1)?.getEnd()
  if (from === undefined) return
  reportTagsBehind(node.getSourceFile(), { start: from, end: members.getEnd() - 1 }, run)
}

function isDeclaration(node: ts.Node): node is Declaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)
}

function isGeneric({ typeParameters }: Declaration): boolean {
  return (typeParameters?.length ?? 0) > 0
}

function membersOf(node: Declaration): readonly ts.Node[] {
  if (!ts.isTypeAliasDeclaration(node)) return node.members
  return ts.isTypeLiteralNode(node.type) ? node.type.members : []
}

function whyUnread(node: Declaration, run: ParseRun): Unbindable {
  const name = node.name?.text ?? 'it'
  if (ts.isClassDeclaration(node)) return { reason: `${name} is a class`, wayOut: 'Write an interface.' }
  if (!ts.isSourceFile(node.parent)) {
    return { reason: `${name} is in a namespace`, wayOut: 'Move it out of the namespace.' }
  }
  if (isGeneric(node)) {
    const wayOut = `Export a type that fills them in, with the tag: \`/** @query */ export type A = ${name}<string>\`.`
    return { reason: `${name} has type parameters`, wayOut }
  }
  if (!isExported(node, run)) return { reason: `${name} is not exported`, wayOut: 'Export it.' }
  if (ts.isTypeAliasDeclaration(node)) return noObject(name, run.checker.getTypeAtLocation(node.type), run)
  return {
    reason: `${name} has another declaration that is read`,
    wayOut: 'Put the tag on an interface, or on a property of one.',
  }
}

function noObject(name: string, type: ts.Type, { checker }: ParseRun): Unbindable {
  const isList = checker.isArrayType(type) || checker.isTupleType(type)
  const what = isList ? 'a list' : type.isUnion() ? 'a union' : 'no object'
  return {
    reason: `${name} is ${what}, and a DTO is an object`,
    wayOut: `Tag an interface that holds it: \`/** @json */ export interface Body { value: ${name} }\`.`,
  }
}

function isExported(node: Declaration, { checker }: ParseRun): boolean {
  const module = checker.getSymbolAtLocation(node.getSourceFile())
  const symbol = node.name && checker.getSymbolAtLocation(node.name)
  if (module === undefined || symbol === undefined) return false
  return checker.getExportsOfModule(module).some((exported) => {
    const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    return target === symbol || target === checker.getExportSymbolOfSymbol(symbol)
  })
}
