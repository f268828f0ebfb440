import type { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { spanOf } from '../project/spans.ts'
import { type Comment, commentsIn, lastJsDoc, type TextRange } from './find-comments.ts'
import { type CommentTags, lexTags, type Tag } from './lex-tags.ts'
import type { TagRun } from './tag-run.ts'

/** A tag with its spans. */
export interface LocatedTag {
  readonly name: string
  readonly text: string
  readonly span: SourceSpan
  readonly slip: Tag['slip']
  /** The span of a part of the text; of the whole tag if the text has several lines. */
  readonly textSpan: (start: number, end: number) => SourceSpan
}

export interface LocatedTags {
  readonly description: string
  readonly tags: readonly LocatedTag[]
}

const none: LocatedTags = { description: '', tags: [] }

/** Cache: every importing source reads a declaration again. Omits declarations with diagnostics, which must be repeated. */
const known = new WeakMap<ts.Node, LocatedTags>()

/**
 * The tags of the last JSDoc comment before a declaration, on any line. The compiler's tree lacks a comment that shares its
 * line with `{` or another member.
 */
export function tagsBefore(node: ts.Node, run: TagRun): LocatedTags {
  const before = known.get(node)
  if (before !== undefined) return before
  const { tags, hasError } = readTags(node, run)
  if (!hasError) known.set(node, tags)
  return tags
}

interface ReadTags {
  readonly tags: LocatedTags
  /** Whether it had diagnostics. */
  readonly hasError: boolean
}

function readTags(node: ts.Node, run: TagRun): ReadTags {
  const file = node.getSourceFile()
  const text = file.text
  const start = node.getStart(file)
  const comment = lastJsDoc(commentsIn(text, node.pos, start))
  if (comment === undefined || trails(file, comment, { from: node.pos, to: start }))
    return { tags: none, hasError: false }
  const { description, tags } = lexComment(file, comment, run)
  for (const tag of tags) {
    const span = spanOf(file, tag.start, tag.end + tag.glued.length)
    if (tag.glued !== '') run.report(catalog.gluedOption, span, tag.name, tag.glued)
  }
  const located = tags.map((tag) => {
    const span = spanOf(file, tag.start, tag.end)
    return { name: tag.name, text: tag.text, slip: tag.slip, span, textSpan: textSpans(file, tag, span) }
  })
  return { tags: { description, tags: located }, hasError: tags.some(({ glued }) => glued !== '') }
}

export function lexComment(file: ts.SourceFile, { start, end }: Comment, run: TagRun): CommentTags {
  return lexTags(file.text.slice(0, end), start, run.names)
}

/** Spans within a tag's text; `otherwise` if the text differs from the file, as over several lines. */
function textSpans(file: ts.SourceFile, tag: Tag, otherwise: SourceSpan): LocatedTag['textSpan'] {
  const behind = file.text.slice(tag.end)
  const at = tag.end + behind.length - behind.trimStart().length
  if (!file.text.startsWith(tag.text, at)) return () => otherwise
  return (start, end) => spanOf(file, at + start, at + end)
}

/**
 * Whether a comment follows the previous member on its line, and so applies to nothing. In a declaration file it belongs to
 * the next member: the compiler writes a comment there if it followed `;` or `,` in the source.
 */
export function trails(
  { text, isDeclarationFile }: ts.SourceFile,
  comment: TextRange,
  { from, to }: { from: number; to: number },
): boolean {
  if (isDeclarationFile || from === 0 || text[from - 1] === '{') return false
  return sharesLine(text, comment, from) && text.slice(comment.end, to).includes('\n')
}

/** Whether a comment is on the line of the token before a declaration. */
export function sharesLine(text: string, comment: TextRange, from: number): boolean {
  return from > 0 && !text.slice(from, comment.start).includes('\n')
}
