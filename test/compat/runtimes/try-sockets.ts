import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Host } from './hosts.ts'
import type { Answers } from './try-servers.ts'

/** The outcomes of WebSockets; Node 20 has no client of its own to try them with. */
export const socketOutcomes: Answers = new Map([
  ['a message', '{"twice":4,"room":"7","ip":"127.0.0.1"}'],
  ['a message that does not fit', 'type'],
  ['a refusal', 'refused'],
  ['no upgrade', '426'],
  ['a stop', 'true 1001'],
])

/** The outcome of each WebSocket, by what is tried. */
export async function trySockets({ command, options }: Host, project: string): Promise<Answers> {
  const script = join(project, 'src/print-sockets.ts')
  const { stdout } = await promisify(execFile)(command, [...options, script], {
    cwd: project,
    timeout: 60_000,
  })
  return new Map(Object.entries(JSON.parse(stdout) as Record<string, string>))
}
