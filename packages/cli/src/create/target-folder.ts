import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { UsageError } from '@ctxgen/codegen/usage-error'
import { nameProblem } from './package-name.ts'

/** Where a project goes. */
export interface TargetFolder {
  readonly path: string
  /** The name of the package, that of the folder. */
  readonly name: string
  /** Whether it is outside the working folder, after links are followed. */
  readonly isOutside: boolean
}

/** @throws UsageError if it has content, or if its name is none of a package */
export function targetFolder(cwd: string, folder: string): TargetFolder {
  const path = resolve(cwd, folder)
  const name = basename(path)
  const problem = nameProblem(name)
  if (problem !== undefined) throw new UsageError(problem)
  if (existsSync(path)) checkEmpty(path, folder)
  const way = relative(realpathSync(cwd), realPathOf(path))
  return { path, name, isOutside: isAbsolute(way) || /^\.\.(?:[\\/]|$)/.test(way) }
}

function checkEmpty(path: string, folder: string): void {
  if (!statSync(path).isDirectory()) throw new UsageError(`${folder} is a file`)
  // A repository without files is a usual beginning.
  const [first] = readdirSync(path).filter((name) => name !== '.git')
  if (first !== undefined) {
    throw new UsageError(
      `${folder} is not empty (it has ${first}): choose a new folder, or run npx ctxgen init in it`,
    )
  }
}

/** The path without links, of a folder that may not exist yet. */
function realPathOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPathOf(dirname(path)), basename(path))
}
