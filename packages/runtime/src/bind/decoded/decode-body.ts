import { causedIssue } from '../../error/caused-issue.ts'
import { isInvalid, tooManyObjects as manyObjects } from '../../error/english-issues.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'
import { emptyBody } from '../reading/empty-body.ts'
import type { Reading } from '../reading/reading.ts'

/** Decodes the body; an unreadable body is a single issue. @param format the expected format. */
export function decodeBody<T>(at: Reading, format: string, decode: (bytes: Uint8Array) => T): T | undefined {
  at.source = 'body'
  at.maxDepth = at.c.bindSettings().maxDepth
  const bytes = at.c.bodyBytes()
  if (bytes.length === 0) return emptyBody(at)
  try {
    return decode(bytes)
  } catch (cause) {
    return at.wrong('', causedIssue(unreadable(cause, format), cause))
  }
}

/** The issue of a body, or of a text, that cannot be decoded. */
export function unreadable(cause: unknown, format: string): IssueText {
  return cause instanceof BodyError ? cause.issue : withValues(isInvalid, { format })
}

/** An unreadable body. Its message is safe to show to the client. */
export class BodyError extends Error {
  readonly issue: IssueText

  constructor(issue: IssueText, options?: { readonly cause?: unknown }) {
    super(issue.message ?? issue.text, options)
    this.issue = issue
  }
}

/** A body that is not of its format at all. */
export function invalid(format: string, options?: { readonly cause?: unknown }): BodyError {
  return new BodyError(withValues(isInvalid, { format }), options)
}

/** @param max the setting `maxObjects`. */
export function tooManyObjects(max: number): BodyError {
  return new BodyError(withValues(manyObjects, { max }))
}
