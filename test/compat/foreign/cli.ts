// `npm run test:foreign -- [package…] [--type expression] [--values n] [--resume]`
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cache, compilerVersions, installCompiler, installOracle, root } from './folders.ts'
import { type ForeignPackage, goal, packages } from './packages.ts'
import { failuresOf, type PackageResult, pageOf, refusalRows, rowOf, shareOf } from './report.ts'
import type { TypeResult } from './try-package.ts'

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    type: { type: 'string' },
    values: { type: 'string', default: '60' },
    /** Keeps the results of an interrupted run. */
    resume: { type: 'boolean', default: false },
  },
})
const chosen = packages.filter(({ name }) => named.length === 0 || named.includes(name))
const unknown = named.filter((name) => packages.every((one) => one.name !== name))
if (unknown.length > 0) {
  console.error(
    `Not in the list: ${unknown.join(', ')}. It has ${packages.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}
console.log(`${chosen.length} packages, each compiled with TypeScript ${compilerVersions.join(' and ')}`)
installOracle()
for (const version of compilerVersions) installCompiler(version)

const maxWords = 900
const results: PackageResult[] = []
for (const [index, one] of chosen.entries()) {
  console.log(`${index + 1} of ${chosen.length}: ${one.name}@${one.version}`)
  const result = (options.resume && earlierResult(one)) || tryPackage(one)
  if (options.type === undefined && result.missing === undefined) keepResult(result)
  results.push(result)
  console.log(rowOf(result))
  for (const failure of failuresOf(result)) console.log(`  ${failure.slice(0, maxWords)}`)
}

const types = results.flatMap((result) => result.types)
const failures = results.flatMap(failuresOf)
const share = shareOf(types)
console.log(`\n${refusalRows(types).join('\n')}`)
console.log(
  `\n${types.length} types, ${(share * 100).toFixed(1)} % of the data types generated, ${failures.length} failures`,
)
const isWhole = named.length === 0 && options.type === undefined
if (isWhole) {
  const page = pageOf(results, new Date().toISOString().slice(0, 10))
  writeFileSync(join(root, 'docs/internals/measurements/foreign-types.md'), page)
}
process.exitCode = failures.length > 0 || (isWhole && share < goal) ? 1 : 0

function resultPath({ name }: ForeignPackage): string {
  return join(cache, 'results', `${name.replace('/', '+')}.json`)
}

function keepResult(result: PackageResult): void {
  mkdirSync(join(cache, 'results'), { recursive: true })
  writeFileSync(resultPath(result.one), JSON.stringify(result))
}

function earlierResult(one: ForeignPackage): PackageResult | undefined {
  if (!existsSync(resultPath(one))) return undefined
  return { ...(JSON.parse(readFileSync(resultPath(one), 'utf8')) as PackageResult), one }
}

/** In a process of its own: a package of thousands of types leaves much behind. */
function tryPackage(one: ForeignPackage): PackageResult {
  const script = fileURLToPath(new URL('try-package.ts', import.meta.url))
  const args = [script, one.name, options.values, ...(options.type === undefined ? [] : [options.type])]
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    // The last is for progress.
    stdio: ['ignore', 'pipe', 'pipe', process.stdout.fd],
  })
  if (status !== 0) return { one, types: [], missing: stderr.trim().slice(-1500) }
  return { one, types: JSON.parse(stdout) as TypeResult[] }
}
