import { isPlainObject } from '../foreign/schema.ts'

/** Whether a path leads into a union of objects of a JSON Schema. */
export function isInUnion(root: unknown, path: readonly (string | number)[]): boolean {
  let at: readonly unknown[] = [root]
  if (isUnion(at)) return true
  for (const part of path) {
    at = branches(at).flatMap((one) => below(one, String(part)))
    if (isUnion(at)) return true
  }
  return false

  function isUnion(schemas: readonly unknown[]): boolean {
    return branches(schemas).filter((one) => isPlainObject(one) && 'properties' in one).length > 1
  }

  function branches(schemas: readonly unknown[], depth = 0): readonly unknown[] {
    if (depth > 20) return []
    return schemas.flatMap((one): readonly unknown[] => {
      if (!isPlainObject(one)) return [one]
      const { $ref, anyOf, oneOf, allOf } = one
      if (typeof $ref === 'string') return branches([target($ref)], depth + 1)
      const inner = anyOf ?? oneOf ?? allOf
      return Array.isArray(inner) ? branches(inner, depth + 1) : [one]
    })
  }

  function below(schema: unknown, name: string): readonly unknown[] {
    if (!isPlainObject(schema)) return []
    const { properties, items, prefixItems, additionalProperties } = schema
    if (isPlainObject(properties) && Object.hasOwn(properties, name)) return [properties[name]]
    if (/^\d+$/.test(name) && Array.isArray(prefixItems) && prefixItems[Number(name)] !== undefined)
      return [prefixItems[Number(name)]]
    if (/^\d+$/.test(name) && items !== undefined) return [items]
    return isPlainObject(additionalProperties) ? [additionalProperties] : []
  }

  function target(reference: string): unknown {
    if (reference === '#') return root
    const names = reference.replace(/^#\//, '').split('/').map(decodeURIComponent)
    return names.reduce<unknown>((found, name) => (isPlainObject(found) ? found[name] : undefined), root)
  }
}
