/** The diagnostics of `ctxgen openapi --against`. */
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
} as const
