import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a command without input. @throws Error with its output if it fails */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  try {
    const running = promisify(execFile)(command, args, { cwd, env, timeout: 600_000 })
    running.child.stdin?.end()
    const { stdout, stderr } = await running
    return stdout + stderr
  } catch (error) {
    const printed = (name: string): unknown => Reflect.get(Object(error), name) ?? ''
    throw new Error(
      `${command} ${args.join(' ')} failed: ${error}\n${printed('stdout')}\n${printed('stderr')}`,
      {
        cause: error,
      },
    )
  }
}
