import { isList, isSchema, type JsonSchema, withInner } from './json-schema.ts'

/** The object of a branch of a union; `undefined` where a discriminator would not be allowed. */
type BranchObject = (branch: JsonSchema) => JsonSchema | undefined

/** Further members of a discriminator, from the texts of each branch. */
export type MoreOfDiscriminator = (
  texts: readonly (readonly string[])[],
  branches: readonly JsonSchema[],
) => JsonSchema

/** Adds the `discriminator` of OpenAPI to unions whose branches differ by the texts of one required member. */
export function withDiscriminators(
  schema: JsonSchema,
  objectOf: BranchObject,
  more?: MoreOfDiscriminator,
): JsonSchema {
  const made = withInner(schema, (inner) => withDiscriminators(inner, objectOf, more))
  const { oneOf } = made
  if (!isList(oneOf)) return made
  const branches = oneOf.filter(isSchema)
  const objects = branches.map((one) => objectOf(one) ?? {})
  for (const propertyName of Object.keys(objects[0]?.['properties'] ?? {})) {
    const texts = objects.map((one) => textsOf(one, propertyName))
    const all = texts.flat()
    if (texts.every(({ length }) => length > 0) && new Set(all).size === all.length)
      return { ...made, discriminator: { propertyName, ...more?.(texts, branches) } }
  }
  return made
}

/** The texts that a required property may have. */
function textsOf({ properties, required }: JsonSchema, name: string): readonly string[] {
  const property = isSchema(properties) && isList(required) && required.includes(name) && properties[name]
  if (!isSchema(property)) return []
  const { const: only, enum: values = [only] } = property
  return isList(values) && values.every((one) => typeof one === 'string') ? values : []
}
