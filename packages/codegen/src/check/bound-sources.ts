import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import { readsIndex, sourcesOf } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { sources } from '../model/source.ts'

/** Warns of a property without a source, unless excluded explicitly (`@json -`). */
export function checkBoundFields(dto: ObjectType): readonly Diagnostic[] {
  if (dto.isSent) return []
  // An interface with only `-` tags is meant to be nested, with the sources of the outer object.
  const tags = [dto, ...dto.fields].flatMap(({ bindings }) => bindings)
  if (tags.length > 0 && tags.every(({ excluded }) => excluded)) return []
  const { index } = dto
  const isIndexRead = index === undefined || sources.some((source) => readsIndex(dto, source))
  const ofIndex = isIndexRead ? [] : [diagnose(catalog.boundNowhere, index.span, index.name, dto.name)]
  const ofFields = dto.fields.flatMap((field) => {
    const leftOut = field.bindings.some((binding) => binding.excluded)
    return leftOut || sourcesOf(dto, field).length > 0
      ? []
      : [diagnose(catalog.boundNowhere, field.span, field.name, dto.name)]
  })
  return [...ofFields, ...ofIndex]
}
