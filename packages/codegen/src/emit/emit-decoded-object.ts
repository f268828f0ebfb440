import { type BoundField, memberFields } from '../model/bound-fields.ts'
import type { Binding, Field, ObjectType } from '../model/dto.ts'
import { type FieldType, nonNull } from '../model/field-type.ts'
import { isInherited } from '../model/inherited-name.ts'
import { type DecodedPlace, type DecodedSource, decodedPlaceOf } from './decoded-place.ts'
import { type FallbackRule, fallback, missingMember } from './emit-fallback.ts'
import { emitLeftOut, memberLocals } from './emit-member.ts'
import { emitResult, type LocalField } from './emit-object.ts'
import { literal, propertyAccess } from './literal.ts'
import { type ModuleScope, uncapitalized } from './module-scope.ts'
import { hasOtherKeys } from './source-keys.ts'
import { keysOf } from './source-words.ts'
import { isSparse } from './sparse.ts'

/** What reads an object type of a decoded body. */
export interface ObjectReader {
  readonly object: ObjectType
  readonly source: DecodedSource
  /** Whether absent members become zero values. */
  readonly zero: boolean
  /** The expression that reads a value of any type. */
  readonly readValue: (
    type: FieldType,
    value: string,
    key: string,
    place: DecodedPlace,
    scope: ModuleScope,
  ) => string
  /** The name of a function that reads a value of any type. */
  readonly readerOf: (type: FieldType, place: DecodedPlace, scope: ModuleScope) => string
}

/** Emits the function that reads a nested object of a decoded body, all its members at once. */
export function emitObjectReader(reader: ObjectReader & { readonly name: string }, scope: ModuleScope): void {
  const { name, object, source, zero } = reader
  const { writer } = scope
  const fields = memberFields(object, source)
  const locals = memberLocals(fields, object, source, scope)
  const sparse = isSparse(object) ? sparseMembers(fields, reader, scope) : undefined
  const keys =
    sparse !== undefined
      ? `${sparse}.keys`
      : scope.keysConstant(
          object.name,
          fields.map(({ binding }) => binding.key),
        )
  writer.line(`/** Reads a {@link ${object.name}} of a decoded body. */`)
  writer.list(`function ${name}(`, readerParameters(scope), `): ${object.name} | undefined {`)
  writer.indented(() => {
    writer.line(`const json = ${scope.use('enterObject')}(value, key, ${keys}, faults)`)
    writer.line('if (json === undefined) return undefined')
    if (sparse !== undefined) writer.line(`const some = ${sparse}.read(json, faults)`)
    writer.blank()
    const read = fields.flatMap((one): readonly LocalField[] => {
      const local = locals.get(one.field.name) ?? ''
      const place = decodedPlaceOf(object, one.field, source, zero)
      return sparse !== undefined
        ? emitNeeded(one, place, object, local, scope)
        : [emitMember(one, place, reader, local, scope)]
    })
    const leftOut = emitLeftOut(object, reader, locals, scope)
    writer.line('faults.leave()')
    writer.blank()
    const others =
      sparse !== undefined ? `${scope.use('present')}<${object.name}, keyof ${object.name}>(some)` : undefined
    emitResult([...read, ...leftOut], object.name, (open) => [open, ''], scope, { others })
  })
  writer.line('}')
}

/** The constant that reads the members that an object has, when it may lack most. */
export function sparseMembers(
  fields: readonly BoundField[],
  { object, source, zero, readerOf }: ObjectReader,
  scope: ModuleScope,
): string {
  const kind = hasOtherKeys(object, source, 'json', scope) ? source : ''
  const members = fields.map(({ field, binding }) => {
    const place = decodedPlaceOf(object, field, source, zero)
    const parts = [literal(binding.key), literal(field.name), readerOf(field.type, place, scope)]
    if (!field.optional || field.type.kind === 'nullable') parts.push('null')
    return `[${parts.join(', ')}]`
  })
  const keys = keysOf(
    object,
    fields.map(({ field }) => field),
  )
  const open = `new ${scope.use('JsonMembers')}<${object.name}, ${keys}>(`
  return scope.constant(uncapitalized(`${kind}${object.name}Members`), open, members, ')')
}

/** Emits the variable of a member that does not just stay out. */
function emitNeeded(
  { field, binding }: BoundField,
  place: DecodedPlace,
  object: ObjectType,
  local: string,
  scope: ModuleScope,
): readonly LocalField[] {
  const otherwise = fallback(field, ruleOf(binding, place, object), scope)
  if (otherwise === undefined) return []
  const held = propertyAccess('some', field.name)
  scope.writer.assign(
    `const ${local} =`,
    field.type.kind === 'nullable'
      ? `${held} !== undefined ? ${held} : ${otherwise}`
      : `${held} ?? ${otherwise}`,
  )
  return [{ field, local, mayBeAbsent: false }]
}

function emitMember(
  { field, binding }: BoundField,
  place: DecodedPlace,
  { object, readValue }: ObjectReader,
  local: string,
  scope: ModuleScope,
): LocalField {
  const key = literal(binding.key)
  const held = orAbsent(field, member('json', binding.key, scope))
  const otherwise = fallback(field, ruleOf(binding, place, object), scope)
  const read = readValue(nonNull(field.type), held, key, place, scope)
  const filled = otherwise === undefined ? read : `${read} ?? ${otherwise}`
  const isNull = field.type.kind === 'nullable' ? `${held} === null ? null : ` : ''
  scope.writer.assign(
    `const ${local} =`,
    isNull === '' || otherwise === undefined ? isNull + filled : `${isNull}(${filled})`,
  )
  return { field, local, mayBeAbsent: otherwise === undefined }
}

function ruleOf(
  { key, required }: Binding,
  { zero, source }: DecodedPlace,
  { name }: ObjectType,
): FallbackRule {
  return { owner: name, zero, sources: [source], required, missing: missingMember(key) }
}

/** The member of a decoded object. */
export function member(object: string, key: string, scope: ModuleScope): string {
  if (!isInherited(key)) return `${object}[${literal(key)}]`
  return `${scope.use('ownMember')}(${object}, ${literal(key)})`
}

/** `undefined` for the `null` of a property that has none, but may be absent. */
export function orAbsent({ optional, type }: Field, held: string): string {
  return optional && type.kind !== 'nullable' ? `${held} ?? undefined` : held
}

/** The parameters of every reader of a decoded value. */
export function readerParameters(scope: ModuleScope): readonly string[] {
  return ['value: unknown', 'key: string | number', `faults: ${scope.use('Faults')}`]
}
