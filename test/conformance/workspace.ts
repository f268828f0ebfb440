import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { places } from './places.ts'

/** A temporary folder below which `@ctxgen/runtime` resolves to this repository's package. */
export interface Workspace {
  readonly root: string
  /** Creates an empty folder in it. */
  folder(name: string): string
  remove(): void
}

export function makeWorkspace(): Workspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-conformance-')))
  mkdirSync(join(root, 'node_modules/@ctxgen'), { recursive: true })
  symlinkSync(places.runtimePackage, join(root, 'node_modules/@ctxgen/runtime'), 'junction')
  writeFileSync(join(root, 'package.json'), '{"name":"conformance","private":true,"type":"module"}\n')
  return {
    root,
    folder(name) {
      const path = join(root, name)
      mkdirSync(path, { recursive: true })
      return path
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
