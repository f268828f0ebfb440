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
import { isOutputName, outputPathOf } from '../input/output-path.ts'
import { realOutputPath } from './real-output-path.ts'

/** A generated file that no source of this run generates any longer. */
export interface Orphan {
  readonly path: string
  /** The source in its banner. */
  readonly sourcePath: string
  readonly reason: 'gone' | 'no-dto' | 'elsewhere'
}

/** The inputs and outputs of a run. */
interface KnownOutputs {
  readonly inputs: FoundInputs
  /** Every output of the run, by path. */
  readonly produced: ReadonlyMap<string, { readonly sourcePath: string }>
  /** Sources with an error: their old outputs are not orphans. */
  readonly failedSources: ReadonlySet<string>
  /** Absolute paths of projects with other options, which may have outputs of the same sources elsewhere. */
  readonly others: readonly string[]
}

/**
 * Finds orphans by location and the source in the banner: also those beside a source whose output is in `outDir` now, and
 * those of an earlier `outDir`, in the packages around the input folders.
 */
export function findOrphans(known: KnownOutputs): readonly Orphan[] {
  const orphans = new Map<string, Orphan>()
  const { inputs, produced } = known
  let realProduced: ReadonlySet<string> | undefined
  const paths = [...inputs.roots.flatMap((root) => candidates(root, inputs)), ...strayCandidates(inputs)]
  for (const path of new Set(paths)) {
    if (produced.has(path)) continue
    const sourcePath = ownSource(path, known)
    const reason = sourcePath === undefined ? undefined : orphanReason(sourcePath, known)
    if (sourcePath === undefined || reason === undefined) continue
    realProduced ??= new Set([...produced.keys()].map(tryRealPath))
    if (!realProduced.has(tryRealPath(path))) orphans.set(path, { path, sourcePath, reason })
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
  return filesBelow(outDir ?? root.path, isOutputName)
}

/** Where a run with another `outDir`, or without one, writes. */
function strayCandidates({ roots, packages, outDir }: FoundInputs): readonly string[] {
  const files = outDir === undefined ? [] : roots.filter(({ kind }) => kind === 'file')
  const beside = files.map(({ path }) => outputPathOf(path, dirname(path), undefined))
  return [...beside, ...packages.flatMap((folder) => filesBelow(folder, isOutputName))]
}

/** The source of a generated file, if it belongs to an input. */
function ownSource(path: string, { inputs, others }: KnownOutputs): string | undefined {
  const { roots, outDir } = inputs
  const source = bannerSource(readGenerated(path))
  if (source === undefined) return undefined
  const sourcePath = resolve(dirname(path), source)
  const isOwn = roots.some(({ kind, path: root }) =>
    kind === 'file' ? sourcePath === root : isInside(root, sourcePath),
  )
  const isInPlace = outDir === undefined ? dirname(sourcePath) === dirname(path) : isInside(outDir, path)
  const isOfOther = !isInPlace && others.some((other) => isInside(other, sourcePath))
  return isOwn && !isOfOther ? sourcePath : undefined
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
