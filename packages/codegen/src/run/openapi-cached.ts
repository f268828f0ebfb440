export { documentText } from '../openapi/document-text.ts'
export { saveDocument, staleFile } from './save-document.ts'

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findCacheFolder } from '../cache/cache-place.ts'
import { addRecorded } from '../cache/collect-evidence.ts'
import { type Evidence, stillHolds } from '../cache/evidence.ts'
import { EvidenceBuilder } from '../cache/evidence-builder.ts'
import { isEvidence } from '../cache/manifest.ts'
import { removeOldest } from '../cache/store-manifest.ts'
import { ownFiles, ownFolder } from '../disk/own-package.ts'
import type { RecordedDisk } from '../disk/recorded-disk.ts'
import type { GeneratedDocument, OpenApiOptions, OpenApiResult } from '../openapi/openapi-options.ts'
import { writeAtomically } from '../write/write-atomically.ts'

/** A document's places as a list, which JSON can hold. */
interface StoredDocument extends Omit<GeneratedDocument, 'places'> {
  readonly places: readonly (readonly [string, never])[]
}

interface StoredRun {
  readonly key: string
  readonly evidence: Evidence
  readonly result: Omit<OpenApiResult, 'documents'> & { readonly documents: readonly StoredDocument[] }
}

/** As for runs of the generator: each set of options is a file. */
const maxRecords = 50

/**
 * Like `generateOpenApi`, but returns a cached result without loading the compiler if nothing has changed.
 *
 * @throws UsageError like `generateOpenApi`.
 */
export async function openApiCached(options: OpenApiOptions): Promise<OpenApiResult> {
  const key = JSON.stringify([options, resolve(options.cwd ?? '.'), ownFolder, process.version])
  const place = findCacheFolder(resolve(options.cwd ?? '.'))
  const name = createHash('sha256').update(key).digest('hex').slice(0, 24)
  const path = place && join(place.folder, `openapi-${name}.json`)
  const stored = path === undefined ? undefined : readStored(path)
  if (stored?.key === key && stillHolds(stored.evidence)) return revived(stored)
  const { recordDisk } = await import('../parse/project/record-disk.ts')
  const { generateOpenApi } = await import('../openapi/generate-openapi.ts')
  const disk = recordDisk()
  const result = generateOpenApi(options, disk)
  if (path !== undefined && place !== undefined && result.documents.length > 0) {
    try {
      mkdirSync(place.folder, { recursive: true })
      store({ key, result }, path, disk)
      removeOldest(place.folder, maxRecords)
    } catch {
      // Caching is optional, so an unwritable folder must not fail the run.
    }
  }
  return result
}

function store(
  { key, result }: { readonly key: string; readonly result: OpenApiResult },
  path: string,
  disk: RecordedDisk,
): void {
  const seen = new EvidenceBuilder()
  for (const folder of disk.trees) seen.addTree(folder)
  addRecorded(disk, seen)
  for (const file of ownFiles()) seen.addFile(file)
  const evidence = seen.build()
  if (evidence === undefined) return
  const documents = result.documents.map((one) => ({ ...one, places: [...one.places] }))
  writeAtomically(path, JSON.stringify({ key, evidence, result: { ...result, documents } }))
}

function readStored(path: string): StoredRun | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const isOne = typeof content === 'object' && content !== null && 'key' in content && 'evidence' in content
    return isOne && isEvidence(content.evidence) && 'result' in content ? (content as StoredRun) : undefined
  } catch {
    return undefined
  }
}

function revived({ result }: StoredRun): OpenApiResult {
  return { ...result, documents: result.documents.map((one) => ({ ...one, places: new Map(one.places) })) }
}
