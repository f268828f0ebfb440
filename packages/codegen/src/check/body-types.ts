import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { noFilesIn, notInXml, type Unbindable } from '../diagnostics/unbindable.ts'
import { type BoundField, boundFields } from '../model/bound-fields.ts'
import { type DtoModule, declaredType, type Field, type ObjectType } from '../model/dto.ts'
import { type FieldType, isOnlyNull, isSingle, nestedNames, partsOf } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'
import { SourceWalk } from './source-walk.ts'

const decoded: readonly Source[] = ['json', 'xml', 'msgpack', 'cbor']

/** What a body cannot hold, however deep: files come in multipart forms only, and XML has text and elements. */
export function checkBodyTypes(dto: ObjectType, module: DtoModule): readonly Diagnostic[] {
  const inForm = new Set(boundFields(dto, 'form').map(({ field }) => field))
  return decoded.flatMap((source) => {
    const fields = boundFields(dto, source)
    return [
      ...checkFields(
        fields.filter(({ field }) => !inForm.has(field)),
        { walk: new SourceWalk(source, module), mayHoldFiles: false },
      ),
      // The form may bring the files that the same property cannot have from this format.
      ...checkFields(
        fields.filter(({ field }) => inForm.has(field)),
        { walk: new SourceWalk(source, module), mayHoldFiles: true },
      ),
    ]
  })
}

interface Place {
  readonly walk: SourceWalk
  readonly mayHoldFiles: boolean
}

function checkFields(fields: readonly BoundField[], place: Place): readonly Diagnostic[] {
  return fields.flatMap(({ field }) => checkType(field.type, false, field, place))
}

function checkType(type: FieldType, inList: boolean, field: Field, place: Place): readonly Diagnostic[] {
  const why = whyNot(type, inList, place)
  if (why !== undefined)
    return [diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), why)]
  const members = (object: string): readonly Diagnostic[] => checkFields(place.walk.enter(object), place)
  switch (type.kind) {
    case 'nullable':
      return checkType(type.of, inList, field, place)
    case 'object':
    case 'union':
    case 'byMember':
      return nestedNames(type).flatMap(members)
    default:
      return partsOf(type).flatMap((part) => checkType(part, type.kind === 'list', field, place))
  }
}

function whyNot(type: FieldType, inList: boolean, { walk, mayHoldFiles }: Place): Unbindable | undefined {
  if (type.kind === 'file') return mayHoldFiles ? undefined : noFilesIn(walk.source)
  if (walk.source !== 'xml') return undefined
  switch (type.kind) {
    case 'list':
      return inList ? notInXml('lists of lists have') : undefined
    case 'tuple':
      return notInXml('a tuple has')
    case 'record':
      return inList || !isSingle(type.value) ? notInXml('a record of more than single values has') : undefined
    case 'union':
    case 'byMember':
      return notInXml('a union of objects has')
    case 'anyOf':
      return notInXml('a union of types has')
    case 'bytes':
      return notInXml('bytes have')
    case 'literals':
      return isOnlyNull(type) ? notInXml('null has') : undefined
    default:
      return undefined
  }
}
