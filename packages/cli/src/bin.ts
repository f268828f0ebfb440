#!/usr/bin/env node
import * as nodeModule from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { writerTo } from './writer-to.ts'

// Compiled code of ctxgen and of the compiler is kept between runs (Node >= 22.1). It must be on before either loads,
// hence the late import.
const enableCompileCache: unknown = Reflect.get(nodeModule, 'enableCompileCache')
if (typeof enableCompileCache === 'function') enableCompileCache()
sparePoorCompilations()
const { run } = await import('./run.ts')

process.exitCode = await run(process.argv.slice(2), {
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

/**
 * V8 compiles what is called often once more, with all that it calls put into it: a fourth of the processor time of a run over
 * 1,000 sources, which is over before most of it pays. With less put into it a run takes a seventh less.
 */
function sparePoorCompilations(): void {
  // One that does not know the flag would say so on stderr.
  if (Number.parseInt(process.versions.node, 10) > 26 || 'bun' in process.versions) return
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=100')
}
