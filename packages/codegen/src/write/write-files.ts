import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnoseAt } from '../diagnostics/diagnose.ts'
import { displayPath } from '../diagnostics/display-path.ts'
import { failureReason } from '../diagnostics/failure-reason.ts'
import { findProjectRoot, isInside } from '../disk/project-root.ts'
import { realPathOf } from '../disk/questions.ts'
import { isGenerated } from '../emit/text/banner.ts'
import type { FoundInputs } from '../input/find-inputs.ts'
import type { GenerateOptions } from '../input/generate-options.ts'
import { withoutConflicts } from './conflict-marks.ts'
import { diagnoseOrphan, findOrphans, type Orphan } from './find-orphans.ts'
import type { FileOutcome, GeneratedFile } from './generated-file.ts'
import { checkOutput, diskOutput, dryRunOutput, type Output } from './output.ts'
import { outsideProject } from './outside-project.ts'
import { openProjectFile } from './project-file.ts'
import { realOutputPath } from './real-output-path.ts'
import { sweepTemporaryFiles } from './temporary-file.ts'

export interface WriteContext {
  /** Absolute. */
  readonly cwd: string
  readonly mode: NonNullable<GenerateOptions['mode']>
  readonly clean: boolean
  readonly inputs: FoundInputs
  /** Paths of sources with an error; their old outputs stay and are not orphans. */
  readonly failedSources: ReadonlySet<string>
  /** Absolute paths of projects with other options. */
  readonly others: readonly string[]
  /** Restricts the run to the outputs of these sources, without orphans. Default: all. */
  readonly only?: ReadonlySet<string>
}

export interface WriteResult {
  /** Sorted by path. Except in a check, a file with its own diagnostic has no outcome. */
  readonly outcomes: readonly FileOutcome[]
  /** Sorted by path. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Writes, checks or dry-runs the files. They are independent: a diagnostic about one does not affect the others. */
export function writeFiles(files: readonly GeneratedFile[], context: WriteContext): WriteResult {
  const { mode } = context
  const wanted = claimsOf(files).filter(({ file, rivals }) => [file, ...rivals].some(isWanted(context)))
  if (mode === 'memory') return resultOf(wanted.map((claim) => keep(claim, context)))
  const run: Run = { ...context, root: findProjectRoot(context.cwd), output: outputs[mode] }
  if (mode === 'write' && context.only === undefined) sweep(run)
  const orphans = orphansOf(files, context)
  return resultOf([
    ...wanted.map((claim) => settle(claim, run)),
    ...orphans.map((orphan) => settleOrphan(orphan, run)),
  ])
}

function resultOf(settled: readonly FileResult[]): WriteResult {
  const sorted = [...settled].sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    outcomes: sorted.flatMap(({ outcome }) => outcome ?? []),
    diagnostics: sorted.flatMap(({ diagnostic }) => diagnostic ?? []),
  }
}

/** Sweeps every output folder, since a killed run may have written to any. */
function sweep({ inputs, root }: Run): void {
  for (const folder of new Set(inputs.files.map(({ outputPath }) => dirname(outputPath))))
    if (isInside(root, realPathOf(folder))) sweepTemporaryFiles(folder)
}

const outputs = { write: diskOutput, check: checkOutput, 'dry-run': dryRunOutput } as const

interface Run extends WriteContext {
  readonly output: Output
  /** Real path of the project. */
  readonly root: string
}

/** The result for one path. */
interface FileResult {
  readonly path: string
  readonly outcome?: FileOutcome
  readonly diagnostic?: Diagnostic
}

function orphansOf(files: readonly GeneratedFile[], context: WriteContext): readonly Orphan[] {
  if (context.only !== undefined || (!context.clean && context.mode !== 'check')) return []
  const produced = new Map(files.map((file) => [file.path, file]))
  const { inputs, failedSources, others } = context
  return findOrphans({ inputs, produced, failedSources, others })
}

function isWanted({ only }: WriteContext): (file: GeneratedFile) => boolean {
  return ({ sourcePath }) => only === undefined || only.has(sourcePath)
}

/** One output; `rivals` are other files with the same path. */
interface Claim {
  readonly file: GeneratedFile
  readonly rivals: readonly GeneratedFile[]
}

function claimsOf(files: readonly GeneratedFile[]): readonly Claim[] {
  const claims = new Map<string, Claim>()
  for (const file of files) {
    const key = claimedName(file.path)
    const claim = claims.get(key)
    claims.set(
      key,
      claim === undefined ? { file, rivals: [] } : { ...claim, rivals: [...claim.rivals, file] },
    )
  }
  return [...claims.values()]
}

/** Lower case: on case-insensitive disks one of two outputs would be lost. */
export function claimedName(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** `memory` mode: never accesses the disk. */
function keep({ file, rivals }: Claim, context: WriteContext): FileResult {
  const { path } = file
  if (rivals.length > 0) return { path, diagnostic: collision([file, ...rivals], context) }
  return { path, outcome: { ...file, outcome: 'generated' } }
}

function settle({ file, rivals }: Claim, run: Run): FileResult {
  const { path, sourcePath } = file
  try {
    const found = openProjectFile(path, run.root, isOwn)
    if (rivals.length > 0) return { path, diagnostic: collision([file, ...rivals], run) }
    if ('refusal' in found) {
      const shown = displayPath(run.cwd, path)
      const isOutside = found.refusal === 'outside'
      const diagnostic = isOutside
        ? outsideProject(path, found.realPath, run)
        : diagnoseAt(path, catalog.outputNotOurs, shown, 'binders')
      return { path, diagnostic }
    }
    if (found.onDisk !== undefined && isSameText(found.onDisk, file.text)) {
      return { path, outcome: { path, sourcePath, outcome: 'unchanged' } }
    }
    return settledBy(run.output.put({ ...file, ...found }), run)
  } catch (error) {
    return failure(path, run.mode === 'check' ? 'checked' : 'written', error, run)
  }
}

/** A merge in git may have marked a conflict of the first line. */
function isOwn(text: string): boolean {
  return isGenerated(text) || isGenerated(withoutConflicts(text))
}

function settleOrphan(orphan: Orphan, run: Run): FileResult {
  const { path } = orphan
  try {
    const realPath = realOutputPath(path)
    if (!isInside(run.root, realPath)) return { path, diagnostic: outsideProject(path, realPath, run) }
    const outcome = run.output.remove(orphan)
    if (outcome.outcome !== 'orphaned') return { path, outcome }
    return { path, outcome, diagnostic: diagnoseOrphan(orphan, run.cwd) }
  } catch (error) {
    return failure(path, 'removed', error, run)
  }
}

/** A finding of a check is both an outcome and an error. */
function settledBy(outcome: FileOutcome, run: Run): FileResult {
  const { path, sourcePath } = outcome
  const shown = [displayPath(run.cwd, path), displayPath(run.cwd, sourcePath)] as const
  switch (outcome.outcome) {
    case 'stale':
      return { path, outcome, diagnostic: diagnoseAt(path, catalog.outputStale, ...shown) }
    case 'edited':
      return { path, outcome, diagnostic: diagnoseAt(path, catalog.outputEdited, ...shown) }
    case 'missing':
      return { path, outcome, diagnostic: diagnoseAt(path, catalog.outputMissing, ...shown) }
    default:
      return { path, outcome }
  }
}

function collision(files: readonly GeneratedFile[], { cwd }: WriteContext): Diagnostic {
  const output = files.map(({ path }) => displayPath(cwd, path)).sort()[0] ?? ''
  const sources = files.map(({ sourcePath }) => displayPath(cwd, sourcePath)).sort()
  return diagnoseAt(files[0]?.path ?? '', catalog.outputCollision, output, sources)
}

function failure(
  path: string,
  action: 'written' | 'checked' | 'removed',
  error: unknown,
  run: Run,
): FileResult {
  const shown = displayPath(run.cwd, path)
  const target = danglingTarget(path, error)
  const reason =
    target === undefined
      ? failureReason(error)
      : `it links to ${displayPath(run.cwd, target)}, whose folder does not exist`
  return { path, diagnostic: diagnoseAt(path, catalog.outputFailure, shown, action, reason) }
}

/** The target of a link into a missing folder, if that is the error. */
function danglingTarget(path: string, error: unknown): string | undefined {
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  const isLink = isAbsent && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? realOutputPath(path) : undefined
}

/** Ignores CRLF line ends, which a checkout may introduce. */
export function isSameText(a: string, b: string): boolean {
  return a === b || a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n')
}
