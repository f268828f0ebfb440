import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'

const run = promisify(execFile)
const garage = join(root, 'examples/garage-api')
const conduit = join(root, 'examples/conduit')

for (const example of [garage, conduit]) {
  // `npm run check` compares its binders and its document.
  test(`the service of ${example.slice(root.length)} compiles`, async () => {
    await run('npm', ['run', '-s', 'build'], { cwd: example })
  })
}

test('the demonstration of garage-api prints the documented output', async () => {
  const { stdout } = await run(process.execPath, ['dist/demo.js'], { cwd: garage })
  const statuses = [...stdout.matchAll(/^-> (\d{3}) \S+/gm)].map(([, status]) => Number(status))
  assert.ok(statuses.length >= 8, stdout)
  for (const status of [200, 201, 400, 404]) assert.ok(statuses.includes(status), `nothing answers ${status}`)
  assert.not.ok(statuses.includes(500), stdout)
})

test('conduit passes its own tests', async () => {
  const { stdout } = await run('npm', ['test'], { cwd: conduit })
  assert.match(stdout, /\bpass [1-9]\d*$/m)
  assert.match(stdout, /\bfail 0$/m)
})

test.run()
