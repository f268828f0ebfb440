import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './fixture-folders.ts'

/** A folder outside the repository, in which runtime and middleware are this repository's packages. */
export interface TempProject {
  readonly path: string
  at(name: string): string
  write(files: Readonly<Record<string, string | Uint8Array>>): void
  read(name: string): string
  has(name: string): boolean
}

/** Runs a test in a fresh project (with a `.git`, so that ctxgen writes nowhere else), and removes it. */
export async function inTempProject(test: (project: TempProject) => unknown): Promise<void> {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-test-')))
  try {
    mkdirSync(join(path, '.git'))
    mkdirSync(join(path, 'node_modules/@ctxgen'), { recursive: true })
    for (const name of ['runtime', 'middleware'])
      symlinkSync(join(root, 'packages', name), join(path, 'node_modules/@ctxgen', name), 'junction')
    symlinkSync(join(root, 'node_modules/@types'), join(path, 'node_modules/@types'), 'junction')
    const project = tempProject(path)
    project.write({ 'package.json': '{ "private": true, "type": "module" }' })
    await test(project)
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

function tempProject(path: string): TempProject {
  const at = (name: string): string => join(path, name)
  return {
    path,
    at,
    write(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(at(name)), { recursive: true })
        writeFileSync(at(name), content)
      }
    },
    read: (name) => readFileSync(at(name), 'utf8'),
    has: (name) => existsSync(at(name)),
  }
}
