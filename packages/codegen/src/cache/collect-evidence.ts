import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ownFiles } from '../disk/own-package.ts'
import { kindOf } from '../disk/questions.ts'
import type { RecordedDisk } from '../disk/recorded-disk.ts'
import { bannerSource } from '../emit/text/banner.ts'
import type { FoundInputs } from '../input/find-inputs.ts'
import { candidates } from '../write/find-orphans.ts'
import type { GeneratedFile } from '../write/generated-file.ts'
import { isSameText } from '../write/write-files.ts'
import type { Evidence } from './evidence.ts'
import { EvidenceBuilder } from './evidence-builder.ts'

/** The files and disk accesses of a run. */
interface SeenRun {
  readonly inputs: FoundInputs
  readonly outputs: readonly GeneratedFile[]
  /** Paths of the outputs it wrote; all others were up to date. */
  readonly written: ReadonlySet<string>
  readonly disk: RecordedDisk
  /** Paths whose existence matters: the inputs, as the caller wrote them, and the modules of custom rules. */
  readonly named: readonly string[]
}

/**
 * Everything the result of a run depends on. `undefined` if a file has changed since the run read it.
 *
 * @throws the file system's error.
 */
export function collectEvidence(run: SeenRun): Evidence | undefined {
  const seen = new EvidenceBuilder()
  const { roots, outDir } = run.inputs
  // Trees first: a file added after its folder is listed must look new to the next run.
  const folders = roots.filter(({ kind }) => kind === 'folder').map(({ path }) => path)
  const outputs = outDir === undefined ? [] : [outDir]
  for (const folder of [...folders, ...outputs, ...run.disk.trees]) seen.addTree(folder)
  for (const folder of run.inputs.packages) seen.addOutputTree(folder)
  for (const { path } of roots) seen.addRealPath(path)
  for (const path of run.inputs.unread) seen.addFile(path)
  for (const path of run.named) seen.addKind(path, kindOf(path))
  addRecorded(run.disk, seen)
  for (const { path, text } of run.outputs) {
    seen.addRealPath(dirname(path))
    if (run.written.has(path)) seen.addWritten(path, text)
    else seen.addOutput(path, (now) => isSameText(now, text))
  }
  addOtherCandidates(run, seen)
  for (const path of ownFiles()) seen.addFile(path)
  const isWhole = run.inputs.files.every(({ sourcePath }) => run.disk.hasRead(sourcePath))
  return isWhole ? seen.build() : undefined
}

/** Adds the answers of a recorded disk. */
export function addRecorded(disk: RecordedDisk, seen: EvidenceBuilder): void {
  for (const [path, text] of disk.texts) {
    if (text === undefined) seen.addKind(path, 'none')
    else seen.addFile(path, (now) => now.replace(/^\uFEFF/, '') === text)
  }
  for (const [path, kind] of disk.kinds) seen.addKind(path, kind)
  for (const [path, names] of disk.folders) seen.addFolders(path, names)
  for (const [path, real] of disk.realPaths) seen.addRealPath(path, real)
}

/** Adds files that look like outputs of these inputs but are not: they may become orphans later. */
function addOtherCandidates({ inputs, outputs }: SeenRun, seen: EvidenceBuilder): void {
  const own = new Set(outputs.map(({ path }) => path))
  for (const path of inputs.roots.flatMap((root) => candidates(root, inputs))) {
    if (own.has(path)) continue
    const kind = kindOf(path)
    seen.addKind(path, kind)
    if (kind !== 'file') continue
    seen.addFile(path)
    const source = bannerSource(readFileSync(path, 'utf8'))
    const sourcePath = source === undefined ? undefined : resolve(dirname(path), source)
    if (sourcePath !== undefined) seen.addKind(sourcePath, kindOf(sourcePath))
  }
}
