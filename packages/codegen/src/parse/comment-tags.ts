import { catalog } from '../diagnostics/catalog.ts'
import type { SourceSpan } from '../model/source-span.ts'
import type { ts } from './compiler.ts'
import { type CommentTags, lexTags, type Tag } from './lex-tags.ts'
import { type ParseRun, spanOf } from './parse-run.ts'

/** A tag and where it stands. */
export interface LocatedTag {
  readonly name: string
  readonly text: string
  readonly span: SourceSpan
  /** Where a part of the text stands; the tag itself when the text runs over several lines. */
  readonly textSpan: (start: number, end: number) => SourceSpan
}

export interface LocatedTags {
  readonly description: string
  readonly tags: readonly LocatedTag[]
}

const none: LocatedTags = { description: '', tags: [] }

/** Many declarations are read again and again, by each source that imports them. Those of which something is said are not kept. */
const known = new WeakMap<ts.Node, LocatedTags>()

/**
 * The tags of the last JSDoc comment before a declaration, on whatever line it begins: the compiler's own tree has none for
 * a comment that shares its line with `{` or another member.
 */
export function tagsBefore(node: ts.Node, run: ParseRun): LocatedTags {
  const before = known.get(node)
  if (before !== undefined) return before
  const { tags, isFaulty } = readTags(node, run)
  if (!isFaulty) known.set(node, tags)
  return tags
}

interface ReadTags {
  readonly tags: LocatedTags
  /** Whether there was something to report. */
  readonly isFaulty: boolean
}

function readTags(node: ts.Node, run: ParseRun): ReadTags {
  const file = node.getSourceFile()
  const text = file.text
  const start = node.getStart(file)
  const comment = lastJsDoc(text, node.pos, start)
  if (comment === undefined) return { tags: none, isFaulty: false }
  if (trails(text, comment, { from: node.pos, to: start }))
    return { tags: none, isFaulty: reportStrayTag(file, comment, run) }
  const { description, tags } = lexTags(
    text.slice(0, comment.end),
    comment.start,
    run.names,
  ) satisfies CommentTags
  for (const tag of tags) {
    const span = spanOf(file, tag.start, tag.end + tag.glued.length)
    if (tag.glued !== '') run.report(catalog.gluedOption, span, tag.name, tag.glued)
  }
  const located = tags.map((tag) => {
    const span = spanOf(file, tag.start, tag.end)
    return { name: tag.name, text: tag.text, span, textSpan: textSpans(file, tag, span) }
  })
  return { tags: { description, tags: located }, isFaulty: tags.some(({ glued }) => glued !== '') }
}

/** Reports a tag in the last comment of a range that holds nothing it could be about. */
export function reportStrayTags(file: ts.SourceFile, from: number, to: number, run: ParseRun): void {
  const comment = lastJsDoc(file.text, from, to)
  if (comment !== undefined) reportStrayTag(file, comment, run)
}

function reportStrayTag(file: ts.SourceFile, comment: TextRange, run: ParseRun): boolean {
  const [tag] = lexTags(file.text.slice(0, comment.end), comment.start, run.names).tags
  if (tag !== undefined) run.report(catalog.strayTag, spanOf(file, tag.start, tag.end), tag.name)
  return tag !== undefined
}

interface TextRange {
  readonly start: number
  readonly end: number
}

/** Where parts of a tag's text stand, as far as it stands in the file as it is. */
function textSpans(file: ts.SourceFile, tag: Tag, otherwise: SourceSpan): LocatedTag['textSpan'] {
  const behind = file.text.slice(tag.end)
  const at = tag.end + behind.length - behind.trimStart().length
  if (!file.text.startsWith(tag.text, at)) return () => otherwise
  return (start, end) => spanOf(file, at + start, at + end)
}

/** Whether a comment stands behind the member before, on its line, and so belongs to nothing. */
function trails(text: string, comment: TextRange, { from, to }: { from: number; to: number }): boolean {
  const before = text.slice(from, comment.start)
  const after = text.slice(comment.end, to)
  return from > 0 && text[from - 1] !== '{' && !before.includes('\n') && after.includes('\n')
}

/** The last JSDoc block among blanks and comments. */
function lastJsDoc(text: string, from: number, to: number): TextRange | undefined {
  let found: TextRange | undefined
  for (let i = from; i < to; i++) {
    if (text[i] !== '/') continue
    if (text[i + 1] === '/') {
      const end = text.indexOf('\n', i)
      i = end === -1 ? to : end
    } else if (text[i + 1] === '*') {
      const end = text.indexOf('*/', i + 2) + 2
      if (text.startsWith('/**', i) && end - i > 4) found = { start: i, end }
      i = end - 1
    }
  }
  return found
}
