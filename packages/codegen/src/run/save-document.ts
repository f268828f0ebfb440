import { resolve } from 'node:path'
import { catalog } from '../diagnostics/catalog.ts'
import { type Diagnostic, diagnoseAt } from '../diagnostics/diagnose.ts'
import { displayPath } from '../diagnostics/display-path.ts'
import { failureReason } from '../diagnostics/failure-reason.ts'
import { findProjectRoot } from '../disk/project-root.ts'
import { isGenerated } from '../emit/text/banner.ts'
import { parseDocument } from '../openapi/document-text.ts'
import { withoutConflicts } from '../write/conflict-marks.ts'
import type { GeneratedFile } from '../write/generated-file.ts'
import { outsideProject } from '../write/outside-project.ts'
import { openProjectFile, writeProjectFile } from '../write/project-file.ts'
import type { WriteResult } from '../write/write-files.ts'

/** Writes the document of an app, in place of an earlier document alone. */
export function saveDocument(file: GeneratedFile, cwd = '.'): WriteResult {
  return save(file, cwd, 'document', isDocument)
}

/**
 * Writes a client of an app, in place of an earlier generated file alone.
 *
 * @param isCurrent whether a file on disk may stay as it is
 */
export function saveClient(file: GeneratedFile, cwd = '.', isCurrent: typeof isEqual = isEqual): WriteResult {
  return save(file, cwd, 'client', isGenerated, isCurrent)
}

/** The finding of a check about a document or a client that is not as its app is. */
export function staleFile(path: string, sourcePath: string, isMissing: boolean, cwd: string): Diagnostic {
  const shown = [displayPath(cwd, path), displayPath(cwd, sourcePath)] as const
  return isMissing
    ? diagnoseAt(path, catalog.outputMissing, ...shown, true)
    : diagnoseAt(path, catalog.outputStale, ...shown)
}

function isEqual(onDisk: string, text: string): boolean {
  return onDisk === text
}

function save(
  file: GeneratedFile,
  cwd: string,
  kind: 'document' | 'client',
  isOurs: (text: string) => boolean,
  isCurrent = isEqual,
): WriteResult {
  const { path, sourcePath, text } = file
  const folder = resolve(cwd)
  const shown = displayPath(folder, path)
  try {
    const root = findProjectRoot(folder)
    const found = openProjectFile(path, root, (onDisk) => isCurrent(onDisk, text) || isOurs(onDisk))
    if ('refusal' in found) {
      const diagnostic =
        found.refusal === 'foreign'
          ? diagnoseAt(path, catalog.outputNotOurs, shown, kind)
          : outsideProject(path, found.realPath, { cwd: folder, root })
      return { outcomes: [], diagnostics: [diagnostic] }
    }
    const outcome = found.onDisk !== undefined && isCurrent(found.onDisk, text) ? 'unchanged' : 'written'
    if (outcome === 'written') writeProjectFile(found, text)
    return { outcomes: [{ path, sourcePath, outcome }], diagnostics: [] }
  } catch (error) {
    const reason = failureReason(error)
    return { outcomes: [], diagnostics: [diagnoseAt(path, catalog.outputFailure, shown, 'written', reason)] }
  }
}

/** Whether a text has the key of a document at its top. */
function isDocument(text: string): boolean {
  try {
    const content = parseDocument(withoutConflicts(text))
    return typeof content === 'object' && content !== null && ('openapi' in content || 'asyncapi' in content)
  } catch {
    return false
  }
}
