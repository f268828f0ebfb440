import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import { notReached } from '../diagnostics/unbindable.ts'
import type { Binding, DtoModule, ObjectType } from '../model/dto.ts'
import type { BoundPlace } from './bound-places.ts'

/**
 * Warns of tags without effect in nested objects, whose members have the sources of the object.
 *
 * Checks only types that the source does not export: another source may bind or nest an exported one.
 */
export function checkIdleTags(places: readonly BoundPlace[], module: DtoModule): readonly Diagnostic[] {
  const own = module.objects.filter(({ isExported, span }) => !isExported && span.path === module.path)
  if (own.length === 0) return []
  // By position: derived types (`Pick<Base, 'page'>`) share the tags of their members.
  const read = new Set(
    places.flatMap(({ object, source }) =>
      (object === undefined ? [] : bindingsOf(object)).flatMap((binding) =>
        binding.source === source ? [tagKey(binding)] : [],
      ),
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
