import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Folders of the fixture's files. */
export interface FixtureFiles {
  readonly folder: string
  /** The files behind `/file/*` and `/static/*`. */
  readonly publicFolder: string
  readonly views: string
}

const secret = 'SECRET-7f3a91'

const contents: Readonly<Record<string, string | Uint8Array>> = {
  'public/a.txt': 'hello',
  'public/big.bin': new Uint8Array(2 ** 20).fill(1),
  'public/big.txt': 'hello compress me '.repeat(20_000),
  'public/empty.txt': '',
  'public/dir/index.html': '<p>dir</p>',
  'public/.env': secret,
  'public/.git/config': secret,
  'public/admin/secret.txt': secret,
  'private/secret.txt': secret,
  'private/secret.eta': secret,
  'public-evil/secret.txt': secret,
  'views/hello.eta': '<p><%= it.name %></p>',
}

/** Creates the files in a temporary folder that is removed with the process. */
export function makeFixtureFiles(): FixtureFiles {
  const folder = mkdtempSync(join(tmpdir(), 'ctxgen-attacks-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  symlinkSync('../private/secret.txt', join(folder, 'public/link-out'))
  symlinkSync('../private', join(folder, 'public/linkdir'))
  // A file that reads endlessly; not every system has one.
  spawnSync('mkfifo', [join(folder, 'public/fifo')])
  return { folder, publicFolder: join(folder, 'public'), views: join(folder, 'views') }
}
