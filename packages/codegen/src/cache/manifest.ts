import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import type { Kind } from '../disk/questions.ts'
import type { Evidence } from './evidence.ts'

/** The cache record of a run: options, evidence and result. Its file has paths relative to the project. */
export interface Manifest {
  /** Identifies options and generator, see {@link cacheKey}. */
  readonly key: string
  readonly evidence: Evidence
  /** Sorted by path. All are up to date. */
  readonly outputs: readonly (readonly [path: string, sourcePath: string])[]
  /** Only warnings: a run with an error is not cached. */
  readonly diagnostics: readonly Diagnostic[]
}

/** `undefined` if the file is missing or not a valid manifest. @param root the project */
export function readManifest(path: string, root: string): Manifest | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isManifest(content) ? withPaths(content, (one) => resolve(root, one)) : undefined
  } catch {
    return undefined
  }
}

/** The text of a record for another checkout of the project. */
export function manifestText(manifest: Manifest, root: string): string {
  return JSON.stringify(withPaths(manifest, (path) => relative(root, path)))
}

function withPaths(manifest: Manifest, change: (path: string) => string): Manifest {
  const { evidence, outputs, diagnostics } = manifest
  return {
    ...manifest,
    evidence: evidenceWithPaths(evidence, change),
    outputs: outputs.map(([path, sourcePath]) => [change(path), change(sourcePath)]),
    diagnostics: diagnostics.map((one) => ({
      ...one,
      ...(one.path !== undefined && { path: change(one.path) }),
      ...(one.span !== undefined && { span: { ...one.span, path: change(one.span.path) } }),
    })),
  }
}

function evidenceWithPaths(evidence: Evidence, change: (path: string) => string): Evidence {
  const { files, kinds: found, folders, realPaths, trees, outputTrees } = evidence
  const first = <T>(pairs: readonly (readonly [string, T])[]): (readonly [string, T])[] =>
    pairs.map(([path, value]) => [change(path), value])
  return {
    files: { ...files, paths: files.paths.map(change) },
    kinds: { file: found.file.map(change), folder: found.folder.map(change), none: found.none.map(change) },
    folders: first(folders),
    realPaths: realPaths.map(([path, real]) => [change(path), change(real)]),
    trees: first(trees),
    outputTrees: first(outputTrees),
  }
}

const kinds: readonly Kind[] = ['file', 'folder', 'none']

function isManifest(value: unknown): value is Manifest {
  return (
    isObject(value) &&
    isText(value['key']) &&
    isEvidence(value['evidence']) &&
    isListOf(value['outputs'], isPairOf(isText)) &&
    isListOf(value['diagnostics'], isDiagnostic)
  )
}

export function isEvidence(value: unknown): value is Evidence {
  if (!isObject(value)) return false
  const { files, kinds: found, folders, realPaths, trees, outputTrees } = value
  return (
    isObject(files) &&
    isListOf(files['paths'], isText) &&
    isListOf(files['sizes'], Number.isSafeInteger) &&
    isText(files['key']) &&
    /^[0-9a-f]{32}$/.test(files['key']) &&
    isText(files['digest']) &&
    isObject(found) &&
    kinds.every((kind) => isListOf(found[kind], isText)) &&
    isListOf(
      folders,
      isPairOf((names) => isListOf(names, isText)),
    ) &&
    isListOf(realPaths, isPairOf(isText)) &&
    isListOf(trees, isPairOf(isText)) &&
    isListOf(outputTrees, isPairOf(isText))
  )
}

function isDiagnostic(value: unknown): value is Diagnostic {
  if (!isObject(value)) return false
  const { code, severity, message, hint, span, path } = value
  const isOptionalText = (text: unknown): boolean => text === undefined || isText(text)
  const isSeverity = severity === 'error' || severity === 'warning'
  const isSpanLike = span === undefined || isSpan(span)
  return isText(code) && isSeverity && isText(message) && [hint, path].every(isOptionalText) && isSpanLike
}

function isSpan(value: unknown): boolean {
  const places = ['line', 'column', 'endLine', 'endColumn']
  return isObject(value) && isText(value['path']) && places.every((name) => Number.isSafeInteger(value[name]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isItem(item))
}

function isPairOf(isSecond: (item: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.length === 2 && isText(value[0]) && isSecond(value[1])
}
