import { readFileSync } from 'node:fs'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Kind } from '../disk/questions.ts'
import type { Evidence } from './evidence.ts'

/** A run that is remembered: what it was asked, what it saw, and what came out. */
export interface Manifest {
  /** What the run was asked, and of which generator; see {@link cacheKey}. */
  readonly key: string
  /** Nothing is written outside of it, so that it decides about diagnostics. */
  readonly root: string
  readonly evidence: Evidence
  /** By path. All of them are up to date. */
  readonly outputs: readonly (readonly [path: string, sourcePath: string])[]
  /** Warnings; a run with an error is not remembered. */
  readonly diagnostics: readonly Diagnostic[]
}

/** `undefined` when there is none, or what is there is none of this shape: anything may have written it. */
export function readManifest(path: string): Manifest | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isManifest(content) ? content : undefined
  } catch {
    return undefined
  }
}

const kinds: readonly Kind[] = ['file', 'folder', 'none']

function isManifest(value: unknown): value is Manifest {
  return (
    isObject(value) &&
    isText(value['key']) &&
    isText(value['root']) &&
    isEvidence(value['evidence']) &&
    isListOf(value['outputs'], isPairOf(isText)) &&
    isListOf(value['diagnostics'], isDiagnostic)
  )
}

function isEvidence(value: unknown): value is Evidence {
  if (!isObject(value)) return false
  const { files, kinds: found, folders, realPaths, trees } = value
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
    isListOf(trees, isPairOf(isText))
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

/** A path, and what is known of it. */
function isPairOf(isSecond: (item: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.length === 2 && isText(value[0]) && isSecond(value[1])
}
