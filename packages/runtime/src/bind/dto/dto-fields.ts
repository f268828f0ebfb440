import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import { isList } from '../shape/json-object.ts'
import { propertiesOf, RecursiveShape, Shape, type ShapeType } from '../shape/shape.ts'
import type { WholeShape } from '../shape/value-shape.ts'
import type { StandardSource } from './standard-schema.ts'

/** One property of a DTO in one source. */
export interface DtoField {
  /** The name of the property. */
  readonly property: string
  readonly source: StandardSource
  /** The name on the wire. */
  readonly name: string
  /** The option of its tag: how a list is separated, or that the text is JSON. */
  readonly format?: 'csv' | 'pipe' | 'ssv' | 'json'
  /** The type as it is read: `int`, `string[]`, `'asc' | 'desc'`, the name of an object. */
  readonly type: string
  readonly isRequired: boolean
  /** The rules that JSON Schema has words for. */
  readonly rules: JsonSchema
  readonly default?: unknown
  readonly description?: string
}

/** The properties of each source. */
export function fieldsOf(
  shapes: readonly (readonly [StandardSource, WholeShape<unknown>])[],
): readonly DtoField[] {
  return shapes.flatMap(([source, shape]) => {
    if (source === 'body' || !(shape instanceof Shape)) return []
    const names = propertiesOf(shape)
    return shape.members().map(({ key, isRequired, type }, i): DtoField => {
      const [of, says]: readonly [ShapeType, JsonSchema] =
        isList(type) && type.length === 2 ? type : [type, {}]
      const rules = Object.fromEntries(Object.entries(says).filter(([key]) => !told.has(key)))
      return Object.freeze({
        property: names[i] ?? key,
        source,
        name: key,
        type: typeText(of),
        isRequired,
        rules,
        ...partsOf(says),
      })
    })
  })
}

/** The keywords that are no rules. */
const told = new Set(['property', 'as', 'default', 'description', 'title', 'deprecated', 'examples'])

function partsOf({
  as: format,
  description,
  ...says
}: JsonSchema): Pick<DtoField, 'format' | 'default' | 'description'> {
  const isFormat = format === 'csv' || format === 'pipe' || format === 'ssv' || format === 'json'
  return {
    ...(isFormat && { format }),
    ...('default' in says && { default: says['default'] }),
    ...(typeof description === 'string' && { description }),
  }
}

function typeText(type: ShapeType): string {
  if (typeof type === 'string') return type
  if (type instanceof Shape || type instanceof RecursiveShape) return type.name
  if (isList(type)) return type.length === 1 ? listText(typeText(type[0])) : typeText(type[0])
  if ('pattern' in type) return 'string'
  const values = 'values' in type ? type.values : 'enum' in type ? type.enum : undefined
  if (values !== undefined)
    return values.map((one) => (typeof one === 'string' ? `'${one}'` : String(one))).join(' | ')
  const either = 'anyOf' in type ? type.anyOf : 'oneOf' in type ? type.oneOf : undefined
  if (either !== undefined) return either.map(typeText).join(' | ')
  if ('record' in type) {
    const keys = typeof type.keys === 'string' ? type.keys : 'string'
    return `Record<${keys}, ${typeText(type.record)}>`
  }
  if (!('tuple' in type)) return 'unknown'
  const rest = type.rest === undefined ? [] : [`...${listText(typeText(type.rest))}`]
  return `[${[...type.tuple.map(typeText), ...rest].join(', ')}]`
}

function listText(element: string): string {
  return element.includes(' ') ? `(${element})[]` : `${element}[]`
}
