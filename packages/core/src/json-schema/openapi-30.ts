import {
  isList,
  isSchema,
  type JsonSchema,
  typeOfValues,
  withInner,
  withReferenceApart,
} from './json-schema.ts'

/** Translates a schema into the dialect of OpenAPI 3.0, without what that cannot express. References stay. */
export function toOpenApi30(schema: JsonSchema): JsonSchema {
  return withNull(withOldKeywords(withInner(withReferenceApart(schema), toOpenApi30)))
}

function withOldKeywords(schema: JsonSchema): JsonSchema {
  const {
    const: only,
    $defs: _,
    propertyNames: __,
    contentMediaType: ___,
    contentEncoding,
    examples,
    ...made
  }: Record<string, unknown> = schema
  if (isList(examples)) made['example'] = examples[0]
  if ('const' in schema) Object.assign(made, typeOfValues([only]), { enum: [only] })
  if (contentEncoding === 'base64') made['format'] = 'byte'
  for (const side of ['Minimum', 'Maximum']) {
    const limit = made[`exclusive${side}`]
    if (limit !== undefined) Object.assign(made, { [side.toLowerCase()]: limit, [`exclusive${side}`]: true })
  }
  return withListItems(made)
}

/** A tuple is a list of any of its types. */
function withListItems({ prefixItems, ...made }: JsonSchema): JsonSchema {
  const types = isList(prefixItems) ? prefixItems : []
  const { type, items = {} } = made
  if (type !== 'array') return made
  if (items === false)
    return { ...made, items: types.length > 0 ? { anyOf: types } : {}, maxItems: types.length }
  return { ...made, items: types.length > 0 ? { anyOf: types.concat(items) } : items }
}

/** The only form of `null`, since `nullable` counts only beside a type. */
const nothing: JsonSchema = { type: 'string', nullable: true, enum: [null] }

/** `null` is a mark on a type. */
function withNull({ type, anyOf, ...others }: JsonSchema): JsonSchema {
  if (type === 'null' || isNothing(others)) return { ...others, ...nothing }
  const some = isList(type) ? type.map((one) => toOpenApi30({ type: one })) : anyOf
  if (!isList(some)) return type === undefined ? others : { type, ...others }
  const union = { anyOf: some, ...others }
  const [only, ...more] = some.filter((one) => !isNothing(one))
  if (!isSchema(only) || more.length > 0 || some.length < 2) return union
  return Object.keys(only).length > 0 ? (withMark(only, others) ?? union) : others
}

function isNothing(schema: unknown): boolean {
  return isSchema(schema) && isList(schema['enum']) && schema['enum'].every((one) => one === null)
}

/** A type that also admits `null`; `undefined` if other parts of its schema would refuse it. */
function withMark(schema: JsonSchema, beside: JsonSchema): JsonSchema | undefined {
  const { type, enum: values } = schema
  if (typeof type !== 'string' || ['allOf', 'anyOf', 'oneOf', 'not'].some((key) => key in schema))
    return undefined
  return { ...schema, ...(isList(values) && { enum: values.concat(null) }), ...beside, nullable: true }
}
