import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { CaseBundle } from './case-bundle.ts'
import type { Outcome } from './case-worker.ts'
import type { Host } from './hosts.ts'
import { startWorkerd } from './workerd.ts'

/** The outcomes by area. */
export type Outcomes = ReadonlyMap<string, readonly Outcome[]>

const script = join(fileURLToPath(new URL('.', import.meta.url)), 'print-outcomes.mjs')

/** Runs all cases in a runtime that runs scripts. */
export async function runCases({ command, options }: Host, { module, areas }: CaseBundle): Promise<Outcomes> {
  const { stdout } = await promisify(execFile)(command, [...options, script, module, ...areas], {
    cwd: dirname(module),
    timeout: 300_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  return new Map(stdout.trim().split('\n').map(parseLine))
}

/** Runs all cases in a worker of Cloudflare's runtime. */
export async function runCasesInWorkerd({ worker, areas }: CaseBundle): Promise<Outcomes> {
  const workerd = startWorkerd(worker)
  const outcomes = new Map<string, readonly Outcome[]>()
  try {
    for (const area of areas) {
      const response = await workerd.dispatchFetch(`http://localhost/${area}`)
      if (response.status !== 200) throw new Error(`${area} broke off: ${await response.text()}`)
      outcomes.set(area, (await response.json()) as Outcome[])
    }
  } finally {
    await workerd.dispose()
  }
  return outcomes
}

function parseLine(line: string): readonly [area: string, outcomes: readonly Outcome[]] {
  return JSON.parse(line) as [string, Outcome[]]
}
