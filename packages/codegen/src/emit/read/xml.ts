import { type BoundField, leftOutFields, memberFields } from '../../model/bound-fields.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { nonNull } from '../../model/field-type.ts'
import { ownUnknown } from '../../model/unknown-keys.ts'
import { uncapitalized } from '../../plan/words.ts'
import { elementPlace, placeOf, textReader, valuePlace } from '../emit-types.ts'
import { literal } from '../text/literal.ts'
import { localNames } from '../text/local-names.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { type Asked, emitPart } from './part.ts'

/** Emits the body of the reader for the properties of a DTO in an XML body. */
export function emitXmlPart(dto: ObjectType, fields: readonly BoundField[], scope: ModuleScope): void {
  scope.writer.line(`const xml = ${scope.use('xmlBody')}(at, ${keysOfXml(dto, fields, scope)})`)
  emitElements(dto, fields, [], dto.missing === 'zero', scope)
}

function keysOfXml(object: ObjectType, fields: readonly BoundField[], scope: ModuleScope): string {
  const items = fields.map(({ binding }) => literal(binding.key))
  return scope.constant(`${uncapitalized(object.name)}XmlKeys`, { kind: 'list', items })
}

function emitElements(
  object: ObjectType,
  fields: readonly BoundField[],
  absent: readonly Field[],
  zero: boolean,
  scope: ModuleScope,
): void {
  const locals = localNames(
    fields.map(({ field }) => field.name),
    (name) => scope.isTaken(name),
  )
  const asked = fields.map((one): Asked => {
    const read = readValue(one, object, zero, scope)
    const mayStayOut = staysOut(one.field) && !one.binding.required
    if (!mayStayOut) return { ...one, held: read, value: read, isWhole: false }
    const local = locals.get(one.field.name) ?? ''
    scope.writer.assign(`const ${local} =`, read)
    return { ...one, held: local, value: local, isWhole: false }
  })
  emitPart(object, asked, absent, { source: 'xml', zero }, scope)
}

function staysOut(field: Field): boolean {
  return field.optional && field.default === undefined
}

/** The expression that reads the elements of a property: `xmlValue(xml, 'age', at, asInt)`. */
function readValue(
  { field, binding }: BoundField,
  owner: ObjectType,
  zero: boolean,
  scope: ModuleScope,
): string {
  const type = nonNull(field.type)
  const place = placeOf(owner.name, field)
  const call = (name: string, ...more: readonly string[]): string =>
    `${name}(${['xml', literal(binding.key), 'at', ...more].join(', ')})`
  if (type.kind === 'object') return call(scope.use('xmlObject'), ...objectReader(type.name, zero, scope))
  if (type.kind === 'record') {
    return call(scope.use('xmlRecord'), textReader(type.value, valuePlace(type, place), scope))
  }
  if (type.kind !== 'list') return call(scope.use('xmlValue'), textReader(type, place, scope))
  const element = nonNull(type.element)
  if (element.kind === 'object')
    return call(scope.use('xmlObjects'), ...objectReader(element.name, zero, scope))
  return call(scope.use('xmlList'), textReader(element, elementPlace(place), scope))
}

/** The function that reads a nested element, and the names of its children. */
function objectReader(typeName: string, rootZero: boolean, scope: ModuleScope): readonly string[] {
  const object = scope.object(typeName)
  const zero = rootZero || object.missing === 'zero'
  const fields = memberFields(object, 'xml')
  const wanted = `read${object.name}Xml${zero && object.missing !== 'zero' ? 'OrZero' : ''}`
  const name = scope.function(wanted, `xml object ${object.name} ${zero}`, (own) => {
    scope.make(object)
    const absent = leftOutFields(object, 'xml')
    const xml = fields.length > 0 ? 'xml' : '_xml'
    const at = fields.length > 0 || !absent.every(staysOut) ? 'at' : '_at'
    const parameters = [`${xml}: ${scope.use('XmlElement')}`, `${at}: ${scope.use('Reading')}`]
    scope.writer.list(`function ${own}(`, parameters, `): ${object.name} {`)
    scope.writer.indented(() => emitElements(object, fields, absent, zero, scope))
    scope.writer.line('}')
  })
  const unknown = ownUnknown(object, scope.module)
  return [name, keysOfXml(object, fields, scope), ...(unknown === undefined ? [] : [literal(unknown)])]
}
