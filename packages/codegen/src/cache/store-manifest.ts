import { mkdirSync } from 'node:fs'
import { sweepTemporaryFiles } from '../write/temporary-file.ts'
import { writeAtomically } from '../write/write-atomically.ts'
import type { CachePlace } from './cache-place.ts'
import type { Manifest } from './manifest.ts'
import { removeOldest } from './remove-oldest.ts'

/** Runs of so many different inputs and options are remembered; a hook that names files makes new ones all the time. */
const mostManifests = 50

/** @throws the file system's error. */
export function storeManifest(manifest: Manifest, { folder, path }: CachePlace): void {
  mkdirSync(folder, { recursive: true })
  sweepTemporaryFiles(folder)
  writeAtomically(path, JSON.stringify(manifest))
  removeOldest(folder, mostManifests)
}
