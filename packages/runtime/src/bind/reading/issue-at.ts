import type { BindIssue, BindSourceName } from '../../error/bind-error.ts'
import { type Key, withDetails } from '../../error/issue-details.ts'
import type { IssueText } from '../../error/issue-text.ts'

/** An issue with its place. @param keys its path in parts, in a decoded body */
export function issueAt(
  source: BindSourceName,
  path: string,
  { code, expected, text, values, message = text, cause }: IssueText,
  keys?: readonly Key[],
): BindIssue {
  const issue: Writable<BindIssue> =
    expected === undefined ? { source, path, code, message } : { source, path, code, expected, message }
  if (values !== undefined) issue.values = values
  if (cause !== undefined) issue.cause = cause
  return withDetails(issue, { keys, text: text || undefined })
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }
