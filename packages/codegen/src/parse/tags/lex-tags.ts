import type { TagNames } from './tag-names.ts'
import { isBeforeTag, type TagSlip } from './tag-slips.ts'

/** A tag in a comment. Offsets are relative to the lexed text. */
export interface Tag {
  readonly name: string
  /** Text after the name, trimmed and without the comment's stars. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** Text directly after the name, without a space, which makes the tag invalid: `,csv` of `@query,csv`. */
  readonly glued: string
  /** The likely intent of a misspelt tag. */
  readonly slip: TagSlip | undefined
}

/** A parsed JSDoc comment. */
export interface CommentTags {
  /** Text before the first tag, on one line. */
  readonly description: string
  readonly tags: readonly Tag[]
}

/**
 * Lexes the tags of a comment from its raw text, independent of the compiler's version.
 *
 * A tag starts after whitespace (or at the start) with `@` and a name. Its text runs to the next known tag: a tag of ctxgen
 * or JSDoc, or a misspelt one. Backticks quote text that starts no tag.
 */
export function lexTags(comment: string, start: number, names: TagNames): CommentTags {
  const from = start + (/^\/(?:\/+|\*+(?!\/))/.exec(comment.slice(start))?.[0].length ?? 0)
  const heads = findHeads(comment, from, names)
  const tags = heads.map((head, i): Tag => {
    const end = heads[i + 1]?.start ?? endOfText(comment)
    return {
      name: head.name,
      text: plainText(comment.slice(head.textStart, end)),
      start: head.start,
      end: head.textStart,
      glued: head.glued,
      slip: head.slip,
    }
  })
  const description = plainText(comment.slice(from, heads[0]?.start ?? endOfText(comment)))
  return { description: description.replace(/\s+/g, ' '), tags }
}

interface Head {
  readonly name: string
  readonly start: number
  readonly textStart: number
  readonly glued: string
  readonly slip: TagSlip | undefined
}

const tagHead = /@([A-Za-z][\w-]*)([^\s*]*)/y

function findHeads(comment: string, start: number, names: TagNames): Head[] {
  const heads: Head[] = []
  const text = comment.slice(0, endOfText(comment))
  for (let i = start; i < text.length; i++) {
    if (text[i] === '`') {
      const close = text.indexOf('`', i + 1)
      // An unclosed backtick quotes nothing, or it would swallow the tags after it.
      if (close !== -1) i = close
      continue
    }
    const isInline = text[i - 1] === '{' && i > start
    if (text[i] !== '@' || (i > start && !isInline && !/[\s*]/.test(text[i - 1] ?? ' '))) continue
    tagHead.lastIndex = i
    const [, name, glued = ''] = tagHead.exec(text) ?? []
    if (name === undefined) continue
    const isExample = heads.at(-1)?.name === 'example'
    if (isInline) {
      const slip = names.isOurs(name) && !isExample ? bracedSlip(text.slice(i + 1)) : undefined
      if (slip !== undefined) heads.push({ name, start: i, textStart: i + 1 + name.length, glued: '', slip })
      continue
    }
    const isTag = (glued === '' && names.isKnown(name)) || isGlued(name, glued, names)
    const slip = isTag || isExample ? undefined : slipAt(text, i, name, names)
    if (slip !== undefined) {
      const written = glued.startsWith(':') ? `${name}:` : names.isKnown(name) ? name + glued : name
      heads.push({ name: written, start: i, textStart: i + 1 + written.length, glued: '', slip })
    } else if (isTag) {
      heads.push({ name, start: i, textStart: i + 1 + name.length, glued, slip })
    }
  }
  return heads
}

/** `@query,csv` lacks a space and is an error; `@query,` in a sentence is ignored. */
function isGlued(name: string, glued: string, names: TagNames): boolean {
  return names.isOurs(name) && /^,(?:required|csv|pipe|ssv|json)\b/.test(glued)
}

function slipAt(text: string, at: number, name: string, names: TagNames): TagSlip | undefined {
  const [behind = ''] = /^.*/.exec(text.slice(at + 1 + name.length)) ?? []
  const isListed = names.isKnown(name) && isBeforeTag(behind)
  const own = (isListed ? behind : (behind.split(/\s@/)[0] ?? '')).trimEnd()
  return isInSentence(text.slice(at - 2, at), name, own) ? undefined : names.slipOf(name, own)
}

/** `{@validate min=3}`, as inline tags of JSDoc are written. */
function bracedSlip(behind: string): TagSlip | undefined {
  const [, tag, name] = /^((\w+)(?:\s[^}\n]*)?)\}/.exec(behind) ?? []
  return tag === undefined ? undefined : { meant: `@${name} without braces`, hint: `Write \`@${tag}\`.` }
}

/** Prose such as "without the @Type decorator." is not a tag. */
function isInSentence(before: string, name: string, behind: string): boolean {
  return /^[A-Z]/.test(name) && /^[a-z,] $/.test(before) && /^ [a-z]+(?:\.| [a-z])/.test(behind)
}

/** The offset of the closing `*` and `/`. */
function endOfText(comment: string): number {
  return comment.endsWith('*/') ? comment.length - 2 : comment.length
}

/** Trimmed text without the stars at the start of lines. */
function plainText(text: string): string {
  if (!text.includes('\n')) return text.trim()
  return text
    .split(/\r?\n/)
    .map((line, i) => (i === 0 ? line : line.replace(/^\s*\*? ?/, '')))
    .join('\n')
    .trim()
}
