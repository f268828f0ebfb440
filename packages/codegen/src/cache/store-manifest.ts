import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sweepTemporaryFiles } from '../write/temporary-file.ts'
import { writeAtomically } from '../write/write-atomically.ts'
import type { CachePlace } from './cache-place.ts'
import { type Manifest, manifestText } from './manifest.ts'

/** One for each set of inputs and options; a commit hook that names files creates new ones all the time. */
const maxManifests = 50

/** @throws the file system's error. */
export function storeManifest(manifest: Manifest, { folder, path, root }: CachePlace): void {
  mkdirSync(folder, { recursive: true })
  sweepTemporaryFiles(folder)
  writeAtomically(path, manifestText(manifest, root))
  removeOldest(folder, maxManifests)
}

/** Keeps the `most` newest files of a folder. @throws the file system's error. */
export function removeOldest(folder: string, most: number): void {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ name }) => join(folder, name))
  if (paths.length <= most) return
  const byAge = paths.map((path) => ({ path, age: statSync(path).mtimeMs })).sort((a, b) => b.age - a.age)
  for (const { path } of byAge.slice(most)) rmSync(path, { force: true })
}
