import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { notReached } from '../diagnostics/unbindable.ts'
import type { Binding, DtoModule, ObjectType } from '../model/dto.ts'
import type { BoundPlace } from './bound-places.ts'

/**
 * A tag in a nested object that no source reads: the members come from where the object comes from.
 *
 * What is exported may be a DTO, or nested by others, so only what this source has for itself is looked at.
 */
export function checkIdleTags(places: readonly BoundPlace[], module: DtoModule): readonly Diagnostic[] {
  const own = module.objects.filter(({ isExported, span }) => !isExported && span.path === module.path)
  if (own.length === 0) return []
  // By where they stand: types that are made of one another (`Pick<Base, 'page'>`) share the tags of their members.
  const read = new Set(
    places.flatMap(({ object, source }) =>
      bindingsOf(object).flatMap((binding) => (binding.source === source ? [tagKey(binding)] : [])),
    ),
  )
  return own.flatMap((object) => {
    const reached = new Set(places.filter((place) => place.object === object).map(({ source }) => source))
    const idle = new Map(
      bindingsOf(object).flatMap((binding) => {
        const isIdle = binding.span.path === module.path && !read.has(tagKey(binding))
        return isIdle ? [[tagKey(binding), binding] as const] : []
      }),
    )
    return [...idle.values()].map(({ span, source }) =>
      diagnose(catalog.unreadTag, span, source, notReached(object.name, reached)),
    )
  })
}

function bindingsOf({ fields }: ObjectType): readonly Binding[] {
  return fields.flatMap(({ bindings }) => bindings)
}

function tagKey({ span }: Binding): string {
  return `${span.path}:${span.line}:${span.column}`
}
