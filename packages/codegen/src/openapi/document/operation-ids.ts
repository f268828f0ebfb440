import { type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { Operation } from '../model/operation.ts'
import type { PathForm } from './path-forms.ts'

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
    const isAlone = all.filter((other) => isOfRoute(other.operation, operation)).length === 1
    const id = operation.name !== '' && isAlone ? operation.name : pathId(one)
    const other = taken.get(id)
    if (other !== undefined)
      report(diagnose(openApiCatalog.sameOperationId, operation.span, id, `${other.method} ${other.pattern}`))
    taken.set(id, operation)
    ids.set(one, id)
  }
  return ids
}

/** One registration may make several operations, `all` or `add` with a list. */
function isOfRoute(a: Operation, b: Operation): boolean {
  return (
    a.span.path === b.span.path &&
    a.span.line === b.span.line &&
    a.span.column === b.span.column &&
    a.name === b.name
  )
}

/** `getNotesId`; with a name, `getNotes` of `.name('notes')`. */
function pathId({ operation: { name }, form, method }: PathOperation): string {
  const words = form.path.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const rest = name === '' ? words : [name, ...form.params.map((param) => param.name)]
  return [method, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}
