import { type BoundField, memberFields } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { nonNull } from '../model/field-type.ts'
import { emitLeftOut, emitMember, memberLocals } from './emit-member.ts'
import { emitDraftLiteral, emitResult } from './emit-object.ts'
import { elementPlace, placeOf, textReader, valuePlace } from './emit-types.ts'
import { literal } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'

/** Emits what takes the properties of a DTO out of an XML body. */
export function emitXmlDraft(dto: ObjectType, fields: readonly BoundField[], scope: ModuleScope): void {
  const { writer } = scope
  const keys = scope.keysConstant(
    `xml${dto.name}`,
    fields.map(({ binding }) => binding.key),
  )
  writer.line(`const xml = ${scope.use('xmlBody')}(c, ${keys}, faults)`)
  emitDraftLiteral(
    dto,
    fields.map((one) => [one.field, readValue(one, dto, dto.missing === 'zero', scope)]),
    scope,
  )
}

/** The expression that reads the elements of a property: `xmlValue(xml, 'age', asInt, faults)`. */
function readValue(
  { field, binding }: BoundField,
  owner: ObjectType,
  zero: boolean,
  scope: ModuleScope,
): string {
  const type = nonNull(field.type)
  const place = placeOf(owner.name, field)
  const call = (name: string, reader: string): string =>
    `${name}(xml, ${literal(binding.key)}, ${reader}, faults)`
  if (type.kind === 'object') {
    return call(scope.use('xmlObject'), objectReader(scope.object(type.name), zero, scope))
  }
  if (type.kind === 'record') {
    return call(scope.use('xmlRecord'), textReader(type.value, valuePlace(type, place), scope))
  }
  if (type.kind !== 'list') return call(scope.use('xmlValue'), textReader(type, place, scope))
  const element = nonNull(type.element)
  if (element.kind === 'object') {
    return call(scope.use('xmlObjects'), objectReader(scope.object(element.name), zero, scope))
  }
  return call(scope.use('xmlList'), textReader(element, elementPlace(place), scope))
}

/** The function that reads a nested element, all its members at once. */
function objectReader(object: ObjectType, rootZero: boolean, scope: ModuleScope): string {
  const zero = rootZero || object.missing === 'zero'
  const name = `read${object.name}Xml${zero && object.missing !== 'zero' ? 'OrZero' : ''}`
  return scope.function(name, `xml object ${object.name} ${zero}`, (own) =>
    emitObjectReader(own, object, zero, scope),
  )
}

function emitObjectReader(name: string, object: ObjectType, zero: boolean, scope: ModuleScope): void {
  const { writer } = scope
  const fields = memberFields(object, 'xml')
  const locals = memberLocals(fields, object, 'xml', scope)
  const keys = scope.keysConstant(
    `${object.name}Xml`,
    fields.map(({ binding }) => binding.key),
  )
  writer.line(`/** Reads a {@link ${object.name}} of an XML body. */`)
  const parameters = [
    `xml: ${scope.use('XmlElement')}`,
    'key: string | number',
    `faults: ${scope.use('Faults')}`,
  ]
  writer.list(`function ${name}(`, parameters, `): ${object.name} {`)
  writer.indented(() => {
    writer.line(`${scope.use('enterXml')}(xml, key, ${keys}, faults)`)
    const from = { owner: object.name, source: 'xml', zero } as const
    const read = fields.map((one) => {
      const value = (): string => readValue(one, object, zero, scope)
      return emitMember(one, from, locals.get(one.field.name) ?? '', value, scope)
    })
    const leftOut = emitLeftOut(object, from, locals, scope)
    writer.line('faults.leave()')
    writer.blank()
    emitResult([...read, ...leftOut], object.name, (open) => [open, ''], scope)
  })
  writer.line('}')
}
