import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file that this code is in: of our own package, or of the command that it was bundled into. */
const ownFile = fileURLToPath(import.meta.url)

const manifest = createRequire(import.meta.url).resolve('@ctxgen/codegen/package.json')
const root = dirname(manifest)
const way = relative(root, ownFile)
// On Windows the way to another drive is that of the drive.
const isBundled = way.startsWith('..') || isAbsolute(way)

/** Finds what the generator depends on, which a file of another package may not. */
export const ownRequire: NodeJS.Require = createRequire(manifest)

/** The folder of the generator's code: `dist` when it is built. */
export const ownFolder: string = join(root, isBundled ? 'dist' : (way.split(sep)[0] ?? ''))

/** The generator itself: a patched one may write other texts. And which compiler it has. */
export function ownFiles(): readonly string[] {
  return [...(isBundled ? [ownFile] : codeFiles()), manifest, ownRequire.resolve('ts-morph/package.json')]
}

function codeFiles(): readonly string[] {
  const names = readdirSync(ownFolder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /(?<!\.d)\.[jt]s$/.test(name)).map((name) => join(ownFolder, name))
}
