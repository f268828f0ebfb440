import { withDiscriminators } from '@ctxgen/core/json-schema/discriminator'
import { toDraft07 } from '@ctxgen/core/json-schema/draft-07'
import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import { toOpenApi30 } from '@ctxgen/core/json-schema/openapi-30'

/** A schema of draft 2020-12 in another dialect. What the dialect cannot express is left out. */
export function toTarget(schema: JsonSchema, target: string): JsonSchema {
  switch (target) {
    case 'draft-2020-12':
      return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }
    case 'draft-07':
      return { $schema: 'http://json-schema.org/draft-07/schema#', ...toDraft07(schema) }
    case 'openapi-3.0':
      return toOpenApi30(withDiscriminators(schema, (branch) => branch))
    default:
      throw new Error(`The JSON Schema target ${target} is not supported`)
  }
}
