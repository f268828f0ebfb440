import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A watch in a separate process. */
export interface WatchProcess {
  /** All output so far. */
  readonly output: () => string
  /** Waits for new output that matches. */
  readonly says: (pattern: RegExp) => Promise<string>
  /** Like Ctrl-C; returns the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

export async function startWatch(cwd: string, argv: readonly string[]): Promise<WatchProcess> {
  const bin = fileURLToPath(new URL('../../bin/ctxgen.js', import.meta.url))
  const env = { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '' }
  const child = spawn(process.execPath, [bin, '--watch', ...argv], { cwd, env })
  let output = ''
  let heard = 0
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const started: WatchProcess = {
    output: () => output,
    async says(pattern) {
      await until(
        () => pattern.test(output.slice(heard)),
        () => `${pattern} in: ${output.slice(heard)}`,
      )
      const news = output.slice(heard)
      heard = output.length
      return news
    },
    stop: (signal = 'SIGINT') => stop(child, signal),
  }
  await started.says(/watching/)
  return started
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  const [code] = await ended
  return typeof code === 'number' ? code : null
}

/** Waits for an event that should come within seconds. */
export async function until(isSo: () => boolean, what: () => string, patience = 10_000): Promise<void> {
  const end = performance.now() + patience
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what()}`)
    await sleep(2)
  }
}

/** The two ways in which editors save. */
export const saves = {
  plain: (path: string, text: string): void => writeFileSync(path, text),
  atomic: (path: string, text: string): void => {
    writeFileSync(`${path}~`, text)
    renameSync(`${path}~`, path)
  },
} as const

/** Saves twice with a gap, and waits until the output is that of the second. */
export async function saveTwice(
  project: { readonly path: string; read(name: string): string },
  save: (path: string, text: string) => void,
  texts: readonly [string, string],
  gap: number,
): Promise<void> {
  const path = `${project.path}/src/a.ts`
  save(path, texts[0])
  await sleep(gap)
  save(path, texts[1])
  const name = /interface (\w+)/.exec(texts[1])?.[1] ?? ''
  await until(
    () => project.read('src/a.bind.ts').includes(`export type ${name} `),
    () => `${name} (saved ${gap} ms after another)`,
  )
}
