import { readFileSync } from 'node:fs'
import { bannerLine } from '../../src/emit/text/banner.ts'
import { findInputs } from '../../src/input/find-inputs.ts'
import type { FileOutcome, GeneratedFile } from '../../src/write/generated-file.ts'
import { type WriteContext, type WriteResult, writeFiles } from '../../src/write/write-files.ts'
import type { TempFolder } from '../support/temp-folder.ts'

export interface Run extends Partial<Pick<WriteContext, 'mode' | 'clean' | 'cwd'>> {
  readonly inputs?: readonly string[]
  readonly outDir?: string
  /** Sources (by name) without a DTO. */
  readonly without?: readonly string[]
  readonly failed?: readonly string[]
  readonly others?: readonly string[]
}

/** Replaces the generator: every source gives its banner and its own text. */
export function run(folder: TempFolder, options: Run = {}): WriteResult {
  const cwd = options.cwd ?? folder.path
  const {
    inputs = ['.'],
    outDir,
    without = [],
    failed = [],
    others = [],
    mode = 'write',
    clean = false,
  } = options
  const found = findInputs({ inputs, cwd, ...(outDir === undefined ? {} : { outDir }) })
  const failedSources = new Set(failed.map(folder.at))
  const silent = new Set([...without.map(folder.at), ...failedSources])
  const files: GeneratedFile[] = found.files
    .filter((file) => !silent.has(file.sourcePath))
    .map(({ sourcePath, outputPath: path }) => ({ sourcePath, path, text: textOf(path, sourcePath) }))
  return writeFiles(files, { cwd, mode, clean, inputs: found, failedSources, others: others.map(folder.at) })
}

export function textOf(path: string, sourcePath: string): string {
  return `${bannerLine(path, sourcePath)}\n\n${readFileSync(sourcePath, 'utf8')}\n`
}

/** `outcome path` for each, and `code path…` for each diagnostic. */
export function summary(folder: TempFolder, result: WriteResult): readonly string[] {
  const name = ({ path, outcome }: FileOutcome): string => `${outcome} ${path.slice(folder.path.length + 1)}`
  return [
    ...result.outcomes.map(name),
    ...result.diagnostics.map((d) => `${d.code} ${d.message.split(' ')[0]}`),
  ]
}
