#!/usr/bin/env node
import * as nodeModule from 'node:module'

// Compiled code of ctxgen and of the compiler is kept between runs (Node >= 22.1). It must be on before either loads,
// hence the late import.
const enableCompileCache: unknown = Reflect.get(nodeModule, 'enableCompileCache')
if (typeof enableCompileCache === 'function') enableCompileCache()
const { run } = await import('./run.ts')

// A reader that has seen enough (`ctxgen --json | head -1`) is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  colour: process.stdout.isTTY && process.stderr.isTTY,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  interrupted: () =>
    new Promise((resolve) => {
      // Once: a second Ctrl-C ends a process that is busy.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    }),
})
