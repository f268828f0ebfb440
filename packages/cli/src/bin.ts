import { setFlagsFromString } from 'node:v8'
import { isKnownV8, nodeVersion } from './known-v8.ts'
import { run } from './run.ts'
import { writerTo } from './writer-to.ts'

/*
 * The long way of a command line. `bin/ctxgen.js` loads it, bundled into one file of CommonJS with the generator inside:
 * node takes longer to load the same as modules than a run over ten sources takes.
 */

sparePoorCompilations()

const code = run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  colour: process.stdout.isTTY && process.stderr.isTTY,
  stdout: writerTo('stdout'),
  stderr: writerTo('stderr'),
  interrupted: () =>
    new Promise((resolve) => {
      // Once: a second Ctrl-C ends a process that is busy.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    }),
})
void code.then((done) => {
  process.exitCode = done
})

/**
 * V8 compiles what is called often once more, with all that it calls put into it: a fourth of the processor time of a run over
 * 1,000 sources, which is over before most of it pays. With less put into it, and later, a run takes a sixth less.
 */
function sparePoorCompilations(): void {
  if (!isKnownV8()) return
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=100')
  if (nodeVersion() === 20) setFlagsFromString('--interrupt-budget=200000')
}
