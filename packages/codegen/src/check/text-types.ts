import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { type BoundField, boundFields, memberFields } from '../model/bound-fields.ts'
import type { DtoModule, ObjectType } from '../model/dto.ts'
import { type FieldType, nonNull } from '../model/field-type.ts'
import { type Source, textSources } from '../model/source.ts'

/** What a text source can hold: single values and lists of them; query and form keys nest objects as well. */
export function checkTextTypes(dto: ObjectType, module: DtoModule): readonly Diagnostic[] {
  return textSources.flatMap((source) => checkFields(boundFields(dto, source), source, module, new Set()))
}

function checkFields(
  fields: readonly BoundField[],
  source: Source,
  module: DtoModule,
  seen: Set<string>,
): readonly Diagnostic[] {
  return fields.flatMap(({ field, binding }) => {
    if (binding.format === 'json') return []
    const type = nonNull(field.type)
    const element = type.kind === 'list' ? nonNull(type.element) : type
    if (element.kind === 'list') {
      const reason = `lists of lists have no notation in ${source}`
      return [diagnose(catalog.unbindableType, field.span, field.name, field.declaration, reason)]
    }
    if (element.kind !== 'object') return []
    if (source !== 'query' && source !== 'form')
      return [diagnose(catalog.nestedInText, field.span, field.name, source)]
    return checkMembers(element, source, module, seen)
  })
}

function checkMembers(
  type: FieldType & { kind: 'object' },
  source: Source,
  module: DtoModule,
  seen: Set<string>,
): readonly Diagnostic[] {
  const object = module.objects.find((one) => one.name === type.name)
  if (object === undefined || seen.has(type.name)) return []
  seen.add(type.name)
  return checkFields(memberFields(object, source), source, module, seen)
}
