import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { withHeader } from './answer-headers.ts'
import { numbersOf } from './known-literals.ts'
import type { Machine, Site } from './machine.ts'
import { nothing, type Value } from './value.ts'

/** A call of a method of `c.redirect()`. */
export function callRedirect(
  on: Value & { kind: 'redirect' },
  name: string,
  args: readonly Value[],
  site: Site,
  m: Machine,
): Value {
  if (name === 'status') {
    const statuses = numbersOf(args[0], m)
    if (statuses !== undefined) return { kind: 'redirect', statuses }
    m.unreadable(openApiCatalog.unknownStatus, site.args[0] ?? site.node, site.args[0]?.getText() ?? '')
    return on
  }
  if (name === 'to' || name === 'route' || name === 'back') {
    m.flow.update((draft) =>
      on.statuses.map((status) =>
        withHeader(
          draft.with({ status, body: undefined, type: undefined }),
          'Location',
          undefined,
          site.node,
        ),
      ),
    )
    return nothing
  }
  return on
}
