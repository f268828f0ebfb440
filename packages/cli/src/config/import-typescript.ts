import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findProjectRoot, isInside } from '@ctxgen/codegen/project-root'

/**
 * Imports a TypeScript module on any Node. Its own imports must be JavaScript.
 *
 * @throws Error for one with imports outside the project of `cwd`
 */
export async function importTypeScript(path: string, cwd: string): Promise<unknown> {
  const { sweepTemporaryFiles, temporaryName, transpileTypeScript } = await import('@ctxgen/codegen')
  const code = transpileTypeScript(readFileSync(path, 'utf8'))
  // Without imports it needs no file, which supports read-only folders.
  if (!/\b(import|require|from)\b/.test(code)) {
    return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  }
  const root = findProjectRoot(cwd)
  if (!isInside(root, realpathSync.native(path))) {
    throw new Error(`it has imports and is outside the project ${root}: write it in JavaScript or JSON`)
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
