import type { Manager } from './managers.ts'
import { runIn, writeFiles } from './project-folder.ts'
import { expectedAnswer, workspaceFiles } from './workspace-files.ts'

/**
 * Installs the workspace with a manager, generates, compiles and runs it. @throws Error naming the failed
 * step.
 */
export async function tryManager(
  manager: Manager,
  folder: string,
  tarballs: Readonly<Record<string, string>>,
): Promise<void> {
  writeFiles(folder, workspaceFiles(manager, tarballs))
  const run = (args: readonly string[], cwd = folder): Promise<string> =>
    runIn(cwd, [...manager.command, ...args])
  const exec = (...args: readonly string[]): Promise<string> => run([...manager.exec, ...args])
  await run(manager.install)
  await exec('tsc', '-b', 'packages/shared')
  await expectText(exec('ctxgen', 'packages/dtos/src'), /^1 file written in /m)
  await expectText(exec('ctxgen', '--check', 'packages/dtos/src'), /^1 file unchanged in /m)
  await exec('tsc', '-b')
  // Only Plug'n'Play needs its own resolver.
  const start = manager.name.endsWith(', pnp') ? [...manager.command, 'node'] : [process.execPath]
  const answer = await runIn(`${folder}/packages/api`, [...start, 'dist/main.js'])
  if (answer.trim() !== expectedAnswer) throw new Error(`the app prints ${JSON.stringify(answer)}`)
}

async function expectText(output: Promise<string>, expected: RegExp): Promise<void> {
  const text = await output
  if (!expected.test(text)) throw new Error(`expected ${expected}, found ${JSON.stringify(text)}`)
}
