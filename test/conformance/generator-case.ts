import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GeneratorCase, GeneratorStep } from './case-types.ts'
import type { Ctxgen } from './ctxgen-command.ts'
import { type FolderState, folderState } from './folder-state.ts'
import { generatorDifferences } from './generator-expect.ts'
import { unknownGeneratorKeys } from './known-keys.ts'
import { showError } from './show.ts'
import type { TypeCheck } from './type-check.ts'

export interface GeneratorOutcome {
  readonly problems: string[]
  /** Generated files that must type-check. */
  readonly types: TypeCheck
}

const noTypes: TypeCheck = { files: [] }

/** Runs one case of generator.json in an empty folder, which stays for the type check. */
export async function runGeneratorCase(
  testCase: GeneratorCase,
  folder: string,
  ctxgen: Ctxgen,
): Promise<GeneratorOutcome> {
  const strangers = unknownGeneratorKeys(testCase)
  if (strangers.length > 0) return { problems: strangers, types: noTypes }
  const problems: string[] = []
  try {
    writeFiles(folder, testCase.files ?? {})
    const history: FolderState[] = []
    const steps = testCase.steps ?? [testCase]
    for (const [i, step] of steps.entries()) {
      const found = await runStep(step, folder, history, ctxgen)
      problems.push(...found.map((text) => (steps.length > 1 ? `step ${i}: ${text}` : text)))
      history.push(folderState(folder))
    }
    return {
      problems,
      types: succeeds(steps) ? typeCheck(steps, folder, history.at(-1) ?? new Map()) : noTypes,
    }
  } catch (error) {
    return { problems: [...problems, showError(error)], types: noTypes }
  }
}

async function runStep(
  step: GeneratorStep,
  folder: string,
  history: readonly FolderState[],
  ctxgen: Ctxgen,
): Promise<string[]> {
  if (step.write !== undefined) writeFiles(folder, step.write)
  for (const [path, text] of Object.entries(step.append ?? {})) appendFileSync(join(folder, path), text)
  for (const path of step.delete ?? []) rmSync(join(folder, path), { recursive: true })
  if (step.args === undefined) return []
  const before = folderState(folder)
  const result = await ctxgen(step.args, folder)
  return generatorDifferences(step.expect ?? {}, {
    folder,
    result,
    before,
    after: folderState(folder),
    history,
  })
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Whether the last run succeeds: every output present then was written by it or is still valid. */
function succeeds(steps: readonly GeneratorStep[]): boolean {
  return steps.findLast((step) => step.expect !== undefined)?.expect?.exit === 0
}

/** All generated files at the end, except those of deleted sources, which stay on purpose. */
function typeCheck(steps: readonly GeneratorStep[], folder: string, state: FolderState): TypeCheck {
  const orphans = new Set(
    steps.flatMap((step) => step.delete ?? []).map((path) => path.replace(/\.ts$/, '.bind.ts')),
  )
  const generated = [...state.keys()].filter((path) => path.endsWith('.bind.ts') && !orphans.has(path))
  const args = steps.flatMap((step) => step.args ?? [])
  const project = args[args.indexOf('--project') + 1]
  const base = args.includes('--project') && project !== undefined ? project : 'tsconfig.json'
  return {
    files: generated.map((path) => join(folder, path)),
    ...(state.has(base) ? { base: join(folder, base) } : {}),
  }
}
