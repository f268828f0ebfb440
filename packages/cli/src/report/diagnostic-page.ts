import { readVersion } from './version.ts'

/** The section about a code in the documentation of this version. */
export function diagnosticPage(code: string): string {
  page ??= `https://github.com/ctxgen/ctxgen/blob/v${readVersion()}/docs/diagnostics.md`
  return `${page}#${code.toLowerCase()}`
}

let page: string | undefined
