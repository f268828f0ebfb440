import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file of this code, in this package or in the bundled command. */
const ownFile = fileURLToPath(import.meta.url)

const manifest = createRequire(import.meta.url).resolve('@ctxgen/codegen/package.json')
const root = dirname(manifest)
const way = relative(root, ownFile)
// On Windows a relative path to another drive is absolute.
const isBundled = way.startsWith('..') || isAbsolute(way)

/** Resolves the generator's dependencies, which other packages may not see. */
export const ownRequire: NodeJS.Require = createRequire(manifest)

/** The folder of the package, with its sources. */
export const packageFolder: string = root

/** The folder of the generator's code: `dist` after a build. */
export const ownFolder: string = join(root, isBundled ? 'dist' : (way.split(sep)[0] ?? ''))

/** Files that identify the generator and its compiler: a patched one may generate other texts. */
export function ownFiles(): readonly string[] {
  return [...(isBundled ? [ownFile] : codeFiles()), manifest, ownRequire.resolve('ts-morph/package.json')]
}

function codeFiles(): readonly string[] {
  const names = readdirSync(ownFolder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /(?<!\.d)\.[jt]s$/.test(name)).map((name) => join(ownFolder, name))
}
