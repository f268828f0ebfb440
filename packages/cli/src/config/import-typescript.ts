import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Imports a TypeScript module on any node; what it imports itself must be JavaScript. */
export async function importTypeScript(path: string): Promise<unknown> {
  const { sweepTemporaryFiles, temporaryName, transpileTypeScript } = await import('@ctxgen/codegen')
  const code = transpileTypeScript(readFileSync(path, 'utf8'))
  // Without imports it needs no place of its own, so that a config in a read-only folder works.
  if (!/\b(import|require|from)\b/.test(code)) {
    return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  }
  // Beside the config, as that is where its imports start. The name is one that the next run sweeps up.
  sweepTemporaryFiles(dirname(path))
  const temporary = join(dirname(path), `${temporaryName()}.mjs`)
  try {
    writeFileSync(temporary, code, { flag: 'wx' })
    return await import(pathToFileURL(temporary).href)
  } finally {
    rmSync(temporary, { force: true })
  }
}
