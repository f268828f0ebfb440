import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../support/fixture-folders.ts'
import { bundleDtos } from './bundle-dtos.ts'
import type { Payload } from './payloads.ts'
import { goal, misses, type Row, runRow } from './run-table.ts'
import { allPayloads } from './table.ts'

const usage = `usage: npm run worst-case -- [--only <text>]... [--size <bytes>] [--tries <n>] [--quick] [--growth] [--worst <rows>] [--list]

  --only <text>    only rows whose name holds the text; may be repeated, and then all must be there
  --size <bytes>   of each body (default: 4 MiB, less what surrounds it)
  --tries <n>      of a row that takes too long, as a machine may be busy (default: 3)
  --quick          every seventh row, one try of each
  --growth         compare with an eighth of the size, too, where a row takes long enough
  --worst <rows>   print so many rows of each measure (default: all)
  --runtime <dir>  a built runtime to measure instead of this one
  --list           print the names and measure nothing
`

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    size: { type: 'string' },
    tries: { type: 'string' },
    quick: { type: 'boolean' },
    growth: { type: 'boolean' },
    worst: { type: 'string' },
    runtime: { type: 'string' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
if (values.help) process.stdout.write(usage)
else process.exitCode = await main()

async function main(): Promise<number> {
  const modulePath = await bundleDtos(resolve(values.runtime ?? join(root, 'packages/runtime')))
  const chosen = (await allPayloads(modulePath)).filter(isChosen)
  if (chosen.length === 0) throw new Error('there is no such row')
  if (values.list) {
    for (const { name } of chosen) console.log(name)
    return 0
  }
  const options = {
    size: Number(values.size ?? 4 * 1024 * 1024 - 8192),
    tries: values.quick ? 1 : Number(values.tries ?? 3),
    growth: values.growth ?? false,
  }
  const rows: Row[] = []
  // The measurements so far.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(report(rows) || 1))
  for (const one of chosen) {
    rows.push(await runRow(one, modulePath, options))
    if (process.stderr.isTTY) process.stderr.write(`\r${rows.length} of ${chosen.length} `)
  }
  return report(rows)
}

function isChosen({ name }: Payload, i: number): boolean {
  if (values.quick && i % 7 !== 0) return false
  return (values.only ?? []).every((text) => name.includes(text))
}

function report(rows: readonly Row[]): number {
  console.log('    work      wall     peak  grows  what is repeated')
  for (const row of shownRows(rows)) console.log(line(row))
  const missed = rows.filter((row) => misses(row, true).length > 0)
  if (rows.some(({ peakPerByte }) => peakPerByte === undefined))
    console.log(
      '\nPeaks are read from /proc/<pid>/status, which some servers had none of: they died, or this is not Linux.',
    )
  console.log(
    `\n${rows.length} rows, ${missed.length} past the goal: ${goal.milliseconds} ms, ${goal.peakPerByte} bytes of peak memory a byte`,
  )
  return missed.length === 0 ? 0 : 1
}

function shownRows(rows: readonly Row[]): readonly Row[] {
  const byTime = [...rows].sort((a, b) => b.cost.milliseconds - a.cost.milliseconds)
  if (values.worst === undefined) return byTime
  const most = Number(values.worst)
  const byPeak = [...rows].sort((a, b) => (b.peakPerByte ?? 0) - (a.peakPerByte ?? 0))
  const shown = new Set([...byTime.slice(0, most), ...byPeak.slice(0, most)])
  return byTime.filter((row) => shown.has(row) || misses(row, true).length > 0)
}

/** `1234 ms   56.7 ×  1.08  400  json …  MISSES time` */
function line(row: Row): string {
  const { cost, peakPerByte, exponent, payload } = row
  const why = misses(row, true)
  return [
    `${cost.milliseconds.toFixed(0).padStart(5)} ms`,
    `${cost.wall.toFixed(0).padStart(5)} ms`,
    `${(peakPerByte?.toFixed(1) ?? '?').padStart(6)} ×`,
    (exponent?.toFixed(2) ?? '').padStart(4),
    String(cost.status).padStart(3),
    payload.name,
    why.length === 0 ? '' : `MISSES ${why.join(', ')}`,
  ].join('  ')
}
