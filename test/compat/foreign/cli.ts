// `npm run test:foreign -- [--package name] [--type expression] [--values n] [--resume]`
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cache, compilerVersions, installCompiler, installOracle, root } from './folders.ts'
import { type ForeignPackage, goal, packages } from './packages.ts'
import { failuresOf, type PackageResult, pageOf, refusalRows, rowOf, shareOf } from './report.ts'
import type { TypeResult } from './try-package.ts'

const { values: options } = parseArgs({
  options: {
    package: { type: 'string', multiple: true },
    type: { type: 'string' },
    values: { type: 'string', default: '60' },
    /** Keeps the results of an interrupted run. */
    resume: { type: 'boolean', default: false },
  },
})
const chosen = packages.filter(({ name }) => options.package === undefined || options.package.includes(name))
if (chosen.length === 0) throw new Error(`${options.package} is not in the list`)
installOracle()
for (const version of compilerVersions) installCompiler(version)

const mostWords = 900
const results: PackageResult[] = []
for (const one of chosen) {
  const result = (options.resume && earlierResult(one)) || tryPackage(one)
  if (options.type === undefined && result.missing === undefined) keepResult(result)
  results.push(result)
  console.log(rowOf(result))
  for (const failure of failuresOf(result)) console.log(`  ${failure.slice(0, mostWords)}`)
}

const types = results.flatMap((result) => result.types)
const failures = results.flatMap(failuresOf)
const share = shareOf(types)
console.log(`\n${refusalRows(types).join('\n')}`)
console.log(
  `\n${types.length} types, ${(share * 100).toFixed(1)} % of the data types generated, ${failures.length} failures`,
)
const isWhole = options.package === undefined && options.type === undefined
if (isWhole) {
  const page = pageOf(results, new Date().toISOString().slice(0, 10))
  writeFileSync(join(root, 'docs/measurements/foreign-types.md'), page)
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
  })
  if (status !== 0) return { one, types: [], missing: stderr.trim().slice(-1500) }
  return { one, types: JSON.parse(stdout) as TypeResult[] }
}
