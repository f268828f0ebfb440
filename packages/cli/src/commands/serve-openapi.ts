import { openApiCached } from '@ctxgen/codegen/openapi-cached'
import { UsageError } from '@ctxgen/codegen/usage-error'
import { done } from '../exit-code.ts'
import type { Flags } from '../flags.ts'
import type { Host } from '../host.ts'
import type { OpenApiRun } from '../openapi/openapi-runs.ts'
import { serveDocument } from '../openapi/serve-document.ts'
import { printDiagnostics } from '../report/print-diagnostics.ts'

interface ServeFlags extends Flags {
  readonly serve?: string | true
  readonly target: string
}

/** Shows the document of an app as a page, until interrupted. Each view reads the code again. */
export async function serveOpenApi(
  runs: readonly OpenApiRun[],
  flags: ServeFlags,
  host: Host,
): Promise<number> {
  const [run, ...others] = runs
  if (run === undefined || others.length > 0) throw new UsageError('--serve shows one app: name its module.')
  const { url, close } = await serveDocument({
    project: run.folder,
    port: portOf(flags.serve),
    target: flags.target,
    document: () => currentDocument(run, flags, host),
  })
  host.stdout(`The reference is at ${url}, and its requests go to ${flags.target}. Ctrl-C ends it.\n`)
  await (host.interrupted?.() ?? new Promise<void>(() => {}))
  await close()
  return done
}

/** Code with errors has no document: the terminal shows them, and the page says that there is none. */
async function currentDocument(run: OpenApiRun, flags: ServeFlags, host: Host): Promise<object> {
  const { documents, diagnostics } = await openApiCached(run.options)
  printDiagnostics(diagnostics, flags, host)
  const [first] = documents
  if (first === undefined) throw new UsageError('The code has errors; the terminal shows them.')
  return first.document
}

function portOf(text: string | true | undefined): number {
  if (text === true || text === undefined) return 4000
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port
  throw new UsageError(`--serve needs a port, not ${text}.`)
}
