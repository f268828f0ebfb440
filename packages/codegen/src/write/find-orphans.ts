import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnoseAt } from '../diagnostics/diagnose.ts'
import { displayPath } from '../diagnostics/display-path.ts'
import { isInside } from '../disk/project-root.ts'
import { bannerSource } from '../emit/text/banner.ts'
import { filesBelow } from '../input/files-below.ts'
import { type FoundInputs, type InputRoot, mirroredRoot } from '../input/find-inputs.ts'
import { outputPathOf } from '../input/output-path.ts'
import { realOutputPath } from './real-output-path.ts'

/** A generated file that no source of this run generates any longer. */
export interface Orphan {
  readonly path: string
  /** The source in its banner. */
  readonly sourcePath: string
  readonly reason: 'gone' | 'no-dto' | 'elsewhere'
}

/** The inputs and outputs of a run. */
export interface KnownOutputs {
  readonly inputs: FoundInputs
  /** Every output of the run, by path. */
  readonly produced: ReadonlyMap<string, { readonly sourcePath: string }>
  /** Sources with an error: their old outputs are not orphans. */
  readonly failedSources: ReadonlySet<string>
}

/**
 * Finds orphans by location and the source in the banner. Ignores the files of other runs, which have other inputs or
 * another output folder.
 */
export function findOrphans(known: KnownOutputs): readonly Orphan[] {
  const orphans = new Map<string, Orphan>()
  let realProduced: ReadonlySet<string> | undefined
  for (const root of known.inputs.roots) {
    for (const path of candidates(root, known.inputs)) {
      if (known.produced.has(path)) continue
      realProduced ??= new Set([...known.produced.keys()].map(tryRealPath))
      if (realProduced.has(tryRealPath(path))) continue
      const sourcePath = ownSource(path, root, known.inputs.outDir)
      const reason = sourcePath === undefined ? undefined : orphanReason(sourcePath, known)
      if (sourcePath !== undefined && reason !== undefined) orphans.set(path, { path, sourcePath, reason })
    }
  }
  return [...orphans.values()]
}

export function diagnoseOrphan({ path, sourcePath, reason }: Orphan, cwd: string): Diagnostic {
  const shown = [displayPath(cwd, path), displayPath(cwd, sourcePath)] as const
  return diagnoseAt(path, catalog.outputOrphaned, ...shown, reason)
}

/** Every file whose name and location fit an output of this input. */
export function candidates(root: InputRoot, { outDir, mirrored }: FoundInputs): readonly string[] {
  if (root.kind === 'file') {
    const inputRoot = mirroredRoot(root.path, mirrored) ?? dirname(root.path)
    return [outputPathOf(root.path, inputRoot, outDir)]
  }
  return filesBelow(outDir ?? root.path, (name) => /\.bind\.m?ts$/.test(name))
}

/** The source of a generated file, if it belongs to this input. */
function ownSource(path: string, root: InputRoot, outDir: string | undefined): string | undefined {
  const source = bannerSource(readGenerated(path))
  if (source === undefined) return undefined
  const sourcePath = resolve(dirname(path), source)
  const isOwn = root.kind === 'file' ? sourcePath === root.path : isInside(root.path, sourcePath)
  // Without `outDir` outputs are beside their sources; one elsewhere belongs to a run with `outDir`.
  const isInPlace = outDir !== undefined || dirname(sourcePath) === dirname(path)
  return isOwn && isInPlace ? sourcePath : undefined
}

function orphanReason(sourcePath: string, known: KnownOutputs): Orphan['reason'] | undefined {
  if (known.failedSources.has(sourcePath)) return undefined
  if (known.inputs.files.some((file) => file.sourcePath === sourcePath)) {
    const hasOutput = [...known.produced.values()].some((file) => file.sourcePath === sourcePath)
    return hasOutput ? 'elsewhere' : 'no-dto'
  }
  // The source exists but is not an input of this run (a glob skips it): another run may own it.
  return existsSync(sourcePath) ? undefined : 'gone'
}

/** The text of a plain file; empty for a link, a folder or an unreadable file. */
function readGenerated(path: string): string {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}

function tryRealPath(path: string): string {
  try {
    return realOutputPath(path)
  } catch {
    return path
  }
}
