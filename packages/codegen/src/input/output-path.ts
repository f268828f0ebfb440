import { basename, dirname, join, relative, resolve } from 'node:path'

/** Whether this is a TypeScript source, except declarations and generated files. */
export function isSourceName(name: string): boolean {
  return /\.[mc]?ts$/.test(name) && !/\.d\.([^/\\]+\.)?[mc]?ts$/.test(name) && !/\.bind\.[mc]?ts$/.test(name)
}

/** Whether a generated file may have this name. */
export function isOutputName(name: string): boolean {
  return /\.bind\.m?ts$/.test(name)
}

/** The output of a source: beside it, or below `outDir` at its path relative to `inputRoot`. */
export function outputPathOf(sourcePath: string, inputRoot: string, outDir: string | undefined): string {
  const name = outputName(basename(sourcePath))
  const folder = dirname(sourcePath)
  return outDir === undefined ? join(folder, name) : resolve(outDir, relative(inputRoot, folder), name)
}

/** Generated code is ESM, so a CommonJS source gets an `.mts` output. */
function outputName(sourceName: string): string {
  return sourceName.replace(/\.([mc]?)ts$/, (_, kind: string) => (kind === '' ? '.bind.ts' : '.bind.mts'))
}
