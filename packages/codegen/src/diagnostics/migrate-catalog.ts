/** Diagnostics of `ctxgen migrate`. */
export const migrateCatalog = {
  lost: {
    code: 'CTX6001',
    severity: 'warning',
    message: (what: string, _hint: string): string => `${what} is not carried over`,
    hint: (_what: string, hint: string): string => hint,
  },
} as const
