#!/usr/bin/env node
// node uploads/run.mjs [--mb=1024] [--rounds=5] [--to=nowhere,file]: uploads of a form with one file, to a file and to nowhere. The servers take
// turns. Memory is the peak of an upload above that of the idle server, which has taken one before.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { startServer } from '../http/server-process.mjs'
import { median } from '../micro/statistics.mjs'

const { values: options } = parseArgs({
  options: {
    mb: { type: 'string', default: '1024' },
    rounds: { type: 'string', default: '5' },
    to: { type: 'string', default: 'nowhere,file' },
  },
})
const bytes = Number(options.mb) * 1024 * 1024
const rounds = Number(options.rounds)
const names = ['ctxgen', 'ctxgen-parts', 'fastify-multipart', 'express-busboy', 'hono-busboy']
const warmBytes = 64 * 1024 * 1024

describeRun(`${rounds} uploads of ${options.mb} MB`)
for (const way of options.to.split(',')) {
  const servers = []
  for (const name of names)
    servers.push({ ...(await startServer(name, `../uploads/${name}.mjs`)), ms: [], cpu: [], mb: [] })
  for (const server of servers) await upload(server, way, warmBytes)
  for (let round = 0; round < rounds; round++) {
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) await measure(server, way)
  }
  console.log(
    `\n| to ${way === 'file' ? 'a file' : way} | ms | processor ms | × ctxgen | peak above idle, MB |\n| --- | --- | --- | --- | --- |`,
  )
  for (const { name, ms, cpu, mb } of servers) {
    const ratio = median(cpu.map((value, i) => value / servers[0].cpu[i]))
    const cells = [
      median(ms).toFixed(0),
      median(cpu).toFixed(0),
      ratio.toFixed(2),
      Math.max(...mb).toFixed(0),
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
  for (const { stop, origin } of servers) {
    stop()
    rmSync(join(tmpdir(), `ctxgen-bench-${new URL(origin).port}.mp4`), { force: true })
  }
}

async function measure(server, way) {
  const { pid, ms, cpu, mb } = server
  await sleep(300)
  // Resets VmHWM to the present size.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const idle = status(pid, 'VmRSS')
  const before = cpuMs(pid)
  ms.push(await upload(server, way, bytes))
  cpu.push(cpuMs(pid) - before)
  mb.push((status(pid, 'VmHWM') - idle) / 1024)
}

async function upload({ origin }, way, size) {
  const client = fork(fileURLToPath(new URL('send.mjs', import.meta.url)), [`${origin}/${way}`, String(size)])
  const [ms] = await once(client, 'message')
  return ms
}

function status(pid, name) {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1])
}

/** The processor time of a process so far. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
