import type { ErrorObject } from 'ajv/dist/2020.js'

/** Checks a value against a schema; an empty list when it fits. */
export type SchemaCheck = (schema: object, value: unknown) => readonly ErrorObject[]

/** The checks of the parts of an answer. */
export interface SchemaChecks {
  readonly body: SchemaCheck
  /** Also reads numbers and booleans from texts. */
  readonly header: SchemaCheck
}

let checks: Promise<SchemaChecks> | undefined

/** Ajv with its formats. Shared by all documents, since it compiles its own schemas for longer than theirs. */
export function loadAjv(): Promise<SchemaChecks> {
  checks ??= makeChecks()
  return checks
}

async function makeChecks(): Promise<SchemaChecks> {
  const { Ajv2020, addFormats } = await importAjv()
  const make = (coerceTypes: boolean): SchemaCheck => {
    // The document's validator is not to judge the style of schemas.
    const style = { strict: false, allErrors: true, verbose: true, logger: false } as const
    const ajv = new Ajv2020({ ...style, coerceTypes })
    addFormats(ajv)
    return (schema, value) => {
      const validate = ajv.compile(schema)
      return validate(value) ? [] : (validate.errors ?? [])
    }
  }
  return { body: make(false), header: make(true) }
}

async function importAjv() {
  try {
    const [{ Ajv2020 }, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')])
    return { Ajv2020, addFormats: formats.default.default }
  } catch (cause) {
    throw new Error('documented() needs ajv and ajv-formats: npm i -D ajv ajv-formats', { cause })
  }
}
