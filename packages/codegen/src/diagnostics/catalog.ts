/**
 * Every diagnostic there is: its code, its message and what to do about it. Codes are never reused.
 * `CTX1xxx` tags and their options, `CTX2xxx` types and defaults, `CTX3xxx` outputs and paths.
 *
 * Paths in messages are relative to the working directory, with forward slashes.
 */
export const catalog = {
  outputNotOurs: {
    code: 'CTX3001',
    severity: 'error',
    message: (output: string): string => `${output} was not written by ctxgen, so it stays as it is`,
    hint: 'Move or delete that file, or write elsewhere with --out-dir.',
  },
  outputOutsideProject: {
    code: 'CTX3002',
    severity: 'error',
    message: (output: string, real: string, root: string): string =>
      `${output} ${output === real ? 'is' : `leads to ${real}, which is`} outside the project ${root}`,
    hint: 'Run ctxgen in the project the file belongs to, or write elsewhere with --out-dir.',
  },
  outputCollision: {
    code: 'CTX3003',
    severity: 'error',
    message: (output: string, sources: readonly string[]): string =>
      `${sources.join(' and ')} would both be written to ${output}`,
    hint: 'Rename one of them, or give each folder its own --out-dir. Names that differ in case only count as one.',
  },
  outputFailure: {
    code: 'CTX3004',
    severity: 'error',
    message: (output: string, action: 'written' | 'checked' | 'removed', reason: string): string =>
      `${output} could not be ${action}: ${reason}`,
  },
  outputStale: {
    code: 'CTX3005',
    severity: 'error',
    message: (output: string, source: string): string =>
      `${output} is stale: it is not what ${source} gives now`,
  },
  outputMissing: {
    code: 'CTX3006',
    severity: 'error',
    message: (output: string, source: string): string =>
      `${output} is missing: ${source} has DTOs and no binders yet`,
  },
  outputOrphaned: {
    code: 'CTX3007',
    severity: 'error',
    message: (output: string, source: string, reason: 'gone' | 'no-dto' | 'elsewhere'): string =>
      `${output} is orphaned: ${source} ${orphanReasons[reason]}`,
    hint: 'Remove it with --clean.',
  },
} as const

const orphanReasons = {
  gone: 'is gone',
  'no-dto': 'has no DTO any more',
  elsewhere: 'is written to another file',
} as const
