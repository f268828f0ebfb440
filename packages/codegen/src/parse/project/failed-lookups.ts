import { ts } from 'ts-morph'

/** The paths that the compiler tries for an import without a target. Without a cache and folders it tries them all. */
export function failedLookups(
  name: string,
  from: string,
  options: ts.CompilerOptions,
  disk: Pick<ts.ModuleResolutionHost, 'fileExists' | 'readFile'>,
  mode?: ts.ResolutionMode,
): readonly string[] {
  const missing: string[] = []
  const host: ts.ModuleResolutionHost = {
    readFile: (path) => disk.readFile(path),
    fileExists: (path) => {
      const isThere = disk.fileExists(path)
      if (!isThere) missing.push(path)
      return isThere
    },
  }
  ts.resolveModuleName(name, from, options, host, undefined, undefined, mode)
  return missing
}
