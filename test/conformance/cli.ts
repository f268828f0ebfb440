import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { copyDifferences } from './copy-differences.ts'
import { ctxgenCommand } from './ctxgen-command.ts'
import { readDisputed } from './lists.ts'
import { type Area, loadAreas } from './load-cases.ts'
import { places } from './places.ts'
import { asJson, count, details, table } from './report.ts'
import { type AreaResult, openSuite } from './run-suite.ts'
import { showError } from './show.ts'

const usage = `usage: npm run conformance -- [--cases <folder>] [--area <name>]... [--json] [--verbose] [--child-process]

  --cases <folder>   a folder with bind/, request/ or response/ (default: test/conformance/cases)
  --area <name>      only this area (bind/json) or all of a folder (bind); may be repeated
  --json             one JSON document instead of the table
  --verbose          the reasons of the first 200 failures
  --child-process    start the ctxgen command as a process of its own every time
`

interface Options {
  readonly cases: string
  readonly areas: readonly string[]
  readonly json: boolean
  readonly verbose: boolean
  readonly childProcess: boolean
}

class WrongUsage extends Error {}

function readOptions(args: string[]): Options {
  let values: {
    cases?: string
    area?: string[]
    json?: boolean
    verbose?: boolean
    'child-process'?: boolean
  }
  try {
    values = parseArgs({
      args,
      options: {
        cases: { type: 'string' },
        area: { type: 'string', multiple: true },
        json: { type: 'boolean' },
        verbose: { type: 'boolean' },
        'child-process': { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error))
  }
  return {
    cases: resolve(values.cases ?? places.cases),
    areas: values.area ?? [],
    json: values.json ?? false,
    verbose: values.verbose ?? false,
    childProcess: values['child-process'] ?? false,
  }
}

function chooseAreas({ cases, areas }: Options): Area[] {
  if (!existsSync(cases)) throw new WrongUsage(`there is no folder ${cases}`)
  let all: Area[]
  try {
    all = loadAreas(cases)
  } catch (error) {
    throw new WrongUsage(showError(error))
  }
  if (all.length === 0) throw new WrongUsage(`${cases} has no cases in bind/, request/ or response/`)
  const isNamed = (area: Area, name: string): boolean =>
    area.name === name || area.name.startsWith(`${name}/`)
  for (const name of areas) {
    if (!all.some((area) => isNamed(area, name))) throw new WrongUsage(`there is no area ${name}`)
  }
  return areas.length === 0 ? all : all.filter((area) => areas.some((name) => isNamed(area, name)))
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  const areas = chooseAreas(options)
  const disputed = new Set(readDisputed().keys())
  const suite = await openSuite(areas, await ctxgenCommand(options.childProcess), disputed)
  const results: AreaResult[] = []
  try {
    for (const area of areas) results.push(await suite.runArea(area))
  } finally {
    suite.close()
  }
  print(results, options)
  return count(
    results.flatMap((area) => area.results),
    'failed',
  ) > 0
    ? 1
    : 0
}

function print(results: readonly AreaResult[], options: Options): void {
  if (options.json) {
    process.stdout.write(`${asJson(results)}\n`)
    return
  }
  const seconds = (area: AreaResult): string => `${(area.milliseconds / 1000).toFixed(1)} s`
  process.stdout.write(`${table(results, seconds)}\n\n${details(results, options.verbose)}\n`)
  if (options.cases === resolve(places.cases)) {
    const differing = copyDifferences(places.cases, places.originalCases)
    if (differing.length > 0) process.stdout.write(`the copy of the cases differs: ${differing.join(', ')}\n`)
  }
}

main().then(
  // Leftovers of a failed case must not keep the tool alive.
  (code) => process.stdout.write('', () => process.exit(code)),
  (error: unknown) => {
    const wrong = error instanceof WrongUsage
    process.stderr.write(wrong ? `${error.message}\n\n${usage}` : `${showError(error)}\n`)
    process.exit(2)
  },
)
