import type { BoundField } from '../model/bound-fields.ts'
import { holdsBigints, memberFields } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import type { FieldType } from '../model/field-type.ts'
import { declarationComment, fallback } from './emit-fallback.ts'
import { emitResult, type LocalField } from './emit-object.ts'
import { literalsReader, type Place, placeOf, scalarReaders, typeText } from './emit-types.ts'
import { commentText, literal, propertyKey } from './literal.ts'
import { localNames } from './local-names.ts'
import type { ModuleScope } from './module-scope.ts'

/** Emits what takes the properties of a DTO out of a JSON body. */
export function emitJsonDraft(dto: ObjectType, fields: readonly BoundField[], scope: ModuleScope): void {
  const { writer } = scope
  const zero = dto.missing === 'zero'
  const open = scope.use(holdsBigints(dto, scope.module) ? 'exactJsonBody' : 'jsonBody')
  const keys = scope.keysConstant(
    `json${dto.name}`,
    fields.map(({ binding }) => binding.key),
  )
  writer.line(`const json = ${open}(c, ${keys}, faults)`)
  writer.block('return {', () => {
    for (const { field, binding } of fields) {
      const value = jsonValue(
        field.type,
        member(binding.key, field.optional && field.type.kind !== 'nullable', scope),
        literal(binding.key),
        {
          ...placeOf(dto.name, field),
          zero,
        },
        scope,
      )
      writer.line(`${propertyKey(field.name)}: ${value},`)
    }
  })
}

/** A place, and whether absent members become zero values. */
interface JsonPlace extends Place {
  readonly zero: boolean
}

/** The expression that reads a value of a decoded body: `jsonInt(json['age'], 'age', faults)`. */
export function jsonValue(
  type: FieldType,
  value: string,
  key: string,
  place: JsonPlace,
  scope: ModuleScope,
): string {
  if (type.kind === 'nullable')
    return `${value} === null ? null : ${jsonValue(type.of, value, key, place, scope)}`
  switch (type.kind) {
    case 'scalar':
      return `${scope.use(scalarReaders(type.scalar).json)}(${value}, ${key}, faults)`
    case 'literals':
      return `${scope.use('jsonOneOf')}(${value}, ${key}, faults, ${literalsReader(type, place, scope)})`
    case 'list':
      return isStrings(type)
        ? `${scope.use('jsonStrings')}(${value}, ${key}, faults)`
        : `${scope.use('jsonList')}(${value}, ${key}, faults, ${jsonReader(type.element, place, scope)})`
    case 'object':
      return `${objectReader(scope.object(type.name), place.zero, scope)}(${value}, ${key}, faults)`
  }
}

/** The name of a function that reads a type; one of the file's own where the runtime has none. */
export function jsonReader(type: FieldType, place: JsonPlace, scope: ModuleScope): string {
  if (type.kind === 'scalar') return scope.use(scalarReaders(type.scalar).json)
  if (type.kind === 'object') return objectReader(scope.object(type.name), place.zero, scope)
  if (type.kind === 'list' && isStrings(type)) return scope.use('jsonStrings')
  const wanted = `readJson${place.field.charAt(0).toUpperCase()}${place.field.slice(1)}`.replace(
    /[^A-Za-z0-9_$]/g,
    '_',
  )
  const text = type.kind === 'nullable' ? `${typeText(type, place)} | null` : typeText(type, place)
  const key = `json ${place.access} ${place.zero} ${describe(type)}`
  return scope.function(wanted, key, (name) => {
    const { writer } = scope
    writer.line(`/** Reads one value of \`${commentText(place.field)}\`. */`)
    const parameters = ['value: unknown', 'key: string | number', 'faults: Faults']
    writer.list(`function ${name}(`, parameters, `): ${text} | undefined {`)
    writer.indented(() => writer.line(`return ${jsonValue(type, 'value', 'key', place, scope)}`))
    writer.line('}')
  })
}

/** The function that reads a nested object of a decoded body, all its members at once. */
function objectReader(object: ObjectType, rootZero: boolean, scope: ModuleScope): string {
  const zero = rootZero || object.missing === 'zero'
  const name = `read${object.name}${zero && object.missing !== 'zero' ? 'OrZero' : ''}`
  return scope.function(name, `json object ${object.name} ${zero}`, (own) =>
    emitObjectReader(own, object, zero, scope),
  )
}

function emitObjectReader(name: string, object: ObjectType, zero: boolean, scope: ModuleScope): void {
  const { writer } = scope
  const fields = memberFields(object, 'json')
  const locals = localNames(
    fields.map(({ field }) => field.name),
    (local) => scope.isTaken(local),
  )
  const keys = scope.keysConstant(
    `json${object.name}`,
    fields.map(({ binding }) => binding.key),
  )
  writer.line(`/** Reads a {@link ${object.name}} of a decoded body. */`)
  writer.block(
    `function ${name}(value: unknown, key: string | number, faults: Faults): ${object.name} | undefined {`,
    () => {
      writer.line(`const json = ${scope.use('enterObject')}(value, key, ${keys}, faults)`)
      writer.line('if (json === undefined) return undefined')
      writer.blank()
      const read = fields.map((one) => emitMember(one, object, zero, locals.get(one.field.name) ?? '', scope))
      writer.line('faults.leave()')
      writer.blank()
      emitResult(read, object.name, (open) => [open, ''], scope)
    },
  )
}

function emitMember(
  { field, binding }: BoundField,
  object: ObjectType,
  zero: boolean,
  local: string,
  scope: ModuleScope,
): LocalField {
  const key = literal(binding.key)
  const place = { ...placeOf(object.name, field), zero }
  const source = member(binding.key, field.optional && field.type.kind !== 'nullable', scope)
  const rule = { owner: object.name, zero,
    sources: ['json'] as const,
    required: binding.required,
    missing: `faults.missing(${key})`,
  }
  const otherwise = fallback(field, rule, scope)
  const type = field.type.kind === 'nullable' ? field.type.of : field.type
  const read = jsonValue(type, source, key, place, scope)
  const filled = otherwise === undefined ? read : `${read} ?? ${otherwise}`
  const isNull = field.type.kind === 'nullable' ? `${source} === null ? null : ` : ''
  scope.writer.line(declarationComment(field))
  scope.writer.line(
    `const ${local} = ${isNull}${isNull === '' || otherwise === undefined ? filled : `(${filled})`}`,
  )
  return { field, local, mayBeAbsent: otherwise === undefined }
}

/** Names that every object inherits: only a member of its own counts. */
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

function member(key: string, nullIsAbsent: boolean, scope: ModuleScope): string {
  const access = inherited.has(key)
    ? `${scope.use('ownMember')}(json, ${literal(key)})`
    : `json[${literal(key)}]`
  return nullIsAbsent ? `${access} ?? undefined` : access
}

function isStrings(type: FieldType & { kind: 'list' }): boolean {
  return type.element.kind === 'scalar' && type.element.scalar === 'string'
}

/** A text that is the same for equal types. */
function describe(type: FieldType): string {
  return JSON.stringify(type, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}
