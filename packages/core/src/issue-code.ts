/** The kind of an issue, for programs. More codes may follow. */
export type IssueCode = (typeof issueCodes)[number]

export const issueCodes = [
  'missing',
  'type',
  'range',
  'choice',
  'unknown',
  'structure',
  'syntax',
  'limit',
  'rule',
  'custom',
] as const
