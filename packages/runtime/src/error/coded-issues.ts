import type { IssueCode } from '@ctxgen/core/issue-code'
import { firstIssues } from './max-issues.ts'

/** The first issues, each with a code; that of an issue without one is `custom`. */
export function codedIssues<I extends { readonly code?: IssueCode | undefined }>(
  issues: readonly I[],
): readonly (I & { readonly code: IssueCode })[] {
  // Issues of the runtime stay the same objects, which have details.
  return firstIssues(issues).map((issue) => (hasCode(issue) ? issue : { ...issue, code: 'custom' }))
}

function hasCode<I extends { readonly code?: IssueCode | undefined }>(
  issue: I,
): issue is I & { readonly code: IssueCode } {
  return issue.code !== undefined
}
