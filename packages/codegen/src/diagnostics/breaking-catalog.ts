/** The diagnostics of `--against`. */
export const breakingCatalog = {
  breakingChange: {
    code: 'CTX5101',
    severity: 'error',
    message: (text: string, rule: string, operations: string): string =>
      `${text}, in ${operations} (${rule})`,
  },
  perhapsBreakingChange: {
    code: 'CTX5102',
    severity: 'warning',
    message: (text: string, rule: string, operations: string): string =>
      `${text}, in ${operations} (${rule})`,
  },
  brokenCall: {
    code: 'CTX5103',
    severity: 'error',
    message: (text: string): string => `the new client breaks this: ${text}`,
  },
} as const
