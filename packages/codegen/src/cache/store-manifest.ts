import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isInside } from '../write/project-root.ts'
import { realOutputPath } from '../write/real-output-path.ts'
import { sweepTemporaryFiles } from '../write/temporary-file.ts'
import { writeAtomically } from '../write/write-atomically.ts'
import type { CachePlace } from './cache-place.ts'
import type { Manifest } from './manifest.ts'

/** Runs of so many different inputs and options are remembered; a hook that names files makes new ones all the time. */
const mostManifests = 50

/** @throws the file system's error. */
export function storeManifest(manifest: Manifest, { folder, path, root }: CachePlace): void {
  // Nothing is written outside the project, and node_modules may be a link.
  if (!isInside(root, realOutputPath(path))) return
  mkdirSync(folder, { recursive: true })
  sweepTemporaryFiles(folder)
  writeAtomically(path, JSON.stringify(manifest))
  removeOldest(folder)
}

function removeOldest(folder: string): void {
  const paths = readdirSync(folder).map((name) => join(folder, name))
  if (paths.length <= mostManifests) return
  const byAge = paths.map((path) => ({ path, age: statSync(path).mtimeMs })).sort((a, b) => b.age - a.age)
  for (const { path } of byAge.slice(mostManifests)) rmSync(path, { force: true })
}
