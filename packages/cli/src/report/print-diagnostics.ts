import { readFileSync } from 'node:fs'
import type { Diagnostic } from '@ctxgen/codegen'
import type { Flags } from '../flags.ts'
import type { Host } from '../host.ts'
import { formatDiagnostic } from './format-diagnostic.ts'
import { formatJson } from './format-json.ts'
import { githubAnnotation, isInGitHubActions } from './github-annotation.ts'
import { paintFor } from './paint.ts'

/** Draws diagnostics for a person on stderr, in GitHub Actions beside the code too, or with `--json` for a program on stdout. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], flags: Flags, host: Host): void {
  const wanted = flags.quiet ? diagnostics.filter(isError) : diagnostics
  if (flags.json) {
    for (const diagnostic of wanted) host.stdout(`${formatJson(diagnostic, host.cwd)}\n`)
    return
  }
  const look = { cwd: host.cwd, paint: paintFor(flags, host), readSource: sourceReader() }
  const isAnnotated = isInGitHubActions(host)
  for (const diagnostic of wanted) {
    const text = formatDiagnostic(diagnostic, look)
    // A line that starts like this, from a hostile source say, would be a command to the runner.
    host.stderr(`${isAnnotated ? text.replaceAll(/^::/gm, ' ::') : text}\n\n`)
    if (isAnnotated) host.stdout(`${githubAnnotation(diagnostic, host)}\n`)
  }
}

function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === 'error'
}

/** Reads each source once; one that is gone by now has no code frame. */
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
