import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cpuSeconds } from './server-process.mjs'

const loadCpu = '1'
const connections = 64
const script = fileURLToPath(new URL('../dist/request.lua', import.meta.url))
const bodyFile = fileURLToPath(new URL('../dist/body.bin', import.meta.url))
const autocannon = fileURLToPath(new URL('../node_modules/autocannon/autocannon.js', import.meta.url))
const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/** The load generator: wrk if installed, because it leaves most of the machine to the server. */
export const loadProgram = hasWrk ? 'wrk' : 'autocannon (wrk is not installed)'

const packages = { wrk: 'wrk', taskset: 'util-linux' }

/** A sentence for each missing program. */
export function missingPrograms(names = Object.keys(packages)) {
  const missing = names.filter((name) => spawnSync(name, ['--version']).error !== undefined)
  return missing.map((name) => `${name} is not installed: apt-get install ${packages[name]}`)
}

/** The timed request of a scenario. */
function timedRequest({ good, bad }) {
  return { isGood: good.length > 0, request: good[0] ?? bad[0] }
}

/**
 * Loads a server for some seconds from the second processor. Returns the number of requests, requests per second, and
 * CPU µs per request.
 */
export async function load({ origin, pid }, scenario, seconds) {
  const { isGood, request } = timedRequest(scenario)
  if (request.body !== undefined) writeFileSync(bodyFile, request.body)
  const before = cpuSeconds(pid)
  const { requests, refused, perSecond } = await (hasWrk ? byWrk : byAutocannon)(origin, request, seconds)
  const used = cpuSeconds(pid) - before
  if (!(requests > 0)) throw new Error(`no requests were made of ${origin}${request.path}`)
  if (isGood && refused > 0) throw new Error(`${refused} of ${requests} answers were no success`)
  return { requests, perSecond, cpuUs: (used / requests) * 1e6 }
}

async function byWrk(origin, { path, headers = {}, body }, seconds) {
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = [==[${value}]==]`)
  if (body !== undefined)
    lines.push('wrk.method = "POST"', `wrk.body = io.open("${bodyFile}", "rb"):read("*all")`)
  writeFileSync(script, lines.join('\n'))
  const args = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, origin + path]
  const report = await output('taskset', ['-c', loadCpu, ...args])
  return {
    requests: Number(/(\d+) requests in/.exec(report)?.[1]),
    refused: Number(/Non-2xx or 3xx responses: (\d+)/.exec(report)?.[1] ?? 0),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1]),
  }
}

async function byAutocannon(origin, { path, headers = {}, body }, seconds) {
  const args = [autocannon, '-j', '-n', `-c${connections}`, `-d${seconds}`]
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}=${value}`)
  if (body !== undefined) args.push('-m', 'POST', '-i', bodyFile)
  const report = JSON.parse(
    await output('taskset', ['-c', loadCpu, process.execPath, ...args, origin + path]),
  )
  return { requests: report.requests.total, refused: report.non2xx, perSecond: report.requests.average }
}

function output(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
}
