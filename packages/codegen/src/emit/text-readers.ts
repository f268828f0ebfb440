import {
  type FieldType,
  isTransformed,
  type LiteralValue,
  nonNull,
  type TemplateType,
} from '../model/field-type.ts'
import { capitalized } from '../plan/words.ts'
import { scalarReaders } from './scalars.ts'
import { type Code, code } from './text/code.ts'
import { pureCall } from './text/exported.ts'
import { type ModuleScope, pureMark } from './text/module-scope.ts'
import { namesAt, type Place, presentAccess } from './type-place.ts'

/** The reader of a record's keys that are numbers, as the last argument of a call. */
export function keysReader({ keys }: FieldType & { kind: 'record' }, scope: ModuleScope): readonly Code[] {
  return keys === undefined ? [] : [scope.use(scalarReaders(keys).text)]
}

/** The expression that reads one text: `asInt8`, or the constant for a union of literals. */
export function textReader(type: FieldType, place: Place, scope: ModuleScope): Code {
  const target = nonNull(type)
  if (isTransformed(target)) return transformedReader(target, scope)
  if (target.kind === 'scalar') return scalarReader(target, 'text', scope)
  if (target.kind === 'literals') return literalsReader(target, place, scope)
  if (target.kind === 'class') return classReader(target, scope)
  if (target.kind === 'template') return templateReader(target, place, scope)
  throw new Error(`${place.field} is not read from one text`)
}

/** The reader of a scalar; for a brand, a constant with the branded type. */
export function scalarReader(
  { scalar, brand }: FieldType & { kind: 'scalar' },
  from: 'text' | 'json',
  scope: ModuleScope,
): Code {
  const plain = scope.use(scalarReaders(scalar)[from])
  if (brand === undefined) return plain
  const [word, type] = from === 'text' ? (['as', 'Scalar'] as const) : (['json', 'JsonReader'] as const)
  return scope.constant(
    `${word}${capitalized(brand)}`,
    code`${plain} as ${scope.use(type)}<${code.types([scope.type(brand)])}>`,
  )
}

/** The constant that reads text with a `@transform`, in text sources and decoded bodies. */
export function transformedReader(
  { transform = [], brand }: FieldType & { kind: 'scalar' },
  scope: ModuleScope,
): Code {
  const name = `as${transform.map(capitalized).join('')}${brand === undefined ? '' : capitalized(brand)}`
  const call = pureCall('transformed', transform, scope)
  return scope.constant(
    name,
    brand === undefined ? call : code`${call} as ${scope.use('Scalar')}<${code.types([scope.type(brand)])}>`,
  )
}

/** The constant that reads the text of a class. */
export function classReader(type: FieldType & { kind: 'class' }, scope: ModuleScope): Code {
  const name = scope.useClass(type)
  return scope.constant(`as${name.flat}`, pureCall('asParsed', [name], scope))
}

/** The constant that reads a template literal type. */
export function templateReader({ pattern }: TemplateType, place: Place, scope: ModuleScope): Code {
  const call = code`${pureMark}${scope.use('templateOf')}<${code.types([presentAccess(place)])}>(${code.filled([code.regexp(pattern, '')])})`
  return scope.reader(namesAt('as', place), call, templateKey(pattern))
}

export function literalsReader(
  type: FieldType & { kind: 'literals' },
  place: Place,
  scope: ModuleScope,
): Code {
  const { values, brand, isEnum } = type
  if (brand === undefined)
    return literalsConstant(namesAt('as', place), values, scope, isEnum ? presentAccess(place) : undefined)
  const call = code`${pureCall(oneOf(values), values, scope)} as ${scope.use('OneOf')}<${code.types([scope.type(brand)])}>`
  return scope.reader(`as${capitalized(brand)}`, call, literalsKey(values))
}

/** The reader of a union of literals or of an enum. */
export function literalsConstant(
  wanted: readonly string[],
  values: readonly LiteralValue[],
  scope: ModuleScope,
  enumType?: Code,
): Code {
  if (enumType === undefined)
    return scope.reader(wanted, pureCall(oneOf(values), values, scope), literalsKey(values))
  const types = [enumType, code.union(values.map(String))]
  const call = code`${pureMark}${scope.use('enumOf')}<${code.types(types)}>(${code.filled(values)})`
  return scope.reader(wanted, call, literalsKey(values))
}

/** The key of a {@link ModuleScope.reader} of literals. */
export function literalsKey(values: readonly LiteralValue[]): string {
  return `literals ${code.joined(values).flat}`
}

/** The key of a {@link ModuleScope.reader} of a template literal type. */
export function templateKey(pattern: string): string {
  return `template ${pattern}`
}

/** The function that makes a reader of literals. */
function oneOf(values: readonly LiteralValue[]): 'oneOf' | 'oneOfMixed' {
  return values.every((value) => typeof value === 'string') ? 'oneOf' : 'oneOfMixed'
}
