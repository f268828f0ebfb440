import {
  type ByMemberModel,
  type DtoModel,
  type FieldModel,
  type Literal,
  nonNull,
  type ObjectModel,
  type ScalarModel,
  type TagModel,
  type TupleModel,
  type TypeModel,
} from './model.ts'
import { isBig } from './read-scalar.ts'
import { templates } from './templates.ts'

const aliases = [
  'int',
  'int8',
  'int16',
  'int32',
  'int64',
  'uint',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'float32',
  'float64',
  'FileHeader',
]

/** The TypeScript of a file with these DTOs. */
export function printModule(dtos: readonly DtoModel[]): string {
  const body = dtos.map(printDto).join('\n')
  const used = aliases.filter((name) => new RegExp(`[:=] .*\\b${name}\\b`).test(body))
  const imports = used.length === 0 ? '' : `import type { ${used.join(', ')} } from '@ctxgen/runtime'\n\n`
  const mark = body.includes('[mark]') ? 'declare const mark: unique symbol\n\n' : ''
  return imports + mark + body
}

export function printDto(dto: DtoModel): string {
  const tags = [
    ...dto.sources.map((source) => `@${source}`),
    ...(dto.missing === 'zero' ? ['@missing zero'] : []),
    ...(dto.unknown === undefined ? [] : [`@unknown ${dto.unknown}`]),
    ...(dto.order === undefined ? [] : [`@bindingSource ${dto.order.join(',')}`]),
  ]
  const nested = new Map<string, string>()
  if (dto.isBody) tags.push('@response')
  const comment = tags.length === 0 ? '' : `/** ${tags.join(' ')} */\n`
  if (dto.isBody) {
    const types = dto.fields.map(({ type }) => printType(type, nested, dto.name))
    return [`${comment}export type ${dto.name} = ${types.join()}\n`, ...nested.values()].join('\n')
  }
  return [
    `${comment}export ${printBody(dto.name, printMembers(dto.fields, nested, dto.name))}`,
    ...nested.values(),
  ].join('\n')
}

/** One of several equivalent declarations, fixed for a name: an interface, an alias, or readonly members. */
function printBody(name: string, members: string): string {
  switch (Number(/\d+$/.exec(name)?.[0] ?? 0) % 4) {
    case 1:
      return `type ${name} = {\n${members}}\n`
    case 2:
      return `interface ${name} {\n${members.replace(/^ {2}(?! *\/\*\*)/gm, '  readonly ')}}\n`
    default:
      return `interface ${name} {\n${members}}\n`
  }
}

function printMembers(fields: readonly FieldModel[], nested: Map<string, string>, self: string): string {
  return fields.map((field) => printField(field, nested, self)).join('')
}

function printField(field: FieldModel, nested: Map<string, string>, self: string): string {
  const texts = [
    ...field.tags.map(printTag),
    ...typeTag(field.type),
    ...transformTag(field.type),
    ...(field.default === undefined ? [] : [`@default ${printDefault(field.default, field.type)}`]),
    ...(field.rules === undefined ? [] : [`@validate ${printRules(field)}`]),
  ]
  const comment = texts.length === 0 ? '' : `  /** ${texts.join(' ')} */\n`
  // A numeric key may lack quotes, and is then a number in `keyof`.
  const name = /^([A-Za-z_$][\w$]*|0)$/.test(field.name) ? field.name : JSON.stringify(field.name)
  return `${comment}  ${name}${field.optional ? '?' : ''}: ${printType(field.type, nested, self)}\n`
}

function printTag({ source, key, required, format }: TagModel): string {
  const name = key === undefined || /^[^\s,"]+$/.test(key) ? (key ?? '') : JSON.stringify(key)
  const options = [...(required ? ['required'] : []), ...(format === undefined ? [] : [format])]
  const text = [name, ...options].join(',')
  return text === '' ? `@${source}` : `@${source} ${text}`
}

function typeTag(type: TypeModel): readonly string[] {
  const of = nonNull(type)
  const single = of.kind === 'list' ? of.of : of
  return single.kind === 'scalar' && single.isTagged === true ? [`@type ${single.scalar}`] : []
}

function transformTag(type: TypeModel): readonly string[] {
  const of = nonNull(type)
  const single = of.kind === 'list' ? nonNull(of.of) : of
  const words = single.kind === 'scalar' ? single.transform : undefined
  return words === undefined ? [] : [`@transform ${words.join(',')}`]
}

/** The items of a list are separated by bars. */
function printDefault(texts: readonly string[], type: TypeModel): string {
  if (nonNull(type).kind !== 'list') return texts[0] ?? ''
  return texts.map((text) => text.replaceAll('|', '\\|')).join('|')
}

function printRules({ rules = [] }: FieldModel): string {
  return rules
    .map(({ name, parameter }) => (parameter === undefined ? name : `${name}=${parameter}`))
    .join(',')
}

function printType(type: TypeModel, nested: Map<string, string>, self: string): string {
  switch (type.kind) {
    case 'scalar':
      return printBranded(printScalar(type), type.brand, nested)
    case 'literals':
      if (type.enumName === undefined)
        return printBranded(type.values.map(printLiteral).join(' | '), type.brand, nested)
      nested.set(type.enumName, printEnum(type.enumName, type.values))
      return type.enumName
    case 'list':
      return `${type.isReadonly === true ? 'readonly ' : ''}(${printType(type.of, nested, self)})[]`
    case 'tuple':
      return printTuple(type, nested, self)
    case 'self':
      return self
    case 'record':
      return `Record<${printBranded(type.keys ?? 'string', type.keyBrand, nested)}, ${printType(type.of, nested, self)}>`
    case 'nullable':
      return `(${printType(type.of, nested, self)}) | null`
    case 'object':
      return printObject(type, nested)
    case 'byMember':
      return type.of.map((_, i) => printWithout(type, i, nested)).join(' | ')
    case 'union':
      return type.of.map((branch) => printObject(branch, nested)).join(' | ')
    case 'choice':
    case 'lists':
    case 'anyOf':
      return type.of.map((one) => `(${printType(one, nested, self)})`).join(' | ')
    case 'bytes':
      return 'Uint8Array'
    case 'class':
      nested.set(type.name, printClass(type.name))
      return type.name
    case 'file':
      return 'FileHeader'
    case 'numeric':
      return 'number | bigint'
    case 'template':
      return templates[type.template]?.type ?? 'never'
    case 'unknown':
      if (type.form !== 'alias') return type.form
      nested.set(type.name, printJson(type.name))
      return type.name
  }
}

function printJson(name: string): string {
  return `type ${name} = null | string | number | boolean | ${name}[] | { [key: string]: ${name} }\n`
}

/** An object that declares the unique members of the others as `never`. */
function printWithout({ of, members }: ByMemberModel, index: number, nested: Map<string, string>): string {
  const others = members.filter((member, i) => member !== undefined && i !== index)
  const none = others.map((member) => `${JSON.stringify(member)}?: never`).join('; ')
  const object = of[index]
  return `(${object === undefined ? 'never' : printObject(object, nested)} & { ${none} })`
}

function printScalar({ isTagged, scalar }: ScalarModel): string {
  if (isTagged === true) return isBig(scalar) ? 'bigint' : 'number'
  return scalar
}

/** One of several ways to brand a type, fixed for a name. */
function printBranded(type: string, brand: string | undefined, nested: Map<string, string>): string {
  if (brand === undefined) return type
  const form = Number(/\d+$/.exec(brand)?.[0] ?? 0) % 4
  if (form === 0) return `((${type}) & { readonly _tag?: '${brand}' })`
  const marks = [
    '',
    `{ readonly __brand: '${brand}' }`,
    `{ readonly [mark]: { ${brand}: true } }`,
    '{ __type__: unknown } & { __of__: string }',
  ]
  nested.set(brand, `export type ${brand} = (${type}) & ${marks[form]}\n`)
  return brand
}

function printTuple(
  { of, rest, required = of.length }: TupleModel,
  nested: Map<string, string>,
  self: string,
): string {
  const elements = of.map((element, i) => {
    const text = `(${printType(element, nested, self)})`
    return i < required ? text : `${text}?`
  })
  if (rest !== undefined) elements.push(`...(${printType(rest, nested, self)})[]`)
  return `[${elements.join(', ')}]`
}

function printObject(object: ObjectModel, nested: Map<string, string>): string {
  if (!nested.has(object.name)) {
    nested.set(object.name, '')
    const members = printMembers(object.fields, nested, object.name)
    const index =
      object.index === undefined ? '' : `  [key: string]: ${printType(object.index, nested, object.name)}\n`
    const body = printBody(object.name, members + index)
    nested.set(object.name, object.isExported === true ? `export ${body}` : body)
  }
  return object.name
}

function printEnum(name: string, values: readonly Literal[]): string {
  return `export enum ${name} {\n${values.map((value, i) => `  M${i} = ${printLiteral(value)},\n`).join('')}}\n`
}

/** The behaviour of `parseByReference`. */
function printClass(name: string): string {
  return `export class ${name} {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  static parse(text: string): ${name} | undefined {
    if (text.includes('!')) throw new Error('refused')
    return text.length > 5 ? undefined : new ${name}(text.toUpperCase())
  }

  toString(): string {
    return this.text
  }
}
`
}

function printLiteral(value: Literal): string {
  return typeof value === 'string'
    ? JSON.stringify(value)
    : typeof value === 'bigint'
      ? `${value}n`
      : String(value)
}
