import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { noFilesIn, notInText, type Unbindable } from '../diagnostics/unbindable.ts'
import { type BoundField, boundFields } from '../model/bound-fields.ts'
import { type DtoModule, declaredType, type ObjectType } from '../model/dto.ts'
import { type FieldType, isOnlyNull, isSingle, nonNull, partsOf } from '../model/field-type.ts'
import { type Source, textSources } from '../model/source.ts'
import { SourceWalk } from './source-walk.ts'

/** What a text source can hold: single values and lists of them; query and form keys nest objects and records as well. */
export function checkTextTypes(dto: ObjectType, module: DtoModule): readonly Diagnostic[] {
  return textSources.flatMap((source) =>
    checkFields(boundFields(dto, source), new SourceWalk(source, module)),
  )
}

function checkFields(fields: readonly BoundField[], walk: SourceWalk): readonly Diagnostic[] {
  return fields.flatMap(({ field, binding }) => {
    if (binding.format === 'json') return []
    const type = nonNull(field.type)
    const element = type.kind === 'list' ? nonNull(type.element) : type
    if (element.kind === 'object' && canNest(walk.source)) {
      if (!walk.isEmpty(element.name)) return checkFields(walk.enter(element.name), walk)
      const none = notInText(`an object without properties has no notation in ${walk.source}`, walk.source)
      return [diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), none)]
    }
    if (element.kind === 'object')
      return [diagnose(catalog.nestedInText, field.span, field.name, walk.source)]
    const why = whyNot(element, type.kind === 'list', walk.source)
    if (why === undefined) return []
    return [diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), why)]
  })
}

function canNest(source: Source): boolean {
  return source === 'query' || source === 'form'
}

function whyNot(type: FieldType, inList: boolean, source: Source): Unbindable | undefined {
  if (type.kind === 'file') return source === 'form' ? undefined : noFilesIn(source)
  const reason = whyNoText(type, inList, source)
  return reason === undefined ? undefined : notInText(reason, source)
}

function whyNoText(type: FieldType, inList: boolean, source: Source): string | undefined {
  switch (type.kind) {
    case 'list':
      return `lists of lists have no notation in ${source}`
    case 'tuple':
      if (inList) return `lists of tuples have no notation in ${source}`
      if (type.required < type.elements.length)
        return `a tuple with optional elements has no notation in ${source}`
      return partsOf(type).every(isSingle)
        ? undefined
        : `the elements of a tuple are single values in ${source}`
    case 'record':
      if (inList || !canNest(source)) return `a record has no notation in ${source}`
      return isSingle(type.value) ? undefined : `the values of a record are single values in ${source}`
    case 'union':
    case 'byMember':
      return `a union of objects has no notation in ${source}`
    case 'anyOf':
      return `text does not tell the types of a union apart in ${source}`
    case 'bytes':
      return `bytes have no notation in ${source}`
    case 'literals':
      return isOnlyNull(type) ? `null has no notation in ${source}` : undefined
    default:
      return undefined
  }
}
