import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Attack } from './run/attack.ts'
import { corpus, loadAttacks, ownCases } from './run/reference.ts'
import { jsonReport, textReport } from './run/report.ts'
import { runSuite } from './run/run-suite.ts'

const usage = `usage: npm run attacks -- [--cases <file>]... [--area <name>]... [--id <id>]... [--quick] [--json]

  --cases <file>  a file in the format of test/attacks/reference/ATTACK-FORMAT.md (default: the corpus and our own)
  --area <name>   only this area; may be repeated
  --id <id>       only this entry; may be repeated
  --quick         as the tests do: on hardened node only, and what kills the generator a few times instead of many
  --json          one JSON document instead of the report
`

class WrongUsage extends Error {}

interface Options {
  readonly attacks: readonly Attack[]
  readonly quick: boolean
  readonly json: boolean
}

function readOptions(args: string[]): Options {
  const { values } = parse(args)
  const files = values.cases ?? [corpus, ownCases]
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw new WrongUsage(`there is no file ${missing}`)
  const all = files.flatMap(loadAttacks)
  for (const area of values.area ?? []) {
    if (!all.some((attack) => attack.area === area)) throw new WrongUsage(`there is no area ${area}`)
  }
  const attacks = all.filter(({ area, id }) => {
    const isOfArea = values.area === undefined || values.area.includes(area)
    return isOfArea && (values.id === undefined || values.id.includes(id))
  })
  if (attacks.length === 0) throw new WrongUsage('there are no such entries')
  return { attacks, quick: values.quick ?? false, json: values.json ?? false }
}

function parse(args: string[]): ReturnType<typeof parseArgs<{ options: typeof optionTypes }>> {
  try {
    return parseArgs({ args, options: optionTypes })
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error))
  }
}

const optionTypes = {
  cases: { type: 'string', multiple: true },
  area: { type: 'string', multiple: true },
  id: { type: 'string', multiple: true },
  quick: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

async function main(): Promise<number> {
  const { attacks, quick, json } = readOptions(process.argv.slice(2))
  const results = await runSuite(attacks, quick)
  process.stdout.write(`${json ? jsonReport(results) : textReport(results)}\n`)
  return results.some(({ verdict }) => verdict === 'failed') ? 1 : 0
}

main().then(
  (code) => process.stdout.write('', () => process.exit(code)),
  (error: unknown) => {
    const isUsage = error instanceof WrongUsage
    process.stderr.write(
      isUsage ? `${error.message}\n\n${usage}` : `${error instanceof Error ? error.stack : error}\n`,
    )
    process.exit(2)
  },
)
