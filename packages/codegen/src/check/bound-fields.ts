import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { sourcesOf } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'

/** A property that no source fills is worth a word, unless it was left out by hand (`@json -`). */
export function checkBoundFields(dto: ObjectType): readonly Diagnostic[] {
  if (dto.isSent) return []
  // What has dashes only is there to be nested: it is bound from where the outer one is.
  const tags = [dto, ...dto.fields].flatMap(({ bindings }) => bindings)
  if (tags.length > 0 && tags.every(({ excluded }) => excluded)) return []
  return dto.fields.flatMap((field) => {
    const leftOut = field.bindings.some((binding) => binding.excluded)
    return leftOut || sourcesOf(dto, field).length > 0
      ? []
      : [diagnose(catalog.boundNowhere, field.span, field.name, dto.name)]
  })
}
