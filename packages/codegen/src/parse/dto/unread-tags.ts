import { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import type { Unbindable } from '../../diagnostics/unbindable.ts'
import { tagsBefore } from '../tags/comment-tags.ts'
import { reportTagsBehind } from '../tags/overlooked-tags.ts'
import { bodyWords } from '../types/body-shaped.ts'
import type { TypeRun } from '../types/type-run.ts'
import { reportUnresolvedAlias } from '../types/unresolved.ts'

/**
 * Warns of source tags without effect, for example on a type that is not exported or on a class. No tag may be ignored
 * silently.
 *
 * @param isImported whether another source may use them, by filling in type parameters
 */
export function reportUnreadTags(file: ts.SourceFile, isImported: () => boolean, run: TypeRun): void {
  for (const statement of file.statements) reportIn(statement, isImported, run)
}

/** An enum is a value for its readers, so rules belong to the properties that have its type. */
function reportEnum(node: ts.EnumDeclaration, run: TypeRun): void {
  const tag = tagsBefore(node, run).tags.find(({ name, text }) => run.names.isAsked(name, text))
  if (tag !== undefined) run.report(catalog.misplacedTag, tag.span, tag.name, 'an enum')
}

/** Reports a tag of a value, a namespace or an export list. */
function reportValue(node: ts.Statement, run: TypeRun): void {
  const what = valueWords(node)
  if (what === undefined) return
  const tag = tagsBefore(node, run).tags.find(({ name }) => run.names.makesDto(name))
  if (tag === undefined) return
  const wayOut = 'Put the tag on an interface or a type alias.'
  run.report(catalog.unreadTag, tag.span, tag.name, { reason: `${what}, not a type`, wayOut })
}

function valueWords(node: ts.Statement): string | undefined {
  if (ts.isVariableStatement(node)) {
    return `${node.declarationList.declarations.map(({ name }) => name.getText()).join(', ')} is a value`
  }
  if (ts.isFunctionDeclaration(node)) return `${node.name?.text ?? 'it'} is a function`
  if (ts.isModuleDeclaration(node)) return `${node.name.getText()} is a namespace`
  return ts.isExportAssignment(node) || ts.isExportDeclaration(node) ? 'it is an export' : undefined
}

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration

function reportIn(statement: ts.Statement, isImported: () => boolean, run: TypeRun): void {
  reportValue(statement, run)
  if (ts.isModuleDeclaration(statement) && statement.body !== undefined && ts.isModuleBlock(statement.body)) {
    for (const inner of statement.body.statements) reportIn(inner, () => false, run)
    return
  }
  if (ts.isEnumDeclaration(statement)) reportEnum(statement, run)
  if (!isDeclaration(statement)) return
  reportBehindMembers(statement, run)
  if (isGeneric(statement) && isImported()) return
  for (const node of [statement, ...membersOf(statement)]) {
    if (run.isRead(node)) continue
    const { tags } = tagsBefore(node, run)
    const tag = tags.find((one) => run.names.makesDto(one.name))
    // Once for each declaration: its tags share the reason.
    if (tag !== undefined) {
      if (reportUnresolvedAlias(statement, run)) return
      run.report(catalog.unreadTag, tag.span, tag.name, whyUnread(statement, tag.name, run))
      return
    }
    const idle = tags.find(({ name }) => onlyOurs.includes(name))
    if (idle !== undefined && !ts.isClassDeclaration(statement) && !isImported()) {
      run.report(catalog.unreadTag, idle.span, idle.name, whyIdle(statement, idle.name))
      return
    }
  }
}

/** Tags unique to ctxgen that affect binding. */
const onlyOurs: readonly string[] = ['validate', 'transform', 'missing', 'unknown', 'bindingSource']

function whyIdle(node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration, tag: string): Unbindable {
  const name = node.name.text
  if (ts.isTypeAliasDeclaration(node) && !ts.isTypeLiteralNode(node.type) && tag === 'validate')
    return { reason: `no DTO names ${name}`, wayOut: 'Use it as the type of a property, or remove the tag.' }
  return {
    reason: `neither ${name} nor a type that contains it has a source tag`,
    wayOut: 'Add one: `/** @json */`.',
  }
}

/** Reports comments after the last member, which apply to nothing. */
function reportBehindMembers(node: Declaration, run: TypeRun): void {
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

function whyUnread(node: Declaration, tag: string, run: TypeRun): Unbindable {
  const name = node.name?.text ?? 'it'
  if (ts.isClassDeclaration(node)) return { reason: `${name} is a class`, wayOut: 'Write an interface.' }
  if (!ts.isSourceFile(node.parent)) {
    return { reason: `${name} is in a namespace`, wayOut: 'Move it out of the namespace.' }
  }
  if (isGeneric(node)) {
    const wayOut = `Export a tagged type that fills them in: \`/** @${tag} */ export type A = ${name}<string>\`.`
    return { reason: `${name} has type parameters`, wayOut }
  }
  if (!isExported(node, run)) return { reason: `${name} is not exported`, wayOut: 'Export it.' }
  if (ts.isTypeAliasDeclaration(node) && tag === 'socket') {
    const wayOut = `Write an interface of both sides: \`/** @socket */ export interface RoomSocket { receive: ${name}; send: ServerMessage }\`.`
    return { reason: `${name} is no object with receive and send`, wayOut }
  }
  if (ts.isTypeAliasDeclaration(node)) return noObject(name, run.checker.getTypeAtLocation(node.type), run)
  return {
    reason: `another declaration of ${name} is read instead`,
    wayOut: 'Put the tag on an interface, or on a property of one.',
  }
}

function noObject(name: string, type: ts.Type, { checker }: TypeRun): Unbindable {
  const wayOut = `Tag an interface that contains it: \`/** @json */ export interface Body { value: ${name} }\`.`
  const what = bodyWords(type, checker)
  if (what !== undefined) return { reason: `${name} is ${what}, which only a body can be`, wayOut }
  const holdsNull = type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0)
  const is = holdsNull ? 'may be null' : type.isUnion() ? 'also has single values' : 'is not an object'
  return { reason: `${name} ${is}, but a body must be an object, a list or a union of these`, wayOut }
}

function isExported(node: Declaration, { checker }: TypeRun): boolean {
  const module = checker.getSymbolAtLocation(node.getSourceFile())
  const symbol = node.name && checker.getSymbolAtLocation(node.name)
  if (module === undefined || symbol === undefined) return false
  return checker.getExportsOfModule(module).some((exported) => {
    const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    return target === symbol || target === checker.getExportSymbolOfSymbol(symbol)
  })
}
