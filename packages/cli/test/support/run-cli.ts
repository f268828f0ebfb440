import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Host } from '../../src/host.ts'
import { run } from '../../src/run.ts'

export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command in this process. */
export async function runCli(
  cwd: string,
  argv: readonly string[],
  terminal: Partial<Pick<Host, 'env' | 'colour'>> = {},
): Promise<CliResult> {
  let stdout = ''
  let stderr = ''
  const code = await run(argv, {
    cwd,
    env: terminal.env ?? {},
    colour: terminal.colour ?? false,
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
  })
  return { code, stdout, stderr }
}

/** Runs the command as a user does, in a separate process. `nodeArgs` go before the script. */
export function spawnCli(cwd: string, argv: readonly string[], nodeArgs: readonly string[] = []): CliResult {
  const bin = fileURLToPath(new URL('../../bin/ctxgen.js', import.meta.url))
  const args = [...nodeArgs, bin, ...argv]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  return { code: status, stdout, stderr }
}

export interface Project {
  readonly path: string
  write(files: Readonly<Record<string, string>>): void
  read(name: string): string
  remove(name: string): void
}

/** Runs a test in a fresh project folder, and removes it. */
export async function inProject(
  files: Readonly<Record<string, string>>,
  test: (project: Project) => unknown,
): Promise<void> {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-cli-')))
  mkdirSync(join(path, '.git'))
  const project: Project = {
    path,
    write(added) {
      for (const [name, text] of Object.entries(added)) {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), text)
      }
    },
    read: (name) => readFileSync(join(path, name), 'utf8'),
    remove: (name) => rmSync(join(path, name)),
  }
  try {
    project.write(files)
    await test(project)
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

/** An interface with an output; another name gives another text. */
export function dto(name: string): string {
  return `/** @query */\nexport interface ${name} {\n  v: string\n}\n`
}

/** An interface with one error, on its third line. */
export const brokenDto = `import type { int } from '@ctxgen/runtime'
export interface Broken {
  /** @query @default abc */ page: int
}
`
