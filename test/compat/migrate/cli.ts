// `npm run test:migrate -- [folder… --library zod] [--package name] [--values n] [--seed n] [--zod 3|4] [--json file]`
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { libraries } from '@ctxgen/codegen/migrate'
import { installLibraries } from './folders.ts'
import { published } from './projects.ts'
import { failuresOf, reportOf } from './report.ts'
import { type Sources, sourcesIn, sourcesOf } from './sources.ts'
import { type SourcesResult, trySources } from './try-sources.ts'

const { values: flags, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    library: { type: 'string' },
    package: { type: 'string' },
    values: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    zod: { type: 'string' },
    json: { type: 'string' },
  },
})
const library = libraries.find((one) => one === flags.library)
if (folders.length > 0 && library === undefined) {
  console.error(`With folders, --library is one of ${libraries.join(', ')}.`)
  process.exit(2)
}
// A project's module may end the process when its environment is missing.
process.exit = ((code?: number): never => {
  throw new Error(`the project ends the process with ${code}`)
}) as typeof process.exit
installLibraries()
const zod = flags.zod === '3' || flags.zod === '4' ? flags.zod : undefined
const chosen = published.filter(
  ({ name, library: of }) => (flags.package ?? name) === name && (library ?? of) === of,
)
const all: readonly (() => Sources)[] =
  library !== undefined && folders.length > 0
    ? folders.map((folder) => () => sourcesIn(folder, library))
    : chosen.map((one) => () => sourcesOf(one))
const results: SourcesResult[] = []
for (const open of all) {
  const result = await trySources(open(), { values: Number(flags.values), seed: Number(flags.seed), zod })
  console.log(reportOf(result))
  results.push(result)
}
if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(results))
process.exitCode = results.some((one) => failuresOf(one).length > 0) ? 1 : 0
