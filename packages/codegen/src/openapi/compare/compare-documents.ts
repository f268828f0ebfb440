import { type BreakingChange, ChangeList } from './breaking-change.ts'
import { compareParameters } from './compare-parameters.ts'
import { compareRequestBody } from './compare-request-body.ts'
import { compareResponses } from './compare-responses.ts'
import { compareSecurity } from './compare-security.ts'
import { isObject, type JsonObject, memberOf } from './document-value.ts'
import type { PlacedOperation } from './operation-pair.ts'

/** The changes from one OpenAPI document to another that break clients, in the wording of oasdiff. */
export function compareDocuments(before: JsonObject, after: JsonObject): readonly BreakingChange[] {
  const changes = new ChangeList()
  const now = operationsOf(after)
  for (const [key, old] of operationsOf(before)) {
    const found = now.get(key)
    if (found === undefined) reportRemoved(changes, old, [...now.keys()])
    else compareOperation(changes, old, found)
  }
  return changes.all()
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** Operations by method and path. The names of path parameters make no difference to clients. */
function operationsOf(
  document: JsonObject,
): ReadonlyMap<string, PlacedOperation & { readonly method: string }> {
  const paths = memberOf({ document, value: document, pointer: '' }, 'paths')
  const operations = Object.keys(paths.value).flatMap((path) => {
    const item = memberOf(paths, path)
    return methods
      .filter((method) => isObject(item.value[method]))
      .map((method) => {
        const operation = memberOf(item, method)
        return [`${method} ${shapeOf(path)}`, { method, path, item, operation }] as const
      })
  })
  return new Map(operations)
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}')
}

function compareOperation(
  changes: ChangeList,
  before: PlacedOperation & { readonly method: string },
  after: PlacedOperation,
): void {
  const pair = { changes, name: nameOf({ ...after, method: before.method }), before, after }
  compareSecurity(pair)
  compareParameters(pair)
  compareRequestBody(pair)
  compareResponses(pair)
}

function reportRemoved(
  changes: ChangeList,
  old: PlacedOperation & { readonly method: string },
  left: readonly string[],
): void {
  // Deprecation was the warning.
  if (old.operation.value['deprecated'] === true) return
  const hasPath = left.some((key) => key.endsWith(` ${shapeOf(old.path)}`))
  const what = hasPath ? 'api' : 'api-path'
  const text = `${what.replace('-', ' ')} removed without deprecation`
  const pointer = hasPath ? old.item.pointer : '/paths'
  changes.add({ id: `${what}-removed-without-deprecation`, text, pointer }, nameOf(old))
}

function nameOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`
}
