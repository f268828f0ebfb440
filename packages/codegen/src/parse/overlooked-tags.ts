import { catalog } from '../diagnostics/catalog.ts'
import {
  type Comment,
  commentsIn,
  lastJsDoc,
  lexComment,
  type TextRange,
  tagsBefore,
  trails,
} from './comment-tags.ts'
import { ts } from './compiler.ts'
import type { Tag } from './lex-tags.ts'
import { type ParseRun, spanOf } from './parse-run.ts'

/** Reports what reads like a tag of ours in the exported types of a file, whether or not they are DTOs. */
export function reportOverlookedTags(file: ts.SourceFile, run: ParseRun): void {
  const names = exportedNames(file)
  for (const statement of file.statements) {
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
    if (isType && (isExported(statement) || names.has(statement.name.text))) reportInside(statement, run)
  }
}

function reportInside(node: ts.Node, run: ParseRun): void {
  if (ts.isIdentifier(node)) return
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isPropertySignature(node)) {
    // What is read has been looked at when it was, with what is in it.
    if (run.isRead(node)) return
    reportOverlooked(node, run)
  }
  ts.forEachChild(node, (child) => reportInside(child, run))
}

function isExported(node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
}

/** What `export { A }` and `export default A` name. */
function exportedNames(file: ts.SourceFile): ReadonlySet<string> {
  const names = file.statements.flatMap((one) => {
    if (ts.isExportAssignment(one)) return [one.expression.getText(file)]
    const isList = ts.isExportDeclaration(one) && one.exportClause && ts.isNamedExports(one.exportClause)
    return isList
      ? one.exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
      : []
  })
  return new Set(names)
}

/** Reports what reads like a tag of ours in the comments before a declaration, and is none. */
export function reportOverlooked(node: ts.Node, run: ParseRun): void {
  const file = node.getSourceFile()
  const range = { start: node.pos, end: node.getStart(file) }
  // As most declarations have none; and nobody can mend what a package says.
  if (!file.text.slice(range.start, range.end).includes('@') || file.fileName.includes('/node_modules/'))
    return
  const comments = commentsIn(file.text, range.start, range.end)
  const last = lastJsDoc(comments)
  for (const comment of comments) {
    if (trails(file.text, comment, { from: range.start, to: range.end })) reportStray(file, comment, run)
    else if (comment === last) reportSlips(node, run)
    else if (isDirectlyBefore(file.text, comment, range.end)) reportUnread(file, comment, run)
  }
}

/** Reports tags behind the last member of a type: they stand before nothing. */
export function reportTagsBehind(file: ts.SourceFile, { start, end }: TextRange, run: ParseRun): void {
  for (const comment of commentsIn(file.text, start, end)) reportStray(file, comment, run)
}

function reportStray(file: ts.SourceFile, comment: Comment, run: ParseRun): void {
  const tag = ourTag(file, comment, run)
  if (tag !== undefined) run.report(catalog.strayTag, spanOf(file, tag.start, tag.end), tag.name)
}

function reportSlips(node: ts.Node, run: ParseRun): void {
  for (const { name, slip, span } of tagsBefore(node, run).tags) {
    if (slip !== undefined) run.report(catalog.unknownTag, span, name, slip)
  }
}

/** A comment that is not JSDoc, or not the last one before the declaration. */
function reportUnread(file: ts.SourceFile, comment: Comment, run: ParseRun): void {
  const tag = ourTag(file, comment, run)
  if (tag === undefined) return
  const span = spanOf(file, tag.start, tag.end)
  const [line = ''] = tag.text.split('\n')
  run.report(catalog.overlookedTag, span, tag.name, `${line && ` ${line}`}`, comment.kind === 'jsDoc')
}

/** The first tag of a comment that is ours, or was meant to be; one that is not JSDoc begins with it. */
function ourTag(file: ts.SourceFile, comment: Comment, run: ParseRun): Tag | undefined {
  const { description, tags } = lexComment(file, comment, run)
  const found = comment.kind === 'jsDoc' ? tags : description === '' ? tags.slice(0, 1) : []
  return found.find(({ name, text, slip }) => slip !== undefined || run.names.isAsked(name, text))
}

/** Whether no empty line stands between a comment and its declaration. */
function isDirectlyBefore(text: string, { end }: Comment, to: number): boolean {
  return !/\n[ \t]*\r?\n/.test(text.slice(end, to))
}
