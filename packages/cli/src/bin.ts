#!/usr/bin/env node
import * as nodeModule from 'node:module'
import { writerTo } from './writer-to.ts'

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
