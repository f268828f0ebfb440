import { HttpError } from '../error/http-error.ts'
import { routeUrl } from '../route/route-url.ts'
import type { CtxHost } from './settings.ts'

/**
 * The path of a named route, its parameters put in as they are; one that is missing leaves its place empty.
 * @throws HttpError 404 when no route has the name.
 */
export function namedRouteUrl(
  { router, settings }: CtxHost,
  name: string,
  params: Readonly<Record<string, unknown>>,
): string {
  const route = router.named(name)
  if (route === undefined) throw new HttpError(404, 'There is no route of that name')
  return routeUrl(route, params, settings.caseSensitive)
}
