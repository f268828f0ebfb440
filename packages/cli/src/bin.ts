import { run } from './run.ts'
import { writerTo } from './writer-to.ts'

/*
 * The full command, bundled with the generator into one CommonJS file for `bin/ctxgen.js`: Node would take longer to load
 * the modules than to run over ten sources.
 */

const code = run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  colour: process.stdout.isTTY && process.stderr.isTTY,
  stdout: writerTo('stdout'),
  stderr: writerTo('stderr'),
  ...(process.connected ? { tell: (state: object) => process.connected && process.send?.(state) } : {}),
  interrupted: () =>
    new Promise((resolve) => {
      // Once: a second Ctrl-C kills a busy process.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    }),
})
void code.then((done) => {
  process.exitCode = done
})
