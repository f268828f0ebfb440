// Runs command lines one after the other, each with the memory and the output of its own run.
import { setImmediate as turn } from 'node:timers/promises'
import { run } from '../../../packages/cli/src/run.ts'
import { forgetPeak, residentPeak } from '../app/peak-memory.ts'

export interface CommandOrder {
  readonly args: readonly string[]
  readonly cwd: string
}

let printed = ''
for (const stream of [process.stdout, process.stderr]) {
  Object.assign(stream, {
    write: (text: string | Uint8Array) => {
      printed += String(text)
      return true
    },
  })
}

process.on('message', async ({ args, cwd }: CommandOrder) => {
  printed = ''
  process.chdir(cwd)
  globalThis.gc?.()
  forgetPeak()
  const exit = await run(args, {
    cwd,
    env: process.env,
    colour: false,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  })
  // A rejection that nobody awaits ends the process within this run.
  await turn()
  process.send?.({ exit, printed, rssMb: residentPeak() })
})
process.on('disconnect', () => process.exit())
