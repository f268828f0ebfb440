import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../support/fixture-folders.ts'
import { bundleDtos } from './bundle-dtos.ts'
import { bodyOf, type Candidate, isBody } from './candidate.ts'
import { foundPayload } from './payloads.ts'
import { misses, type Row, runRow } from './run-table.ts'
import { type Scored, Search } from './search.ts'

const usage = `usage: npm run amplify -- [--minutes <n>] [--seed <n>] [--write] [--runtime <dir>]

Looks for requests that cost more time or memory for each byte than others, and measures the worst as the table does.

  --minutes <n>    how long to search (default: 10)
  --seed <n>       of the random choices (default: the time)
  --write          add what costs more than half of the goal to found.json, and so to the table and to later searches
  --runtime <dir>  a built runtime to search instead of this one
`

/** The findings of earlier searches. */
const foundPath = fileURLToPath(new URL('found.json', import.meta.url))

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    write: { type: 'boolean' },
    runtime: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) process.stdout.write(usage)
else process.exitCode = await main()

async function main(): Promise<number> {
  const modulePath = await bundleDtos(resolve(values.runtime ?? join(root, 'packages/runtime')))
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const search = new Search(modulePath, seed, readFound())
  const worst = await search.run(Number(values.minutes ?? 10) * 60_000)
  console.log(
    `seed ${seed}: ${search.tries} requests, ${search.refused} of them refused, ${search.deaths.length} servers died`,
  )
  for (const { dto, unit } of search.deaths) console.log(`died, or did not answer: ${dto} ${unit}`)
  const rows: Row[] = []
  for (const { candidate } of worst.filter(({ candidate }) => isBody(candidate))) {
    const options = { size: 4 * 1024 * 1024 - 8192, tries: 2, growth: false }
    rows.push(await runRow(foundPayload(candidate), modulePath, options))
  }
  for (const row of rows) console.log(line(row))
  for (const one of worst.filter(({ candidate }) => !isBody(candidate))) console.log(headLine(one))
  if (values.write)
    writeFound(
      rows,
      worst.map(({ candidate }) => candidate),
    )
  return rows.some((row) => misses(row, true).length > 0) ? 1 : 0
}

function line(row: Row): string {
  const { cost, peakPerByte, payload } = row
  const figures = `${cost.milliseconds.toFixed(0)} ms, ${peakPerByte?.toFixed(1) ?? '?'} × for 4 MiB, status ${cost.status}`
  return `${figures}: ${payload.name} ${misses(row, true).join(', ')}`
}

function headLine({ candidate, milliseconds }: Scored): string {
  return `${milliseconds.toFixed(1)} ms for 14 kB: ${candidate.notation} ${candidate.dto} ${JSON.stringify(candidate.unit)}`
}

function readFound(): readonly Candidate[] {
  return JSON.parse(readFileSync(foundPath, 'utf8'))
}

function writeFound(rows: readonly Row[], candidates: readonly Candidate[]): void {
  const known = readFound()
  const isNew = (one: Candidate): boolean => !known.some((other) => sample(other) === sample(one))
  const dearNames = new Set(rows.filter(isDear).map(({ payload }) => payload.name))
  const dear = candidates.filter((one) => isBody(one) && dearNames.has(foundPayload(one).name))
  writeFileSync(foundPath, `${JSON.stringify([...known, ...dear.filter(isNew)], null, 2)}\n`)
}

function sample(one: Candidate): string {
  return `${one.notation} ${one.dto} ${Buffer.from(bodyOf(one, 200)).toString('hex')}`
}

function isDear({ cost, peakPerByte = 0 }: Row): boolean {
  return cost.milliseconds > 500 || peakPerByte > 32
}
