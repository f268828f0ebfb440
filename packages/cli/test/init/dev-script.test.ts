import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { devScript } from '../../src/init/templates/dev-script.ts'
import { inProject } from '../support/run-cli.ts'

/* With a generator that is ready at once, and a compiler that is a child of its script, like that of TypeScript 7. */
const files = {
  'dev.mjs': devScript('tsconfig.json', 'ts'),
  'node_modules/ctxgen/package.json': '{}',
  'node_modules/ctxgen/bin/ctxgen.js':
    "process.send({ busy: false, errors: 0, report: '' })\nsetInterval(() => {}, 1e6)\n",
  'node_modules/typescript/package.json': '{}',
  'node_modules/typescript/bin/tsc':
    "require('node:child_process').spawnSync(process.execPath, [require.resolve('./native.js')], { stdio: 'inherit' })\n",
  'node_modules/typescript/bin/native.js': "require('node:net').connect(Number(process.env.TEST_PORT))\n",
}

test('the dev script ends the compiler below its child', () =>
  inProject(files, async ({ path }) => {
    if (process.platform === 'win32') return
    const server = createServer().listen(0, 'localhost')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const dev = spawn(process.execPath, ['dev.mjs'], {
      cwd: path,
      env: { ...process.env, NODE_OPTIONS: '', TEST_PORT: String(port) },
    })
    try {
      const [compiler]: Socket[] = await once(server, 'connection')
      compiler?.on('error', () => {}).resume()
      const ended = once(compiler ?? server, 'close', { signal: AbortSignal.timeout(20_000) })
      const exited = once(dev, 'exit')
      dev.kill('SIGTERM')
      await ended
      assert.equal(await exited, [0, null])
    } finally {
      dev.kill('SIGKILL')
      server.close()
    }
  }))

test.run()
