import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type GenerateResult, generate } from '@ctxgen/codegen'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Generated, runBinderCase } from '../support/binder-cases.ts'
import { root } from '../support/fixture-folders.ts'
import { checkedErrors } from '../support/strict-compile.ts'
import { inTempProject, type TempProject } from '../support/temp-project.ts'
import type { HostileSource } from './source.ts'
import { hostileSources } from './sources.ts'

/** Characters that an output must not contain: they end lines, hide text or reorder its display. */
const unprintable = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

/** One project for all rows, as a start of the compiler takes longer than all of them. */
await inTempProject(async (project) => {
  for (const row of hostileSources)
    project.write({ [`${folderOf(row)}/${row.file ?? 'dto.ts'}`]: row.source })
  project.write({ 'tsconfig.json': tsconfig() })
  const failures = await generateAll(project)
  const errors = await checkedErrors(project.at('tsconfig.json'))
  // An error about the project as a whole would keep the compiler from checking the files.
  test("the compiler's messages are about the files", () => {
    assert.equal(
      errors.filter((error) => error.startsWith('error')),
      [],
    )
  })
  for (const row of hostileSources) await addTest(row, project, { failures, errors })
})

interface Findings {
  /** `path: code message` of every diagnostic. */
  readonly failures: readonly string[]
  /** The compiler's messages. */
  readonly errors: readonly string[]
}

/** By number, as many disks do not distinguish `Dto` from `dto`. */
function folderOf(row: HostileSource): string {
  return `src/${hostileSources.indexOf(row)}`
}

/** All in one run; if that breaks, each alone, so that the offending row fails. */
async function generateAll(project: TempProject): Promise<readonly string[]> {
  const { path: cwd } = project
  try {
    return failuresOf(await generate({ inputs: ['src'], cwd }))
  } catch {
    const failures = []
    for (const row of hostileSources) failures.push(...(await generateOne(row, project)))
    return failures
  }
}

async function generateOne(row: HostileSource, project: TempProject): Promise<readonly string[]> {
  try {
    return failuresOf(await generate({ inputs: [folderOf(row)], cwd: project.path }))
  } catch (error) {
    return [`${project.at(folderOf(row))}/: the generator broke: ${error}`]
  }
}

function failuresOf({ diagnostics }: GenerateResult): readonly string[] {
  return diagnostics.map(({ code, message, span }) => `${span?.path}: ${code} ${message}`)
}

async function addTest(row: HostileSource, project: TempProject, findings: Findings): Promise<void> {
  const failure = await failureOf(row, project, findings)
  test(row.name, () => {
    if (failure !== undefined) throw failure
  })
}

async function failureOf(row: HostileSource, project: TempProject, findings: Findings): Promise<unknown> {
  try {
    await check(row, project, findings)
    return undefined
  } catch (error) {
    return error
  }
}

async function check(
  row: HostileSource,
  project: TempProject,
  { failures, errors }: Findings,
): Promise<void> {
  const folder = `${folderOf(row)}/`
  const output = `${folder}${(row.file ?? 'dto.ts').replace(/\.ts$/, '.bind.ts')}`
  const own = failures.filter((failure) => failure.includes(`/${folder}`))
  if (row.refused !== undefined) {
    assert.ok(
      own.some((failure) => failure.includes(`: ${row.refused} `)),
      own.join('\n'),
    )
    assert.not.ok(existsSync(project.at(output)))
    return
  }
  assert.equal(own, [])
  const text = project.read(output)
  assert.not.match(text.replace(/^\uFEFF/, ''), unprintable)
  assert.equal(
    errors.filter((error) => error.startsWith(folder) || error.includes(`/${folder}`)),
    [],
  )
  const generated: Generated = await import(pathToFileURL(project.at(output)).href)
  for (const one of row.cases ?? []) await runBinderCase(one, generated)
  const again = await generate({ inputs: [folderOf(row)], cwd: project.path, mode: 'check' })
  assert.equal(
    again.files.map(({ outcome }) => outcome),
    ['unchanged'],
  )
}

function tsconfig(): string {
  const base = join(root, 'fixtures/tsconfig.json')
  return JSON.stringify({ extends: base, compilerOptions: { rootDir: '.' }, include: ['src'] })
}

test.run()
