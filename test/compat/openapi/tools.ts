import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const here: string = fileURLToPath(new URL('.', import.meta.url))
export const root: string = join(here, '../../..')
/** The folder that the tools write to; removed before each run. */
export const work: string = join(here, 'work')

/** The exit code and the output of a process. */
export interface Ran {
  readonly code: number | null
  readonly output: string
}

/** Runs a tool of this folder with this Node, which may be another than that on the path. */
export function runTool(name: string, args: readonly string[], cwd: string = here): Promise<Ran> {
  return runNode([join(here, 'node_modules/.bin', name), ...args], cwd)
}

export function runNode(args: readonly string[], cwd: string): Promise<Ran> {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', REDOCLY_TELEMETRY: 'off', DO_NOT_TRACK: '1' }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
