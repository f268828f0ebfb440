import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const folders: string[] = []
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A fresh folder with these files, removed when the tests of this process end. */
export function tempFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'ctxgen-response-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}
