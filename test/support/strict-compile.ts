import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './fixture-folders.ts'

/**
 * Type-checks a project under the flags of its tsconfig, in one run of the compiler, except for declarations
 * of packages. Returns the printed lines; none means success.
 */
export function compileErrors(tsconfig: string): Promise<readonly string[]> {
  return runCompiler('-p', tsconfig, '--skipLibCheck')
}

/** Like {@link compileErrors}, with the code of the generated files below the tsconfig, all of them temporary. */
export async function checkedErrors(tsconfig: string): Promise<readonly string[]> {
  const restore = checkGenerated(dirname(tsconfig))
  try {
    return await compileErrors(tsconfig)
  } finally {
    restore()
  }
}

/** Has the compiler check the code of generated files, which it leaves out in projects of users, until the result is called. */
export function checkGenerated(folder: string): () => void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.[cm]?ts$/.test(one.name) && !one.parentPath.includes('node_modules'))
    .map(({ parentPath, name }) => checkFile(join(parentPath, name)))
  return () => {
    for (const restore of files) restore()
  }
}

/** {@link checkGenerated} for one file. */
export function checkFile(path: string): () => void {
  const text = readFileSync(path, 'utf8')
  const checked = text.replace(/^\/\/ @ts-nocheck .*\n/m, '')
  if (checked === text) return () => undefined
  writeFileSync(path, checked)
  return () => writeFileSync(path, text)
}

/** Like {@link compileErrors}, with the declarations of packages, which takes a second more. */
export function allCompileErrors(tsconfig: string): Promise<readonly string[]> {
  return runCompiler('-p', tsconfig)
}

function runCompiler(...argv: readonly string[]): Promise<readonly string[]> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  // Threads check some types twice, and other tests run beside.
  const args = [tsc, ...argv, '--pretty', 'false', '--singleThreaded']
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.split(/\r?\n/).filter((line) => line !== '')
      // A compiler that crashes or is missing must not look like a clean run.
      if (error !== null && lines.length === 0) reject(error)
      else resolve(lines)
    })
  })
}
