import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Host } from './hosts.ts'

const output = 'src/dto/order.bind.ts'

/** Generates the DTO of the project with the installed command, run by this runtime. @returns the file's text. */
export async function generateWith(host: Host, project: string): Promise<string> {
  rmSync(join(project, output), { force: true })
  await ctxgen(host, project, ['src/dto'], /^\d files? written/)
  return readFileSync(join(project, output), 'utf8')
}

/** Runs the command with `--check` on this runtime. */
export async function checkWith(host: Host, project: string): Promise<void> {
  // Without the cache of other runs, so that files are compared.
  await ctxgen(host, project, ['--check', '--no-cache', 'src/dto'], /^2 files unchanged in /)
}

async function ctxgen(
  { command, options }: Host,
  cwd: string,
  args: readonly string[],
  says: RegExp,
): Promise<void> {
  const bin = join(cwd, 'node_modules/ctxgen/bin/ctxgen.js')
  const { stdout } = await promisify(execFile)(command, [...options, bin, ...args], { cwd })
  if (!says.test(stdout)) throw new Error(`ctxgen ${args.join(' ')} says ${JSON.stringify(stdout)}`)
}
