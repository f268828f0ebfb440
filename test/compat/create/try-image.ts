import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runCommand } from './run-command.ts'
import { type Expected, freePort, tryService } from './service.ts'

/**
 * Runs the steps of a Dockerfile on this machine, whose Node and manager stand for those of the image: a build from what
 * `.dockerignore` lets through, then the server from what the second stage copies, and its health check.
 */
export async function tryImage(
  project: string,
  { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
  expected: readonly Expected[],
): Promise<void> {
  const port = await freePort()
  const text = readFileSync(join(project, 'Dockerfile'), 'utf8').replaceAll('3000', String(port))
  const [, first = '', second = ''] = text.split(/^FROM .*\n/m)
  const build = join(folder, 'build')
  cpSync(project, build, { recursive: true, filter: (path) => !isIgnored(project, path) })
  for (const [, command = ''] of first.matchAll(/^RUN (.*)$/gm)) {
    if (!/^(?:npm install --global|corepack) /.test(command))
      await runCommand(['sh', '-c', command], build, env)
  }
  const app = join(folder, 'app')
  mkdirSync(app)
  for (const [, from = '', to = ''] of second.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm))
    cpSync(join(build, from), join(app, to === './' ? from : to), { recursive: true, verbatimSymlinks: true })
  const list = (instruction: RegExp): readonly string[] => JSON.parse(instruction.exec(second)?.[1] ?? '[]')
  const [, variables = ''] = /^ENV (.*)$/m.exec(second) ?? []
  const own = Object.fromEntries(variables.split(' ').map((one) => one.split('=')))
  const service = { cwd: app, env: { ...env, ...own, HOST: 'localhost' }, url: `http://localhost:${port}/` }
  await tryService(list(/^CMD (.*)$/m), service, expected)
}

function isIgnored(project: string, path: string): boolean {
  const patterns = readFileSync(join(project, '.dockerignore'), 'utf8').trim().split('\n')
  return (
    patterns.includes(basename(path)) ||
    (patterns.includes('**/*.test.*') && basename(path).includes('.test.'))
  )
}
