import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { bundleWorker } from './bundle-worker.ts'
import type { Host } from './hosts.ts'
import type { Answers } from './try-servers.ts'
import { startWorkerd } from './workerd.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** The outcomes in every runtime. */
export const clientAnswers: Answers = new Map([
  ['a JSON body, a header, a cookie and a path', '200 of 200'],
  ['a query', '200 of 200'],
  ['a multipart form', '20 of 20'],
  ['a union with a bigint', '20 of 20'],
  ['MessagePack, CBOR and XML', '1 of 1'],
  ['a file, and events', '1 of 1'],
  ['what cannot be sent', 'words.0 holds "|", which ends an element'],
])

/** The source of a server that answers with the outcomes where it runs itself. */
function writeEntry(project: string): string {
  const path = join(project, 'client-worker.ts')
  writeFileSync(
    path,
    `import { clientOutcomes } from ${JSON.stringify(join(here, 'client-calls.ts').replaceAll('\\', '/'))}
export default { fetch: async () => Response.json(await clientOutcomes()) }
`,
  )
  return path
}

/** Lets a generated client call its app in a runtime that runs scripts. */
export async function tryClient({ command, options }: Host, project: string): Promise<Answers> {
  const module = join(project, 'client-worker.mjs')
  await build({
    entryPoints: [writeEntry(project)],
    outfile: module,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@ctxgen/*'],
    logLevel: 'error',
  })
  const { stdout } = await promisify(execFile)(
    command,
    [...options, join(here, 'print-outcomes.mjs'), module, 'client'],
    { cwd: project, timeout: 60_000 },
  )
  const [, outcomes] = JSON.parse(stdout) as [string, Record<string, string>]
  return new Map(Object.entries(outcomes))
}

/** The same in Cloudflare's runtime. */
export async function tryClientInWorkerd(project: string): Promise<Answers> {
  const outfile = join(project, 'client-bundle.mjs')
  await bundleWorker(writeEntry(project), outfile)
  const workerd = startWorkerd(outfile)
  try {
    const response = await workerd.dispatchFetch('http://localhost/')
    return new Map(Object.entries((await response.json()) as Record<string, string>))
  } finally {
    await workerd.dispose()
  }
}
