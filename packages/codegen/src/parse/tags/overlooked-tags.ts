import { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import { spanOf } from '../project/spans.ts'
import { lexComment, sharesLine, tagsBefore, trails } from './comment-tags.ts'
import { type Comment, commentsIn, lastJsDoc, type TextRange } from './find-comments.ts'
import type { Tag } from './lex-tags.ts'
import type { TagRun } from './tag-run.ts'

/** Reports misspelt and ignored tags in the exported types of a file, DTOs or not. */
export function reportOverlookedTags(file: ts.SourceFile, run: TagRun): void {
  const names = exportedNames(file)
  for (const statement of file.statements) {
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
    if (isType && (isExported(statement) || names.has(statement.name.text))) reportInside(statement, run)
  }
}

function reportInside(node: ts.Node, run: TagRun): void {
  if (ts.isIdentifier(node)) return
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isPropertySignature(node)) {
    // Parsing has already checked this type and its members.
    if (run.isRead(node)) return
    reportOverlooked(node, run)
  }
  ts.forEachChild(node, (child) => reportInside(child, run))
}

function isExported(node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
}

/** The names in `export { A }` and `export default A`. */
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

/** Reports misspelt and ignored tags in the comments before a declaration. */
export function reportOverlooked(node: ts.Node, run: TagRun): void {
  const file = node.getSourceFile()
  const range = { start: node.pos, end: node.getStart(file) }
  // Most declarations have no tags, and the user cannot fix those in packages.
  if (!file.text.slice(range.start, range.end).includes('@') || file.fileName.includes('/node_modules/'))
    return
  const comments = commentsIn(file.text, range.start, range.end)
  const last = lastJsDoc(comments)
  for (const comment of comments) {
    if (trails(file, comment, { from: range.start, to: range.end })) reportStray(file, comment, run)
    else if (comment === last) {
      reportSlips(node, run)
      const isDeclared = run.declares && !file.isDeclarationFile
      if (isDeclared && sharesLine(file.text, comment, range.start)) reportUndeclared(node, run)
    } else if (isDirectlyBefore(file.text, comment, range.end)) reportUnread(file, comment, run)
  }
}

/** Reports tags after the last member of a type, which apply to nothing. */
export function reportTagsBehind(file: ts.SourceFile, { start, end }: TextRange, run: TagRun): void {
  for (const comment of commentsIn(file.text, start, end)) reportStray(file, comment, run)
}

function reportStray(file: ts.SourceFile, comment: Comment, run: TagRun): void {
  const tag = ourTag(file, comment, run)
  if (tag !== undefined) run.report(catalog.strayTag, spanOf(file, tag.start, tag.end), tag.name)
}

function reportSlips(node: ts.Node, run: TagRun): void {
  for (const { name, slip, span } of tagsBefore(node, run).tags) {
    if (slip !== undefined) run.report(catalog.unknownTag, span, name, slip)
  }
}

/** Reports tags that the declarations of the project lose: the compiler drops their comment, or moves it. */
function reportUndeclared(node: ts.Node, run: TagRun): void {
  for (const { name, text, span } of tagsBefore(node, run).tags)
    if (run.names.isAsked(name, text)) run.report(catalog.undeclaredTag, span, name)
}

/** Reports a tag in a comment that is not JSDoc, or not the last before the declaration. */
function reportUnread(file: ts.SourceFile, comment: Comment, run: TagRun): void {
  const tag = ourTag(file, comment, run)
  if (tag === undefined) return
  const span = spanOf(file, tag.start, tag.end)
  const [line = ''] = tag.text.split('\n')
  run.report(catalog.overlookedTag, span, tag.name, `${line && ` ${line}`}`, comment.kind === 'jsDoc')
}

/** The first tag of ctxgen in a comment, misspelt or not. A comment that is not JSDoc must start with it. */
function ourTag(file: ts.SourceFile, comment: Comment, run: TagRun): Tag | undefined {
  const { description, tags } = lexComment(file, comment, run)
  const found = comment.kind === 'jsDoc' ? tags : description === '' ? tags.slice(0, 1) : []
  return found.find(({ name, text, slip }) => slip !== undefined || run.names.isAsked(name, text))
}

/** Whether there is no empty line between a comment and the declaration. */
function isDirectlyBefore(text: string, { end }: Comment, to: number): boolean {
  return !/\n[ \t]*\r?\n/.test(text.slice(end, to))
}
