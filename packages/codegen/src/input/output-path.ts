import { basename, dirname, join, relative, resolve } from 'node:path'

/** A TypeScript source; declaration files and generated files are none. */
export function isSourceName(name: string): boolean {
  return /\.[mc]?ts$/.test(name) && !/\.d\.([^/\\]+\.)?[mc]?ts$/.test(name) && !/\.bind\.[mc]?ts$/.test(name)
}

/** Where the binders of a source go: beside it, or to the same place below `outDir` as it has below `inputRoot`. */
export function outputPathOf(sourcePath: string, inputRoot: string, outDir: string | undefined): string {
  const name = outputName(basename(sourcePath))
  const folder = dirname(sourcePath)
  return outDir === undefined ? join(folder, name) : resolve(outDir, relative(inputRoot, folder), name)
}

/** Generated code is ESM, so that a CommonJS source gets an output of the other kind. */
function outputName(sourceName: string): string {
  return sourceName.replace(/\.([mc]?)ts$/, (_, kind: string) => (kind === '' ? '.bind.ts' : '.bind.mts'))
}
