import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cpuSeconds } from './server-process.mjs'

const loadCpu = '1'
const connections = 64
const script = fileURLToPath(new URL('../dist/post.lua', import.meta.url))

/** A sentence for each program that is not there. */
export function missingPrograms() {
  const programs = [
    ['wrk', 'wrk is not installed: apt-get install wrk'],
    ['taskset', 'taskset is not installed: apt-get install util-linux'],
  ]
  return programs.flatMap(([name, sentence]) => (spawnSync(name, ['--version']).error ? [sentence] : []))
}

/** Loads a server for some seconds from the second processor. Returns requests per second and CPU µs per request. */
export async function load({ origin, pid }, { path, body, good }, seconds) {
  const args = ['-c', loadCpu, 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`]
  if (body !== undefined) args.push('-s', postScript(body))
  const before = cpuSeconds(pid)
  const report = await output('taskset', [...args, origin + path])
  const used = cpuSeconds(pid) - before
  const requests = Number(/(\d+) requests in/.exec(report)?.[1])
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1])
  if (!(requests > 0)) throw new Error(`wrk made no requests:\n${report}`)
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(report)?.[1]
  if (good.length > 0 && refused !== undefined)
    throw new Error(`${refused} of ${requests} answers were no success`)
  return { perSecond, cpuUs: (used / requests) * 1e6 }
}

function postScript(body) {
  const lines = [
    'wrk.method = "POST"',
    'wrk.headers["Content-Type"] = "application/json"',
    `wrk.body = [==[${body}]==]`,
  ]
  writeFileSync(script, lines.join('\n'))
  return script
}

function output(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
}
