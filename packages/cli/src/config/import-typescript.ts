import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Imports a TypeScript module on any Node. Its own imports must be JavaScript. */
export async function importTypeScript(path: string): Promise<unknown> {
  const { sweepTemporaryFiles, temporaryName, transpileTypeScript } = await import('@ctxgen/codegen')
  const code = transpileTypeScript(readFileSync(path, 'utf8'))
  // Without imports it needs no file, which supports read-only folders.
  if (!/\b(import|require|from)\b/.test(code)) {
    return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  }
  // Beside the config, the base of its relative imports. The next run removes leftovers by their name.
  sweepTemporaryFiles(dirname(path))
  const temporary = join(dirname(path), `${temporaryName()}.mjs`)
  try {
    writeFileSync(temporary, code, { flag: 'wx' })
    return await import(pathToFileURL(temporary).href)
  } finally {
    rmSync(temporary, { force: true })
  }
}
