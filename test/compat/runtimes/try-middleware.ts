import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Host } from './hosts.ts'
import type { Answers } from './try-servers.ts'
import { startWorkerd } from './workerd.ts'

/** The outcome of each middleware with `app.fetch()`, by its name. */
export async function tryMiddleware({ command, options }: Host, project: string): Promise<Answers> {
  const script = join(project, 'src/print-middleware.ts')
  const { stdout } = await promisify(execFile)(command, [...options, script], {
    cwd: project,
    timeout: 60_000,
  })
  return outcomesIn(stdout)
}

export async function tryMiddlewareInWorkerd(bundle: string): Promise<Answers> {
  const workerd = startWorkerd(bundle)
  try {
    return outcomesIn(await (await workerd.dispatchFetch('http://localhost/')).text())
  } finally {
    await workerd.dispose()
  }
}

function outcomesIn(json: string): Answers {
  return new Map(Object.entries(JSON.parse(json) as Record<string, string>))
}
