#!/usr/bin/env node
import * as nodeModule from 'node:module'

// Compiled code of ctxgen and of the compiler is kept between runs (Node >= 22.1). It must be on before either loads,
// hence the late import.
const enableCompileCache: unknown = Reflect.get(nodeModule, 'enableCompileCache')
if (typeof enableCompileCache === 'function') enableCompileCache()
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

/** Node opens a stream when it is first asked for, which a run without a word on stderr is spared. */
function writerTo(name: 'stdout' | 'stderr'): (text: string) => void {
  let isOpen = false
  return (text) => {
    if (!isOpen) process[name].on('error', throwUnlessClosed)
    isOpen = true
    process[name].write(text)
  }
}

/** A reader that has seen enough (`ctxgen --json | head -1`) is no failure. */
function throwUnlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
