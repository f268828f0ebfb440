import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from './fixture-folders.ts'

/**
 * Type-checks a project under the flags of its tsconfig, in one run of the compiler, except for declarations
 * of packages. Returns the printed lines; none means success.
 */
export function compileErrors(tsconfig: string): Promise<readonly string[]> {
  return runCompiler('-p', tsconfig, '--skipLibCheck')
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
