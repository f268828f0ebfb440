import { type BoundField, boundFields, isFile, memberFields } from '../model/bound-fields.ts'
import type { DefaultValue, ObjectType } from '../model/dto.ts'
import type { FieldType, LiteralValue, ScalarName } from '../model/field-type.ts'
import { decodedReader } from './emit-decoded.ts'
import { objectTaker } from './emit-take.ts'
import { checkerOf } from './emit-validate.ts'
import { literal, propertyKey } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'
import { ruleMembers } from './rule-schema.ts'
import { nestedNames } from './source-keys.ts'

/** The Standard Schema member of a DTO's object. */
export function standardMember(dto: ObjectType, scope: ModuleScope): string {
  const place = { field: dto.name, access: dto.name, source: 'json', zero: dto.missing === 'zero' } as const
  const reader = decodedReader({ kind: 'object', name: dto.name }, place, scope)
  const check = checkerOf(dto, dto.fields, '', scope)
  const isJson = boundFields(dto, 'json').length > 0
  const taker = isJson ? objectTaker(dto, dto.missing === 'zero', scope) : undefined
  const parts = [reader, schemaFunction(dto, scope)]
  if (check !== undefined || taker !== undefined) parts.push(check?.name ?? 'undefined')
  if (taker !== undefined) parts.push(taker)
  const standard = scope.use(check?.isAsync ? 'standardSchemaAsync' : 'standardSchema')
  return `'~standard': ${standard}(${parts.join(', ')})`
}

/** The function that gives the JSON Schema (draft 2020-12) of a DTO; what it nests are definitions. */
function schemaFunction(dto: ObjectType, scope: ModuleScope): string {
  return scope.function(`schemaOf${dto.name}`, `schema ${dto.name}`, (name) => {
    const { writer } = scope
    const nested = reachable(dto, scope, new Set([dto.name]))
    writer.line(`/** The JSON Schema (draft 2020-12) of {@link ${dto.name}}. */`)
    writer.block(`function ${name}(): object {`, () => {
      writer.block('return {', () => {
        if (dto.description !== '') writer.line(`description: ${literal(dto.description)},`)
        emitObject(dto, dto.name, scope)
        if (nested.length > 0) {
          writer.block(
            '$defs: {',
            () => {
              for (const object of nested) emitDefinition(object, dto.name, scope)
            },
            '},',
          )
        }
      })
    })
  })
}

function emitDefinition(object: ObjectType, root: string, scope: ModuleScope): void {
  scope.writer.block(`${propertyKey(object.name)}: {`, () => emitObject(object, root, scope), '},')
}

function emitObject(object: ObjectType, root: string, scope: ModuleScope): void {
  const { writer } = scope
  const fields = memberFields(object, 'json').filter(({ field }) => !isFile(field))
  const required = fields
    .filter(({ field }) => !field.optional && field.default === undefined && object.missing !== 'zero')
    .map(({ binding }) => literal(binding.key))
  writer.line("type: 'object',")
  const properties = fields.map((one) => `${propertyKey(one.binding.key)}: ${propertySchema(one, root)},`)
  writer.block('properties: {', () => writer.lines(properties), '},')
  if (required.length > 0) writer.list('required: [', required, '],')
}

function reachable(object: ObjectType, scope: ModuleScope, seen: Set<string>): readonly ObjectType[] {
  return memberFields(object, 'json')
    .flatMap(({ field }) => nestedNames(field.type))
    .flatMap((name) => {
      if (seen.has(name)) return []
      seen.add(name)
      const nested = scope.object(name)
      return [nested, ...reachable(nested, scope, seen)]
    })
}

function propertySchema({ field }: BoundField, root: string): string {
  const members = typeMembers(field.type, root)
  members.push(...ruleMembers(field, members))
  if (field.description !== '') members.push(`description: ${literal(field.description)}`)
  if (field.default !== undefined) members.push(`default: ${defaultText(field.default)}`)
  return `{ ${members.join(', ')} }`
}

/** A default as JSON has it. */
function defaultText(value: DefaultValue): string {
  return value.kind === 'one' ? jsonLiteral(value.value) : `[${value.values.map(jsonLiteral).join(', ')}]`
}

function jsonLiteral(value: LiteralValue | Date): string {
  if (value instanceof Date) return literal(value.toISOString())
  return typeof value === 'bigint' ? String(Number(value)) : literal(value)
}

const scalarSchemas: Readonly<Record<ScalarName, readonly string[]>> = {
  string: ["type: 'string'"],
  boolean: ["type: 'boolean'"],
  bigint: ["type: 'integer'"],
  int: ["type: 'integer'"],
  int8: ["type: 'integer'", 'minimum: -128', 'maximum: 127'],
  int16: ["type: 'integer'", 'minimum: -32768', 'maximum: 32767'],
  int32: ["type: 'integer'", 'minimum: -2147483648', 'maximum: 2147483647'],
  int64: ["type: 'integer'", "format: 'int64'"],
  uint: ["type: 'integer'", 'minimum: 0'],
  uint8: ["type: 'integer'", 'minimum: 0', 'maximum: 255'],
  uint16: ["type: 'integer'", 'minimum: 0', 'maximum: 65535'],
  uint32: ["type: 'integer'", 'minimum: 0', 'maximum: 4294967295'],
  uint64: ["type: 'integer'", 'minimum: 0', "format: 'uint64'"],
  float32: ["type: 'number'", "format: 'float'"],
  float64: ["type: 'number'"],
  Date: ["type: 'string'", "format: 'date-time'"],
}

function typeMembers(type: FieldType, root: string): string[] {
  switch (type.kind) {
    case 'scalar':
      return [...scalarSchemas[type.scalar]]
    case 'literals':
      return [`enum: [${type.values.map(jsonLiteral).join(', ')}]`]
    case 'nullable':
      return [`anyOf: [${typeSchema(type.of, root)}, { type: 'null' }]`]
    case 'list':
      return ["type: 'array'", `items: ${typeSchema(type.element, root)}`]
    case 'object':
      return [reference(type.name, root)]
    case 'record':
      return ["type: 'object'", `additionalProperties: ${typeSchema(type.value, root)}`]
    case 'tuple':
      return [
        "type: 'array'",
        `prefixItems: [${type.elements.map((element) => typeSchema(element, root)).join(', ')}]`,
        `minItems: ${type.required}`,
        `items: ${type.rest === undefined ? 'false' : typeSchema(type.rest, root)}`,
      ]
    case 'union':
      return [`oneOf: [${type.branches.map(({ object }) => `{ ${reference(object, root)} }`).join(', ')}]`]
    case 'bytes':
      return ["type: 'string'", "contentEncoding: 'base64'"]
    case 'class':
    case 'file':
      return ["type: 'string'"]
  }
}

function typeSchema(type: FieldType, root: string): string {
  return `{ ${typeMembers(type, root).join(', ')} }`
}

function reference(name: string, root: string): string {
  return `$ref: ${literal(name === root ? '#' : `#/$defs/${name}`)}`
}
