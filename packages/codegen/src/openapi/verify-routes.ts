import { type Diagnostic, diagnose } from '../diagnostics/diagnose.ts'
import { openApiCatalog } from '../diagnostics/openapi-catalog.ts'
import type { ReadRoute } from './openapi-options.ts'

/** A route of the running app; `all` and `use` as the router names them. */
export interface RunningRoute {
  readonly method: string
  readonly path: string
}

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Compares the routes that were read with those of the running app. A conditional route may be absent. */
export function verifyRoutes(
  read: readonly ReadRoute[],
  running: readonly RunningRoute[],
): readonly Diagnostic[] {
  const served = new Set(
    running.flatMap(({ method, path }) => {
      if (method === 'use') return []
      return (method === 'all' ? allMethods : [method.toUpperCase()]).map((one) => keyOf(one, path))
    }),
  )
  const known = new Set(read.map(({ method, pattern }) => keyOf(method, pattern)))
  const absent = read.filter((one) => !one.isConditional && !served.has(keyOf(one.method, one.pattern)))
  const extra = [...served].filter((one) => !known.has(one))
  return [
    ...absent.map(({ method, pattern, span }) =>
      diagnose(openApiCatalog.unservedRoute, span, `${method} ${pattern}`),
    ),
    ...extra.map((route) => diagnose(openApiCatalog.undocumentedRoute, undefined, route)),
  ]
}

/** A trailing slash makes no difference. */
function keyOf(method: string, path: string): string {
  return `${method} ${path.replace(/(.)\/+$/, '$1') || '/'}`
}
