import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Writes files below a folder, creating it if missing. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** Runs a command in a folder. @throws Error with the command's output if it fails. */
export async function runIn(cwd: string, [command = '', ...args]: readonly string[]): Promise<string> {
  const isScript = command === 'npm' && process.platform === 'win32'
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd, shell: isScript })
    return stdout
  } catch (error) {
    const printed = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : '')
    throw new Error(`${args.join(' ')} failed:\n${printed('stdout')}\n${printed('stderr')}`, { cause: error })
  }
}
