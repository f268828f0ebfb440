import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** An expected answer: its status, its media type and a part of its body. */
export type Expected = readonly [path: string, status: number, type: string, part: string]

/** Starts a command that serves, and waits for its answers; then ends it as Ctrl-C does. Returns the seconds up to the first. */
export async function tryService(
  [command = '', ...args]: readonly string[],
  { cwd, env, url }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly url: string },
  expected: readonly Expected[],
): Promise<number> {
  const start = performance.now()
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const output = outputOf(child)
  let first = 0
  try {
    for (const one of expected) {
      await answers(child, new URL(one[0], url).href, one)
      first ||= (performance.now() - start) / 1000
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${output()}`, {
      cause: error,
    })
  } finally {
    await stop(child)
  }
  await refuses(url)
  return first
}

async function answers(child: ChildProcess, url: string, [, status, type, part]: Expected): Promise<void> {
  const expected = `${status} ${type} ${part}`
  let found = ''
  for (const end = performance.now() + 180_000; performance.now() < end; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`the command ended with ${child.exitCode}`)
    const answer = await fetch(url).catch((error: unknown) => String(error))
    if (typeof answer === 'string') {
      found = answer
      continue
    }
    const text = await answer.text()
    found = `${answer.status} ${answer.headers.get('content-type')} ${text}`
    if (
      answer.status === status &&
      answer.headers.get('content-type')?.startsWith(type) &&
      text.includes(part)
    )
      return
  }
  throw new Error(`${url} gives ${found}, not ${expected}`)
}

/** Ctrl-C reaches all processes of a terminal. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGINT')
  await ended
}

/** Waits until nothing listens any more. */
async function refuses(url: string): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(100)) {
    const isAnswering = await fetch(url).then(
      () => true,
      () => false,
    )
    if (!isAnswering) return
  }
  throw new Error(`${url} still answers after the end of its command`)
}

function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => (text += more))
  return () => text
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
