import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import {
  noFilesIn,
  noFilesInBody,
  noFilesInMessage,
  noOpenKeys,
  notInXml,
  type Unbindable,
} from '../diagnostics/unbindable.ts'
import { type BoundField, boundFields, readsIndex } from '../model/bound-fields.ts'
import { byKind } from '../model/by-kind.ts'
import { type BodyType, type DtoModule, declaredType, type Field, type ObjectType } from '../model/dto.ts'
import { type FieldType, isOnlyNull, isSingle } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'
import { nestedNames, partsOf } from '../model/type-parts.ts'
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
        { walk: new SourceWalk(source, module), noFiles: noFilesIn(source) },
      ),
      // The form can supply files to a property that this format cannot.
      ...checkFields(
        fields.filter(({ field }) => inForm.has(field)),
        { walk: new SourceWalk(source, module), noFiles: undefined },
      ),
    ]
  })
}

/** {@link checkBodyTypes} for a whole body. */
export function checkBodyValue({ value, isMessage }: BodyType, module: DtoModule): readonly Diagnostic[] {
  const noFiles = isMessage ? noFilesInMessage : noFilesInBody
  return value.bindings.flatMap(({ source }) =>
    checkType(value.type, false, value, { walk: new SourceWalk(source, module), noFiles }),
  )
}

function noKeys(field: Field): Diagnostic {
  return diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), noOpenKeys('xml'))
}

interface Place {
  readonly walk: SourceWalk
  /** Why it holds no files. */
  readonly noFiles: Unbindable | undefined
}

function checkFields(fields: readonly BoundField[], place: Place): readonly Diagnostic[] {
  return fields.flatMap(({ field }) => checkType(field.type, false, field, place))
}

function checkType(type: FieldType, inList: boolean, field: Field, place: Place): readonly Diagnostic[] {
  const why = whyNot(type, inList, place)
  if (why !== undefined)
    return [diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), why)]
  const members = (object: string): readonly Diagnostic[] => checkFields(place.walk.enter(object), place)
  if (type.kind === 'nullable') return checkType(type.of, inList, field, place)
  if (type.kind === 'object' || type.kind === 'recursive') return nestedNames(type).flatMap(members)
  return partsOf(type).flatMap((part) => checkType(part, type.kind === 'list', field, place))
}

function whyNot(type: FieldType, inList: boolean, { walk, noFiles }: Place): Unbindable | undefined {
  if (type.kind === 'file') return noFiles
  return walk.source === 'xml' ? whyNoXml(type, inList, walk) : undefined
}

const whyNoXml: (type: FieldType, inList: boolean, walk: SourceWalk) => Unbindable | undefined = byKind({
  object: ({ name }, _, walk) => (walk.indexOf(name) === undefined ? undefined : noOpenKeys('xml')),
  list: (_, inList) => (inList ? notInXml('lists of lists') : undefined),
  tuple: () => notInXml('tuples'),
  record: ({ keys, value }, inList) => {
    if (keys !== undefined) return notInXml('names of elements that are numbers')
    return inList || !isSingle(value) ? notInXml('records of lists or objects') : undefined
  },
  union: ({ tag }) => notInXml(tag === 'kind' ? 'unions of types' : 'unions of objects'),
  recursive: () => notInXml('unions of types'),
  unknown: () => notInXml('arbitrary JSON'),
  bytes: () => notInXml('bytes'),
  scalar: ({ scalar }) => (scalar === 'number | bigint' ? notInXml('a number or bigint') : undefined),
  literals: (type) => (isOnlyNull(type) ? notInXml('null') : undefined),
  nullable: undefined,
  template: undefined,
  class: undefined,
  file: undefined,
})
