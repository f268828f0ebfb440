import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Ajv04 from 'ajv-draft-04'
import formats from 'ajv-formats'

interface Described {
  readonly openapi: string
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> }
}

/**
 * Compiles each component in Ajv's strict mode, which refuses unknown keywords, types that contradict, and `nullable` without
 * a type. OpenAPI 3.0 has the limits of draft 04.
 */
export async function compileStrictly(path: string): Promise<string> {
  const { openapi, components = {} }: Described = JSON.parse(readFileSync(path, 'utf8'))
  const isOld = openapi.startsWith('3.0')
  const ajv = isOld ? new Ajv04.default({ strictTuples: false }) : new Ajv2020({ strictTuples: false })
  formats.default(ajv)
  ajv.addFormat('uint64', true)
  ajv.addVocabulary(['components', 'discriminator', ...(isOld ? ['example', 'deprecated'] : [])])
  for (const name of Object.keys(components.schemas ?? {}))
    ajv.compile({ $ref: `#/components/schemas/${name}`, components })
  return ''
}
