import { type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { Operation } from '../model/operation.ts'
import { type PathForm, pathForms } from './path-forms.ts'

interface PathOperation {
  readonly operation: Operation
  readonly form: PathForm
  readonly method: string
}

/** Unique and stable: the route's name, else the verb and the path. */
export function operationIds<T extends PathOperation>(
  all: readonly T[],
  report: (diagnostic: Diagnostic) => void,
): ReadonlyMap<T, string> {
  const ids = new Map<T, string>()
  const taken = new Map<string, Operation>()
  for (const one of all) {
    const { operation } = one
    const id = operation.name === '' ? pathId(one) : namedId(one, all)
    const other = taken.get(id)
    if (other !== undefined)
      report(diagnose(openApiCatalog.sameOperationId, operation.span, id, `${other.method} ${other.pattern}`))
    taken.set(id, operation)
    ids.set(one, id)
  }
  return ids
}

/** `getNotesId`. */
function pathId({ form, method }: PathOperation): string {
  return idOf(method, wordsOf(form.path))
}

/**
 * The name of the route. A registration with optional parameters, several methods or several prefixes makes more operations:
 * `notes` and `notesWithId`, `getNotes` and `postNotes`, `notes` and `notesV2`.
 */
function namedId({ operation, form, method }: PathOperation, all: readonly PathOperation[]): string {
  const ofRoute = all.filter((other) => isOfRoute(other.operation, operation))
  const patterns = new Set(ofRoute.map((other) => other.operation.pattern))
  const ofPattern = ofRoute.filter((other) => other.operation.pattern === operation.pattern)
  const isOptional = (name: string): boolean =>
    ofPattern.some((other) => !other.form.params.some((param) => param.name === name))
  const optional = form.params.map(({ name }) => name).filter(isOptional)
  const words = [
    ...wordsOf(prefixOf(operation.pattern, patterns)),
    ...(optional.length === 0 ? [] : ['With', ...optional]),
  ]
  const isOfOne = ofPattern.every((other) => other.method === method)
  return isOfOne ? idOf(operation.name, words) : idOf(method, [operation.name, ...words])
}

function isOfRoute(a: Operation, b: Operation): boolean {
  return (
    a.span.path === b.span.path &&
    a.span.line === b.span.line &&
    a.span.column === b.span.column &&
    a.name === b.name
  )
}

/** The path of a pattern before the segments at the end of all patterns; empty for an only one. */
function prefixOf(pattern: string, patterns: ReadonlySet<string>): string {
  const segmentsOf = (one: string): readonly string[] => (pathForms(one)[0]?.path ?? '').split('/')
  const all = [...patterns].map(segmentsOf)
  const own = segmentsOf(pattern)
  let end = 0
  while (end < own.length && all.every((one) => one.at(-1 - end) === own.at(-1 - end))) end++
  return own.slice(0, own.length - end).join('/')
}

function wordsOf(path: string): readonly string[] {
  return path.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

function idOf(first: string, words: readonly string[]): string {
  return [first, ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}
