import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const serverCpu = '0'
const running = new Set()

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
// A signal alone would end this process without running its exit handlers.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/**
 * Starts a server on a free port, on the first processor, and waits until it answers.
 * @param onOutput receives node's own output, such as that of `--trace-gc`.
 * @param launch makes the command of a script, port and scenario on another runtime.
 */
export async function startServer(
  name,
  script,
  { manyRoutes = false, env: added = {} } = {},
  { node = process.execPath, nodeArgs = [], onOutput, launch = (path) => [node, ...nodeArgs, path] } = {},
) {
  const port = await freePort()
  const path = fileURLToPath(new URL(script, import.meta.url))
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), ...added }
  if (manyRoutes) env.ROUTES = '1'
  const child = spawn('taskset', ['-c', serverCpu, ...launch(path, { port, manyRoutes })], {
    env,
    stdio: ['ignore', onOutput === undefined ? 'ignore' : 'pipe', 'inherit'],
  })
  if (onOutput !== undefined) child.stdout.on('data', onOutput)
  const server = {
    name,
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid,
    stop: () => child.kill('SIGKILL'),
  }
  running.add(child)
  child.once('exit', () => running.delete(child))
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt++) {
    try {
      await (await fetch(`${server.origin}/`)).text()
      return server
    } catch {
      await sleep(100)
    }
  }
  server.stop()
  throw new Error(`${name} did not start`)
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

const ticksPerSecond = 100

/** Seconds of processor time that a process has used, user and system (proc(5), fields 14 and 15). */
export function cpuSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** The resident memory of a process in bytes. */
export function residentBytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}
