import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { here, root } from './tools.ts'

/** The violations that Prism's proxy finds while an example's own tests run, and the number of requests. */
export async function proxyTests(
  document: string,
  example: string,
): Promise<{ findings: string; requests: number }> {
  const [port, upstream] = [await freePort(), await freePort()]
  const args = [
    'proxy',
    document,
    `http://127.0.0.1:${upstream}`,
    '--port',
    String(port),
    '--host',
    '127.0.0.1',
    // Its own headers would be undocumented.
    '--cors=false',
  ]
  const prism = spawn(process.execPath, [join(here, 'node_modules/.bin/prism'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    await listening(prism)
    const output = await runTests(example, {
      PRISM_URL: `http://127.0.0.1:${port}`,
      UPSTREAM_PORT: String(upstream),
    })
    const lines = output.split('\n')
    const requests = lines.filter((line) => line.includes('THROUGH PRISM')).length
    const findings = lines.filter((line) => /PRISM \w+ \S+ \d|^not ok/.test(line))
    const isComplete = /^# pass [1-9]/m.test(output) && /^# fail 0$/m.test(output)
    if (!isComplete) findings.push(`the tests broke off:\n${output.slice(-2000)}`)
    return { findings: findings.join('\n'), requests }
  } finally {
    prism.kill()
  }
}

async function runTests(example: string, env: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(root, 'examples', example)
  const hook = join(here, 'prism-hook.mjs')
  const tests = spawn(
    process.execPath,
    ['--import', hook, '--test', '--test-reporter', 'tap', `dist/${example}.test.js`],
    {
      cwd: folder,
      env: { ...process.env, ...env },
    },
  )
  return read(tests)
}

async function read(child: ChildProcess): Promise<string> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output += text))
  await once(child, 'close')
  return output
}

function listening(prism: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    for (const stream of [prism.stdout, prism.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('listening')) resolve()
      })
    }
    prism.once('close', () => reject(new Error(`Prism did not start:\n${output}`)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}
