import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import { noFilesIn, noOpenKeys, notInXml, type Unbindable } from '../diagnostics/unbindable.ts'
import { type BoundField, boundFields, readsIndex } from '../model/bound-fields.ts'
import { type BodyType, type DtoModule, declaredType, type Field, type ObjectType } from '../model/dto.ts'
import { type FieldType, isOnlyNull, isSingle, nestedNames, partsOf } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'
import { indexField, SourceWalk } from './source-walk.ts'

const decoded: readonly Source[] = ['json', 'xml', 'msgpack', 'cbor']

/** Types that a body cannot represent, at any depth: files outside forms, and in XML all but text and elements. */
export function checkBodyTypes(dto: ObjectType, module: DtoModule): readonly Diagnostic[] {
  const inForm = new Set(boundFields(dto, 'form').map(({ field }) => field))
  return decoded.flatMap((source) => {
    const index = readsIndex(dto, source) ? indexField(dto, source) : []
    const fields = [...boundFields(dto, source), ...index]
    return [
      ...(source === 'xml' ? index.map(({ field }) => noKeys(field)) : []),
      ...checkFields(
        fields.filter(({ field }) => !inForm.has(field)),
        { walk: new SourceWalk(source, module), mayHoldFiles: false },
      ),
      // The form can supply files to a property that this format cannot.
      ...checkFields(
        fields.filter(({ field }) => inForm.has(field)),
        { walk: new SourceWalk(source, module), mayHoldFiles: true },
      ),
    ]
  })
}

/** {@link checkBodyTypes} for a whole body. */
export function checkBodyValue({ value }: BodyType, module: DtoModule): readonly Diagnostic[] {
  return value.bindings.flatMap(({ source }) =>
    checkType(value.type, false, value, { walk: new SourceWalk(source, module), mayHoldFiles: false }),
  )
}

function noKeys(field: Field): Diagnostic {
  return diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), noOpenKeys('xml'))
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
    case 'recursive':
      return nestedNames(type).flatMap(members)
    default:
      return partsOf(type).flatMap((part) => checkType(part, type.kind === 'list', field, place))
  }
}

function whyNot(type: FieldType, inList: boolean, { walk, mayHoldFiles }: Place): Unbindable | undefined {
  if (type.kind === 'file') return mayHoldFiles ? undefined : noFilesIn(walk.source)
  if (walk.source !== 'xml') return undefined
  switch (type.kind) {
    case 'object':
      return walk.indexOf(type.name) === undefined ? undefined : noOpenKeys('xml')
    case 'list':
      return inList ? notInXml('lists of lists') : undefined
    case 'tuple':
      return notInXml('tuples')
    case 'record':
      if (type.keys !== undefined) return notInXml('names of elements that are numbers')
      return inList || !isSingle(type.value) ? notInXml('records of lists or objects') : undefined
    case 'union':
      return notInXml(type.tag === 'kind' ? 'unions of types' : 'unions of objects')
    case 'recursive':
      return notInXml('unions of types')
    case 'unknown':
      return notInXml('arbitrary JSON')
    case 'bytes':
      return notInXml('bytes')
    case 'scalar':
      return type.scalar === 'number | bigint' ? notInXml('a number or bigint') : undefined
    case 'literals':
      return isOnlyNull(type) ? notInXml('null') : undefined
    default:
      return undefined
  }
}
