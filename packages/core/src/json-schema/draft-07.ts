import { type JsonSchema, withInner, withReferenceApart } from './json-schema.ts'

/** Translates a schema into draft 07, without what that cannot express. */
export function toDraft07(schema: JsonSchema): JsonSchema {
  const made = withInner(withReferenceApart(schema), toDraft07)
  const { $ref, $defs: definitions, prefixItems, items, deprecated: _, ...others } = made
  return {
    ...others,
    ...(typeof $ref === 'string' && { $ref: $ref.replace('/$defs/', '/definitions/') }),
    ...(prefixItems === undefined
      ? items !== undefined && { items }
      : { items: prefixItems, additionalItems: items }),
    ...(definitions !== undefined && { definitions }),
  }
}
