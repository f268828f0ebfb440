import { UsageError } from '@ctxgen/codegen/usage-error'
import { done } from '../exit-code.ts'
import type { Flags } from '../flags.ts'
import type { Host } from '../host.ts'
import { LiveDocument } from '../openapi/live-document.ts'
import type { OpenApiRun } from '../openapi/openapi-runs.ts'
import { serveDocument } from '../openapi/serve-document.ts'
import { failureText } from '../report/failure-text.ts'
import { printDiagnostics } from '../report/print-diagnostics.ts'

interface ServeFlags extends Flags {
  readonly serve?: string | true
  readonly target: string
  readonly host?: string
}

/** Shows the document of an app as a page that follows the code, until interrupted. */
export async function serveOpenApi(
  runs: readonly OpenApiRun[],
  flags: ServeFlags,
  host: Host,
): Promise<number> {
  const [run, ...others] = runs
  if (run === undefined || others.length > 0) throw new UsageError('--serve shows one app: name its module.')
  const port = portOf(flags.serve)
  const target = targetOf(flags.target)
  const live = new LiveDocument(run, {
    onRead: (diagnostics) => printDiagnostics(diagnostics, flags, host),
    onFailure: (error) => host.stderr(failureText(error)),
  })
  try {
    const { url, close } = await serveDocument({
      project: run.folder,
      port,
      ...(flags.host === undefined ? {} : { host: flags.host }),
      target,
      document: () => live.current,
      changes: (gone) => live.changes(gone),
    })
    host.stdout(`The reference is at ${url}, and its requests go to ${target}. Ctrl-C ends it.\n`)
    await (host.interrupted?.() ?? new Promise<void>(() => {}))
    live.close()
    await close()
  } finally {
    live.close()
  }
  return done
}

function portOf(text: string | true | undefined): number {
  if (text === true || text === undefined) return 4000
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port
  throw new UsageError(`--serve needs a port, not ${text}.`)
}

function targetOf(text: string): string {
  const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  if (isUrl) return text
  throw new UsageError(`--target needs a URL such as http://localhost:3000, not ${text}.`)
}
