import type { TagNames } from './tag-names.ts'

/** A tag as it stands in a comment. Offsets count from the start of the text that was lexed. */
export interface Tag {
  readonly name: string
  /** What follows the name, without the comment's stars, trimmed. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** What stands right behind the name without a blank, and makes it no tag: `,csv` of `@query,csv`. */
  readonly glued: string
}

/** What a JSDoc comment says. */
export interface CommentTags {
  /** The words before the first tag, on one line. */
  readonly description: string
  readonly tags: readonly Tag[]
}

/**
 * Reads the tags of a JSDoc comment from its raw text, so that no version of the compiler changes what is generated.
 *
 * A tag starts at whitespace (or at the start) with `@` and a name, and its text runs to the next tag that is known: ours,
 * JSDoc's own, or one so near to ours that it is a slip. What stands between backticks starts no tag.
 */
export function lexTags(comment: string, start: number, names: TagNames): CommentTags {
  const heads = findHeads(comment, start, names)
  const tags = heads.map((head, i): Tag => {
    const end = heads[i + 1]?.start ?? endOfText(comment)
    return {
      name: head.name,
      text: plainText(comment.slice(head.textStart, end)),
      start: head.start,
      end: head.textStart,
      glued: head.glued,
    }
  })
  const description = plainText(comment.slice(start + 3, heads[0]?.start ?? endOfText(comment)))
  return { description: description.replace(/\s+/g, ' '), tags }
}

interface Head {
  readonly name: string
  readonly start: number
  readonly textStart: number
  readonly glued: string
}

const tagHead = /@([A-Za-z][\w-]*)([^\s*]*)/y

function findHeads(comment: string, start: number, names: TagNames): Head[] {
  const heads: Head[] = []
  const text = comment.slice(0, endOfText(comment))
  for (let i = start + 3; i < text.length; i++) {
    if (text[i] === '`') {
      const close = text.indexOf('`', i + 1)
      // An unclosed one protects nothing: it must not swallow the tags after it.
      if (close !== -1) i = close
      continue
    }
    if (text[i] !== '@' || !/[\s*]/.test(text[i - 1] ?? ' ')) continue
    tagHead.lastIndex = i
    const [, name = '', glued = ''] = tagHead.exec(text) ?? []
    const isTag =
      glued === '' ? names.isKnown(name) || names.nearest(name) !== undefined : isSlip(name, glued, names)
    if (isTag) heads.push({ name, start: i, textStart: i + 1 + name.length, glued })
  }
  return heads
}

/** `@query,csv` reads like a tag, and would be none: a blank is missing. `@query,` in a sentence is left alone. */
function isSlip(name: string, glued: string, names: TagNames): boolean {
  return names.isOurs(name) && /^,(?:required|csv|pipe|ssv|json)\b/.test(glued)
}

/** The offset of the closing star and slash. */
function endOfText(comment: string): number {
  return comment.endsWith('*/') ? comment.length - 2 : comment.length
}

/** Text without the stars that begin the lines of a comment, trimmed. */
function plainText(text: string): string {
  if (!text.includes('\n')) return text.trim()
  return text
    .split(/\r?\n/)
    .map((line, i) => (i === 0 ? line : line.replace(/^\s*\*? ?/, '')))
    .join('\n')
    .trim()
}
