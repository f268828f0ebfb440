import {
  type BoundField,
  boundFields,
  decodedFormat,
  isFile,
  memberFields,
  readsDecoded,
  sentFields,
} from '../model/bound-fields.ts'
import { type DefaultValue, mayBeUndefined, type ObjectType } from '../model/dto.ts'
import { type FieldType, isOnlyNull, type LiteralValue, type ScalarName } from '../model/field-type.ts'
import { isAbout, type Rules } from '../model/rule.ts'
import { targetOf } from '../model/rule-target.ts'
import { branchSchemas } from './branch-schemas.ts'
import { checkerOf } from './emit-check.ts'
import { hasZero as hasZeroValue } from './emit-fallback.ts'
import { dtoShape } from './emit-object-reader.ts'
import { literal, propertyKey } from './literal.ts'
import { type ModuleScope, pureMark } from './module-scope.ts'
import { presenceSchemas } from './presence-schema.ts'
import { asksForPresence, hasZero, keyMembers, type Member, objectText, withRules } from './rule-schema.ts'
import { hasRules, isAsyncObject } from './rules-below.ts'
import { sourceWords } from './source-words.ts'

/** Emits the Standard Schema member of a DTO's object. */
export function emitStandardMember(dto: ObjectType, scope: ModuleScope): void {
  const format = decodedFormat(dto)
  if (format === undefined) {
    if (dto.isSent)
      scope.writer.line(`'~standard': ${pureMark}${scope.use('sentSchema')}(${schemaFunction(dto, scope)}),`)
    return
  }
  const fields = boundFields(dto, format).map(({ field }) => field)
  const check = checkerOf(dto, fields, sourceWords[format][0], scope)
  const parts = [dtoShape(dto, format, scope), schemaFunction(dto, scope), ...(check === undefined ? [] : [check.name])]
  const isAsync = isAsyncObject(dto, scope.module)
  scope.writer.list(`'~standard': ${pureMark}${scope.use(isAsync ? 'standardSchemaAsync' : 'standardSchema')}(`, parts, '),')
}

/** Which schema of an object is meant: one and the same object may have several in a DTO. */
interface SchemaKind {
  /** Whether absent members become zero values. */
  readonly zero: boolean
  /** Whether its rules are asked. */
  readonly isChecked: boolean
}

interface SchemaScope extends SchemaKind {
  readonly dto: ObjectType
  readonly scope: ModuleScope
  /** Whether it is of what is sent, in which whatever a value may not lack is required. */
  readonly isOutput: boolean
  /** What is referred to, by name; emitting one may add more. */
  readonly definitions: Map<string, SchemaKind & { readonly object: ObjectType }>
}

/** The function that gives the JSON Schema (draft 2020-12) of a DTO; what it nests are definitions. */
function schemaFunction(dto: ObjectType, scope: ModuleScope): string {
  return scope.function(`schemaOf${dto.name}`, `schema ${dto.name}`, (name) => {
    const { writer } = scope
    const of: SchemaScope = {
      dto,
      scope,
      definitions: new Map(),
      zero: dto.missing === 'zero',
      isChecked: true,
      isOutput: !readsDecoded(dto),
    }
    writer.line(`/** The JSON Schema (draft 2020-12) of {@link ${dto.name}}. */`)
    writer.block(`function ${name}(): object {`, () => {
      writer.block('return {', () => {
        if (dto.description !== '') writer.line(`description: ${literal(dto.description)},`)
        const format = decodedFormat(dto)
        emitObject(format === undefined ? sentFields(dto, 'json') : boundFields(dto, format), of)
        if (of.definitions.size > 0) writer.block('$defs: {', () => emitDefinitions(of), '},')
      })
    })
  })
}

function emitDefinitions(of: SchemaScope): void {
  for (const [name, { object, zero, isChecked }] of of.definitions) {
    of.scope.writer.block(
      `${propertyKey(name)}: {`,
      () => emitObject(memberFields(object, 'json'), { ...of, zero, isChecked }),
      '},',
    )
  }
}

function emitObject(members: readonly BoundField[], of: SchemaScope): void {
  const { writer } = of.scope
  const fields = members.filter(({ field }) => !isFile(field))
  const required = fields.filter((one) => mustBeThere(one, of)).map(({ binding }) => literal(binding.key))
  writer.line("type: 'object',")
  const properties = fields.map((one) => `${propertyKey(one.binding.key)}: ${propertySchema(one, of)},`)
  writer.block('properties: {', () => writer.lines(properties), '},')
  if (required.length > 0) writer.filled('required: [', required, '],')
  const others = of.isChecked ? presenceSchemas({ fields, zero: of.zero }) : []
  if (others.length > 0) writer.list('allOf: [', others, '],')
}

/** Whether a body without the property is refused: nothing fills it, or what does breaks the rule `required`. */
function mustBeThere(
  { field, binding }: BoundField,
  { zero, isChecked, isOutput, scope }: SchemaScope,
): boolean {
  if (isOutput) return !mayBeUndefined(field)
  const { type, optional, madeOptional, rules } = field
  if (field.default !== undefined) return false
  if (binding.required) return true
  const isAsked = isChecked && rules?.skipped !== true && asksForPresence(rules)
  if (optional) return isAsked && !madeOptional
  if (!zero || !hasZeroValue(type, 'json', scope)) return true
  return isAsked && (type.kind === 'nullable' || hasZero(targetOf(type)))
}

function propertySchema({ field }: BoundField, of: SchemaScope): string {
  const members = [...valueMembers({ ...field, optional: field.optional && !field.madeOptional }, of)]
  if (field.description !== '') members.push(['description', literal(field.description)])
  if (field.default !== undefined) members.push(['default', defaultText(field.default)])
  return objectText(members)
}

/** A value whose rules are said with its type. */
interface SchemaValue {
  readonly type: FieldType
  readonly rules: Rules | undefined
  readonly optional: boolean
}

function valueMembers({ type, rules: all, optional }: SchemaValue, scope: SchemaScope): readonly Member[] {
  const of = all?.skipped ? { ...scope, isChecked: false } : scope
  const rules = of.isChecked ? all : undefined
  if (isOnlyNull(type)) return [['type', "'null'"]]
  if (type.kind === 'nullable') {
    const present: SchemaValue = { type: type.of, rules, optional: true }
    if (asksForPresence(rules)) return valueMembers(present, of)
    return [['anyOf', `[${[...alternatives(present, of), "{ type: 'null' }"].join(', ')}]`]]
  }
  if (type.kind === 'anyOf') return [['anyOf', `[${alternatives({ type, rules, optional }, of).join(', ')}]`]]
  return withRules(typeMembers(type, rules, of), {
    rules,
    target: targetOf(type),
    isPlain: !optional,
    scope: of.scope,
  })
}

/** The schemas of the types of a union; that of any other type alone. */
function alternatives({ type, rules, optional }: SchemaValue, of: SchemaScope): readonly string[] {
  if (type.kind !== 'anyOf') return [objectText(valueMembers({ type, rules, optional }, of))]
  return type.members.map((one) => {
    const steps = rules?.steps.filter((step) => isAbout(step, targetOf(one))) ?? []
    return objectText(valueMembers({ type: one, rules: rules && { ...rules, steps }, optional }, of))
  })
}

/** A default as JSON has it. */
function defaultText(value: DefaultValue): string {
  return value.kind === 'one' ? jsonLiteral(value.value) : `[${value.values.map(jsonLiteral).join(', ')}]`
}

function jsonLiteral(value: LiteralValue | Date | null): string {
  if (value instanceof Date) return literal(value.toISOString())
  return typeof value === 'bigint' ? String(Number(value)) : literal(value)
}

const scalarSchemas: Readonly<Record<ScalarName, readonly Member[]>> = {
  string: [['type', "'string'"]],
  boolean: [['type', "'boolean'"]],
  bigint: [['type', "'integer'"]],
  int: [
    ['type', "'integer'"],
    ['minimum', '-9007199254740991'],
    ['maximum', '9007199254740991'],
  ],
  int8: [
    ['type', "'integer'"],
    ['minimum', '-128'],
    ['maximum', '127'],
  ],
  int16: [
    ['type', "'integer'"],
    ['minimum', '-32768'],
    ['maximum', '32767'],
  ],
  int32: [
    ['type', "'integer'"],
    ['minimum', '-2147483648'],
    ['maximum', '2147483647'],
  ],
  // The bounds of 64 bits are rounded to a double, outwards.
  int64: [
    ['type', "'integer'"],
    ['minimum', '-9223372036854775808'],
    ['maximum', '9223372036854775807'],
    ['format', "'int64'"],
  ],
  uint: [
    ['type', "'integer'"],
    ['minimum', '0'],
    ['maximum', '9007199254740991'],
  ],
  uint8: [
    ['type', "'integer'"],
    ['minimum', '0'],
    ['maximum', '255'],
  ],
  uint16: [
    ['type', "'integer'"],
    ['minimum', '0'],
    ['maximum', '65535'],
  ],
  uint32: [
    ['type', "'integer'"],
    ['minimum', '0'],
    ['maximum', '4294967295'],
  ],
  uint64: [
    ['type', "'integer'"],
    ['minimum', '0'],
    ['maximum', '18446744073709551615'],
    ['format', "'uint64'"],
  ],
  float32: [
    ['type', "'number'"],
    ['format', "'float'"],
  ],
  float64: [['type', "'number'"]],
  Date: [
    ['type', "'string'"],
    ['format', "'date-time'"],
  ],
}

function typeMembers(type: FieldType, rules: Rules | undefined, of: SchemaScope): readonly Member[] {
  switch (type.kind) {
    case 'scalar':
      return scalarSchemas[type.scalar]
    case 'literals':
      return literalsMembers(type.values)
    case 'nullable':
    case 'anyOf':
      return valueMembers({ type, rules, optional: false }, of)
    case 'list':
      return [
        ['type', "'array'"],
        ['items', elementSchema(type.element, rules, of)],
      ]
    case 'object':
      return [reference(type.name, of)]
    case 'record': {
      const keys = rules?.keys === undefined ? [] : keyMembers(rules.keys, of.scope)
      return [
        ['type', "'object'"],
        ...(keys.length === 0 ? [] : [['propertyNames', objectText(keys)] as const]),
        ['additionalProperties', elementSchema(type.value, rules, of)],
      ]
    }
    case 'tuple':
      return tupleMembers(type, of)
    case 'union':
    case 'byMember':
      return [['oneOf', branchSchemas(type, (object) => reference(object, of), of.scope)]]
    case 'bytes':
      return [
        ['type', "'string'"],
        ['contentEncoding', "'base64'"],
      ]
    case 'class':
    case 'file':
      return [['type', "'string'"]]
  }
}

function literalsMembers(values: readonly LiteralValue[]): readonly Member[] {
  const isExact = values.every((one) => typeof one !== 'bigint' || Number.isSafeInteger(Number(one)))
  if (isExact) return [['enum', `[${values.map(jsonLiteral).join(', ')}]`]]
  // A number of the schema would be another one.
  return values.every((one) => typeof one === 'bigint') ? scalarSchemas.bigint : []
}

function tupleMembers(
  { elements, required, rest }: FieldType & { kind: 'tuple' },
  of: SchemaScope,
): readonly Member[] {
  const items = elements.map((element) => elementSchema(element, undefined, of))
  const others = rest === undefined ? 'false' : elementSchema(rest, undefined, of)
  return [
    ['type', "'array'"],
    ...(items.length === 0 ? [] : [['prefixItems', `[${items.join(', ')}]`] as const]),
    ['minItems', String(required)],
    ['items', others],
  ]
}

/** The elements of a list or a record, with the rules behind `dive`. */
function elementSchema(type: FieldType, rules: Rules | undefined, of: SchemaScope): string {
  return objectText(valueMembers({ type, rules: rules?.elements, optional: false }, of))
}

/** Refers to a definition, which is emitted behind the DTO. */
function reference(name: string, of: SchemaScope): Member {
  const { dto, scope, definitions } = of
  const object = scope.object(name)
  const isZero = object.missing === 'zero'
  const zero = of.zero || isZero
  const isChecked = of.isChecked || !hasRules(object, scope.module)
  // No part of a name of TypeScript, so that it is no other type's.
  const kind = `${zero && !isZero && dto.missing !== 'zero' ? '-zero' : ''}${isChecked ? '' : '-unchecked'}`
  if (name === dto.name && kind === '') return ['$ref', "'#'"]
  definitions.set(name + kind, { object, zero, isChecked })
  return ['$ref', literal(`#/$defs/${name}${kind}`)]
}
