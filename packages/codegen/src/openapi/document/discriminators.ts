import type { Schema } from './openapi-document.ts'

/** Adds a `discriminator` to each union of components with distinct constants in one member. */
export function withDiscriminators<T>(value: T, schemas: Readonly<Record<string, Schema>>): T
export function withDiscriminators(value: unknown, schemas: Readonly<Record<string, Schema>>): unknown {
  if (Array.isArray(value)) return value.map((one) => withDiscriminators(one, schemas))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, withDiscriminators(one, schemas)])
  const object: Record<string, unknown> = Object.fromEntries(entries)
  const { oneOf, discriminator } = object
  if (!Array.isArray(oneOf) || discriminator !== undefined) return object
  const found = discriminatorOf(oneOf, schemas)
  return found === undefined ? object : { ...object, discriminator: found }
}

function discriminatorOf(
  oneOf: readonly unknown[],
  schemas: Readonly<Record<string, Schema>>,
): Schema | undefined {
  const refs = oneOf.map((one) => {
    const isAlone = isRecord(one) && Object.keys(one).length === 1
    return isAlone && typeof one['$ref'] === 'string' ? one['$ref'] : undefined
  })
  if (!refs.every((one) => one !== undefined) || refs.length < 2) return undefined
  const targets = refs.map((ref) => schemas[ref.slice(ref.lastIndexOf('/') + 1)] ?? {})
  const names = Object.keys(propertiesOf(targets[0] ?? {}))
  for (const propertyName of names) {
    const values = targets.map((target) => constantsOf(target, propertyName))
    if (!values.every((one) => one !== undefined)) continue
    const all = values.flat()
    if (new Set(all).size < all.length) continue
    const mapping = Object.fromEntries(values.flatMap((some, i) => some.map((one) => [one, refs[i]])))
    return { propertyName, mapping }
  }
  return undefined
}

/** The texts of a required property. */
function constantsOf(schema: Schema, name: string): readonly string[] | undefined {
  const property = propertiesOf(schema)[name]
  const { required } = schema
  if (!isRecord(property) || !Array.isArray(required) || !required.includes(name)) return undefined
  const { enum: several } = property
  const values: readonly unknown[] =
    'const' in property ? [property['const']] : Array.isArray(several) ? several : []
  const texts = values.filter((one) => typeof one === 'string')
  return texts.length > 0 && texts.length === values.length ? texts : undefined
}

function propertiesOf({ properties }: Schema): Record<string, unknown> {
  return isRecord(properties) ? properties : {}
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
