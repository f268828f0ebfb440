import { BindError, type BindSourceName } from '../../error/bind-error.ts'
import type { IssueText } from '../../error/issue-text.ts'
import { issueAt } from './issue-at.ts'

/** An error of one issue. */
export function issueError(source: BindSourceName, path: string, issue: IssueText): BindError {
  return new BindError([issueAt(source, path, issue)])
}

/** @throws BindError */
export function refuse(source: BindSourceName, path: string, issue: IssueText): never {
  throw issueError(source, path, issue)
}
