import { relative, sep } from 'node:path'
import type { Diagnostic } from '@ctxgen/codegen'
import type { Host } from '../host.ts'
import { printable, printableName } from './printable.ts'

export function isInGitHubActions({ env }: Pick<Host, 'env'>): boolean {
  return env['GITHUB_ACTIONS'] === 'true'
}

/** An annotation for GitHub Actions: `::error file=…,line=…,col=…,title=…::text`. */
export function githubAnnotation(diagnostic: Diagnostic, host: Pick<Host, 'cwd' | 'env'>): string {
  const { code, severity, message, hint, span } = diagnostic
  const path = span?.path ?? diagnostic.path
  const properties = {
    file: path === undefined ? undefined : fileOf(path, host),
    line: span?.line,
    endLine: span?.endLine,
    col: span?.column,
    endColumn: span?.endColumn,
    title: `ctxgen ${code}`,
  }
  const list = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`],
  )
  const text = hint === undefined ? message : `${message}\n${hint}`
  return `::${severity} ${list.join(',')}::${escapeData(printable(text))}`
}

/** Annotations have paths relative to the checkout. */
function fileOf(path: string, { cwd, env }: Pick<Host, 'cwd' | 'env'>): string {
  return printableName(relative(env['GITHUB_WORKSPACE'] || cwd, path).replaceAll(sep, '/'))
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
