import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { type CliResult, dto, inProject, type Project, runCli } from './run-cli.ts'

/** A project whose sources have imports, and whose tsconfig extends another. */
export const files = {
  'package.json': '{ "type": "module" }',
  'tsconfig.base.json': '{ "compilerOptions": { "target": "es2022" } }',
  'tsconfig.json':
    '{ "extends": "./tsconfig.base.json", "compilerOptions": { "module": "nodenext", "paths": {} } }',
  'src/a.ts': `import type { Other } from './lib/other.js'\n/** @query */\nexport interface A { v: string; w: Other }\n`,
  'src/b.ts': dto('B'),
  'src/plain.ts': 'export const plain = 1\n',
  'src/lib/other.ts': `import type { Deep } from '../../deep.js'\nexport type Other = Deep\n`,
  'deep.ts': 'export type Deep = number\n',
}

/** A project with a cache, after a first run. */
export function inCached(test: (project: Project) => unknown): Promise<void> {
  return inProject(files, async (project) => {
    mkdirSync(join(project.path, 'node_modules'))
    assert.is((await runCli(project.path, ['src'])).code, 0)
    assert.ok(await isRemembered(project.path, ['src']))
    await test(project)
  })
}

/** The folder of the cache records. */
export const cacheOf = (path: string): string => join(path, 'node_modules/.cache/ctxgen')

/** The records of a project. */
export const manifestsOf = (path: string): readonly string[] =>
  readdirSync(cacheOf(path)).map((name) => join(cacheOf(path), name))

/**
 * Whether a check is answered without reading sources: it then prints the message that was put into the
 * cache.
 */
export async function isRemembered(path: string, inputs: readonly string[]): Promise<boolean> {
  const mark = { code: 'CTX9999', severity: 'warning', message: 'remembered' }
  const before = manifestsOf(path).map((place) => [place, readFileSync(place, 'utf8')] as const)
  for (const [place, text] of before) {
    writeFileSync(place, JSON.stringify({ ...JSON.parse(text), diagnostics: [mark] }))
  }
  const { stdout } = await runCli(path, ['--check', '--json', ...inputs])
  for (const [place, text] of before) writeFileSync(place, text)
  return stdout.includes('remembered')
}

/** Everything a user sees, except the elapsed time. */
export function answer({ code, stdout, stderr }: CliResult): object {
  return { code, stdout: stdout.replace(/ in [\d.]+ m?s$/m, ''), stderr }
}

/** Runs with and without the cache, and expects the same answer. */
export async function expectSameAnswers(path: string, argv: readonly string[], what: string): Promise<void> {
  for (const more of [['--verbose'], ['--json']]) {
    const bare = await runCli(path, ['--check', '--no-cache', ...more, ...argv])
    // Twice: the first run may fill the cache for the second.
    for (const round of [1, 2]) {
      const cached = await runCli(path, ['--check', ...more, ...argv])
      const fixed = { ...bare, stdout: bare.stdout.replace(' --no-cache', '') }
      assert.equal(answer(cached), answer(fixed), `${what} ${more.join(' ')} (${round})`)
    }
  }
}
