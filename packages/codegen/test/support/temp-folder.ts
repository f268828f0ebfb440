import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** A temporary folder for one test. */
export interface TempFolder {
  readonly path: string
  at(name: string): string
  write(files: Readonly<Record<string, string | Uint8Array>>): void
  read(name: string): string
  /** Every file below, sorted, including dot files. */
  list(): readonly string[]
}

/** Runs a test in a fresh folder that is a project (it has a `.git`), and removes it. */
export async function inTempFolder(test: (folder: TempFolder) => unknown): Promise<void> {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-')))
  const path = join(outer, 'project')
  mkdirSync(join(path, '.git'), { recursive: true })
  try {
    await test(tempFolder(path))
  } finally {
    rmSync(outer, { recursive: true, force: true })
  }
}

function tempFolder(path: string): TempFolder {
  const at = (name: string): string => join(path, name)
  return {
    path,
    at,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(at(name)), { recursive: true })
        writeFileSync(at(name), text)
      }
    },
    read: (name) => readFileSync(at(name), 'utf8'),
    list: () =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(path, join(entry.parentPath, entry.name)))
        .sort(),
  }
}
