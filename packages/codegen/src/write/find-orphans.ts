import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { catalog } from '../diagnostics/catalog.ts'
import { diagnoseAt } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { displayPath } from '../diagnostics/display-path.ts'
import { isInside } from '../disk/project-root.ts'
import { bannerSource } from '../emit/banner.ts'
import { filesBelow } from '../input/files-below.ts'
import { type FoundInputs, type InputRoot, mirroredRoot } from '../input/find-inputs.ts'
import { outputPathOf } from '../input/output-path.ts'
import { realOutputPath } from './real-output-path.ts'

/** A generated file that no source of this run gives any more. */
export interface Orphan {
  readonly path: string
  /** The source its banner names. */
  readonly sourcePath: string
  readonly reason: 'gone' | 'no-dto' | 'elsewhere'
}

/** What a run knows about its outputs. */
export interface KnownOutputs {
  readonly inputs: FoundInputs
  /** Every output that has a text now. */
  readonly produced: ReadonlyMap<string, { readonly sourcePath: string }>
  /** Sources with an error: what they gave before is not orphaned. */
  readonly failedSources: ReadonlySet<string>
}

/**
 * Finds generated files that belong to the inputs, by their place and the source their banner names, and that
 * nothing gives any more. A file of another run, from another input or to another folder, is left alone.
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

/** Every file that could be an output of this input. */
export function candidates(root: InputRoot, { outDir, mirrored }: FoundInputs): readonly string[] {
  if (root.kind === 'file') {
    const inputRoot = mirroredRoot(root.path, mirrored) ?? dirname(root.path)
    return [outputPathOf(root.path, inputRoot, outDir)]
  }
  return filesBelow(outDir ?? root.path, (name) => /\.bind\.m?ts$/.test(name))
}

/** The source a generated file was made from, when that is one this input stands for. */
function ownSource(path: string, root: InputRoot, outDir: string | undefined): string | undefined {
  const source = bannerSource(readGenerated(path))
  if (source === undefined) return undefined
  const sourcePath = resolve(dirname(path), source)
  const isOwn = root.kind === 'file' ? sourcePath === root.path : isInside(root.path, sourcePath)
  // Without an output folder an output stands beside its source; any other was written by a run with one.
  const isInPlace = outDir !== undefined || dirname(sourcePath) === dirname(path)
  return isOwn && isInPlace ? sourcePath : undefined
}

function orphanReason(sourcePath: string, known: KnownOutputs): Orphan['reason'] | undefined {
  if (known.failedSources.has(sourcePath)) return undefined
  if (known.inputs.files.some((file) => file.sourcePath === sourcePath)) {
    const hasOutput = [...known.produced.values()].some((file) => file.sourcePath === sourcePath)
    return hasOutput ? 'elsewhere' : 'no-dto'
  }
  // It exists, yet this run does not read it (a glob that leaves it out): another run may.
  return existsSync(sourcePath) ? undefined : 'gone'
}

/** The text of a plain file; empty for a link, a folder or what cannot be read. */
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
