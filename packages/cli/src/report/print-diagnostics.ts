import { readFileSync } from 'node:fs'
import type { Diagnostic } from '@ctxgen/codegen'
import type { Flags } from '../flags.ts'
import type { Host } from '../host.ts'
import { formatDiagnostic } from './format-diagnostic.ts'
import { formatJson } from './format-json.ts'
import { githubAnnotation, isInGitHubActions } from './github-annotation.ts'
import { paintFor } from './paint.ts'

/** Prints diagnostics on stderr, in GitHub Actions also as annotations; with `--json` on stdout. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  flags: Pick<Flags, 'quiet' | 'json' | 'color'>,
  host: Host,
): void {
  const wanted = flags.quiet ? diagnostics.filter(isError) : diagnostics
  if (flags.json) {
    for (const diagnostic of wanted) host.stdout(`${formatJson(diagnostic, host.cwd)}\n`)
    return
  }
  const look = { cwd: host.cwd, paint: paintFor(flags, host), readSource: sourceReader() }
  const isAnnotated = isInGitHubActions(host)
  for (const diagnostic of wanted) {
    host.stderr(`${formatDiagnostic(diagnostic, look)}\n\n`)
    if (isAnnotated) host.stdout(`${githubAnnotation(diagnostic, host)}\n`)
  }
}

function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === 'error'
}

/** Caches sources. A deleted source gets no code frame. */
function sourceReader(): (path: string) => string | undefined {
  const sources = new Map<string, string | undefined>()
  return (path) => {
    if (!sources.has(path)) sources.set(path, readIfThere(path))
    return sources.get(path)
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
