import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js'

/** Checks a value against a schema; an empty list when it fits. */
export type SchemaCheck = (schema: object, value: unknown) => readonly ErrorObject[]

/** Ajv with its formats. `coerceTypes` reads numbers and booleans from texts, for headers. */
export async function loadAjv(options: { readonly coerceTypes: boolean }): Promise<SchemaCheck> {
  const { Ajv2020, addFormats } = await importAjv()
  // The document's validator is not to judge the style of schemas.
  const ajv: Ajv2020 = new Ajv2020({
    ...options,
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
  })
  addFormats(ajv)
  return (schema, value) => {
    const validate = ajv.compile(schema)
    return validate(value) ? [] : (validate.errors ?? [])
  }
}

async function importAjv() {
  try {
    const [{ Ajv2020 }, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')])
    return { Ajv2020, addFormats: formats.default.default }
  } catch (cause) {
    throw new Error('documented() needs ajv and ajv-formats: npm i -D ajv ajv-formats', { cause })
  }
}
