import { RouteError } from '../../error/bind-error.ts'
import type { BindInput } from '../bind-input.ts'
import type { Fault } from '../reading.ts'

/** @throws RouteError when the route's pattern lacks the parameter of a property. */
export function checkRoute(c: BindInput, faults: readonly Fault[]): void {
  const route = c.route?.()
  if (route === undefined) return
  const names = c.routeParamNames()
  for (const { source, keys, others } of faults) {
    const path = String(keys[0])
    const name = path === '*' || path === '+' ? `${path}1` : path
    if (source !== 'uri' || others?.length !== 0 || names.includes(name)) continue
    throw new RouteError(path, route)
  }
}
