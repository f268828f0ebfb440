import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../support/fixture-folders.ts'

/** A package as npm would publish it. */
export interface PackedPackage {
  readonly name: string
  /** As a dependency refers to it. */
  readonly tarball: string
  /** Its files. */
  readonly paths: readonly string[]
}

/** Packs the package of this folder of `packages` into a tarball. */
export async function packPackage(folder: string, destination: string): Promise<PackedPackage> {
  const cwd = join(root, 'packages', folder)
  const command = ['pack', '--json', '--pack-destination', destination]
  const { stdout } = await promisify(execFile)('npm', command, { cwd })
  const listed: unknown = JSON.parse(stdout)
  // An array up to npm 11, keyed by name since.
  const [packed] = Object.values(
    listed as Record<string, { name: string; filename: string; files: { path: string }[] }>,
  )
  if (packed === undefined) throw new Error(`npm packed nothing of ${folder}`)
  const { name, filename, files } = packed
  return { name, tarball: `file:${join(destination, filename)}`, paths: files.map(({ path }) => path) }
}
