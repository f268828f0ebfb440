import { parseArgs } from 'node:util'
import { runBodies } from './bodies/run-bodies.ts'
import { runEarly } from './bodies/run-early.ts'
import { type Figure, tableOf } from './figure.ts'
import { runKill } from './kill/run-kill.ts'
import { runLive } from './live/run-live.ts'
import { runServe } from './serve/run-serve.ts'
import { runUploads } from './uploads/run-uploads.ts'
import { runWatch } from './watch/run-watch.ts'

const usage = `usage: npm run soak -- [serve] [live] [bodies] [early] [uploads] [kill] [watch] [options]

  serve  1,000 connections, nine kinds of request, some aborted; then SIGTERM with requests under way
  live   WebSockets and streams of events that come and go, and must miss nothing
  bodies uploads that never end, from one address and from 32; then peak memory
  early  200 uploads by curl over HTTP/2, four at once, that are refused before their end
  uploads forms by stream, slow, refused and broken off, that a service saves
  kill   the generator is killed at points of its run, and must recover
  watch  branch switches and random changes under --watch
  All seven when none is named.

  --minutes <n>      how long to serve; six times as long for live, a tenth for bodies and for uploads (default: 10)
  --connections <n>  (default: 1000)
  --points <n>       of the generator's run (default: 200)
  --switches <n>     of branches (default: 200)
  --seed <n>         of everything that is random (default: another each time)
`

class WrongUsage extends Error {}

const optionTypes = {
  minutes: { type: 'string', default: '10' },
  connections: { type: 'string', default: '1000' },
  points: { type: 'string', default: '200' },
  switches: { type: 'string', default: '200' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
} as const

type Numbers = Readonly<Record<keyof typeof optionTypes, number>>

const parts: Readonly<Record<string, (options: Numbers) => Promise<readonly Figure[]>>> = {
  serve: runServe,
  live: ({ minutes, seed }) => runLive({ minutes: minutes * 6, seed }),
  bodies: ({ minutes, seed }) => runBodies({ minutes: minutes / 10, seed }),
  early: runEarly,
  uploads: ({ minutes, seed }) => runUploads({ minutes: minutes / 10, seed }),
  kill: runKill,
  watch: runWatch,
}

function readArguments(): { readonly names: readonly string[]; readonly options: Numbers } {
  const { values, positionals } = parse()
  const unknown = positionals.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) throw new WrongUsage(`there is no part ${unknown}`)
  const number = (name: keyof typeof optionTypes): number => {
    const value = Number(values[name])
    if (!(value > 0)) throw new WrongUsage(`--${name} must be a number above 0`)
    return value
  }
  const options = {
    minutes: number('minutes'),
    connections: number('connections'),
    points: number('points'),
    switches: number('switches'),
    seed: number('seed'),
  }
  return { names: positionals.length === 0 ? Object.keys(parts) : positionals, options }
}

function parse(): ReturnType<typeof parseArgs<{ options: typeof optionTypes; allowPositionals: true }>> {
  try {
    return parseArgs({ options: optionTypes, allowPositionals: true })
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error))
  }
}

/** A crash of a part is a failure like any other, and the next part still runs. */
async function figuresOf(name: string, options: Numbers): Promise<readonly Figure[]> {
  try {
    return (await parts[name]?.(options)) ?? []
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    return [{ name: 'broke off', value: String(error).split('\n')[0] ?? '', isFailure: true }]
  }
}

async function main(): Promise<number> {
  const { names, options } = readArguments()
  process.stdout.write(`seed ${options.seed}\n`)
  const tables: string[] = []
  let failures = 0
  for (const name of names) {
    const figures = await figuresOf(name, options)
    failures += figures.filter(({ isFailure }) => isFailure).length
    tables.push(tableOf(name, figures))
  }
  process.stdout.write(`\n${tables.join('\n\n')}\n\n${failures} failures\n`)
  return failures === 0 ? 0 : 1
}

main().then(
  (code) => process.stdout.write('', () => process.exit(code)),
  (error: unknown) => {
    const isUsage = error instanceof WrongUsage
    process.stderr.write(
      isUsage ? `${error.message}\n\n${usage}` : `${error instanceof Error ? error.stack : error}\n`,
    )
    process.exit(2)
  },
)
