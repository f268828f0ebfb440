import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkFile } from '../support/strict-compile.ts'
import { places } from './places.ts'

/** The flags under which generated code must compile (API.md section 3). */
const strictFlags = {
  strict: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [join(places.nodeModules, '@types')],
}

/** The project of a user without a tsconfig. */
const plainProject = {
  target: 'es2022',
  lib: ['es2023', 'esnext.disposable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
}

/** Generated files and their project. */
export interface TypeCheck {
  /** Absolute paths. */
  readonly files: readonly string[]
  /** The tsconfig of the files' project, which decides how imports resolve. */
  readonly base?: string
}

/**
 * Type-checks files in one run of the compiler.
 * @param folder the working directory of the compiler, with its project file.
 * @returns the errors in these files; errors elsewhere do not matter here.
 */
export async function typeErrors(folder: string, { files, base }: TypeCheck): Promise<Map<string, string[]>> {
  const errors = new Map<string, string[]>()
  if (files.length === 0) return errors
  const project = join(folder, 'tsconfig.check.json')
  const content =
    base === undefined
      ? { compilerOptions: { ...plainProject, ...strictFlags }, files }
      : { extends: base, compilerOptions: strictFlags, files }
  writeFileSync(project, JSON.stringify(content))
  const restored = files.map(checkFile)
  const output = await runCompiler(project, folder)
  for (const restore of restored) restore()
  const wanted = new Set(files)
  let understood = output.trim() === ''
  for (const line of output.split('\n')) {
    const match = /^(.+?)\((\d+),\d+\): error (TS\d+: .*)$/.exec(line)
    if (match === null) continue
    understood = true
    const path = resolve(folder, String(match[1]))
    if (wanted.has(path)) errors.set(path, [...(errors.get(path) ?? []), `line ${match[2]}: ${match[3]}`])
  }
  if (!understood) throw new Error(`the compiler says: ${output.slice(0, 500)}`)
  return errors
}

function runCompiler(project: string, cwd: string): Promise<string> {
  const compiler = join(places.nodeModules, 'typescript/bin/tsc')
  return new Promise((done) => {
    const args = [compiler, '-p', project, '--pretty', 'false', '--singleThreaded']
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) =>
      done(stdout + stderr),
    )
  })
}
