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
  return own.flatMap((object) => {
    const reached = new Set(places.filter((place) => place.object === object).map(({ source }) => source))
    return tagsOf(object).flatMap(([first, ...others]) => {
      if ([first, ...others].some(({ source }) => reached.has(source))) return []
      return [diagnose(catalog.unreadTag, first.span, first.source, notReached(object.name, reached))]
    })
  })
}

/** The bindings of an object's members, those of one tag together. */
function tagsOf({ fields }: ObjectType): readonly [Binding, ...Binding[]][] {
  const tags = new Map<Binding['span'], [Binding, ...Binding[]]>()
  for (const binding of fields.flatMap(({ bindings }) => bindings)) {
    const known = tags.get(binding.span)
    if (known === undefined) tags.set(binding.span, [binding])
    else known.push(binding)
  }
  return [...tags.values()]
}
