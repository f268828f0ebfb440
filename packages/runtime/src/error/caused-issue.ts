import { ParseError } from './bind-error.ts'
import type { IssueText } from './issue-text.ts'

/** An issue with its cause; the message of a {@link ParseError} replaces that of the issue. */
export function causedIssue(issue: IssueText, cause: unknown): IssueText {
  if (cause === undefined) return issue
  if (!(cause instanceof ParseError) || cause.message === '') return { ...issue, cause }
  return { code: 'custom', text: '', message: cause.message, cause }
}
