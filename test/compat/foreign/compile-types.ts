import { spawnSync } from 'node:child_process'
import { checkGenerated } from '../../support/strict-compile.ts'
import { compilerVersions, installCompiler, tell } from './folders.ts'
import { type ForeignType, generatedFolder, lineOf } from './sources.ts'

/** The compiler errors of one type's files. */
export interface Compiled {
  /** Of the generated file. */
  readonly failures: readonly string[]
  /** Of the source: then the list is wrong, not the generator. */
  readonly sourceFailures: readonly string[]
}

// The sources have imports for all types of a package, and schemas without written types (TS9…).
const expected = /^TS(6133|6192|6196|6198|90\d\d)$/

/** Compiles all sources of a package and what was generated from them, with every compiler. */
export function compileTypes(
  folder: string,
  types: readonly ForeignType[],
  isExact = true,
): ReadonlyMap<ForeignType, Compiled> {
  const found = compilerVersions.flatMap((version) => {
    const under = `TypeScript ${lineOf(version)}${isExact ? '' : ' without exactOptionalPropertyTypes'}`
    tell(`compiles with ${under}`)
    return compilerFailures(version, folder).map((line) => ({ line, text: `${under}: ${line}` }))
  })
  return new Map(
    types.map((type) => {
      const failuresOf = (file: string): readonly string[] =>
        found.filter(({ line }) => line.startsWith(`${file}(`)).map(({ text }) => text)
      const sourceFailures = failuresOf(`src/${type.file}.ts`).filter((text) => !expected.test(codeOf(text)))
      return [
        type,
        { failures: failuresOf(`${generatedFolder(isExact)}/${type.file}.bind.ts`), sourceFailures },
      ]
    }),
  )
}

/** The compiler's errors for a folder with a tsconfig, a line each. */
export function compilerFailures(
  version: (typeof compilerVersions)[number],
  folder: string,
): readonly string[] {
  checkGenerated(folder)
  const args = [installCompiler(version), '-p', folder, '--pretty', 'false']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const lines = stdout.split('\n').filter((line) => /: error TS/.test(line))
  if (status !== 0 && lines.length === 0) throw new Error(`TypeScript ${version} broke:\n${stdout}${stderr}`)
  return lines
}

function codeOf(text: string): string {
  return /TS\d+/.exec(text)?.[0] ?? ''
}
