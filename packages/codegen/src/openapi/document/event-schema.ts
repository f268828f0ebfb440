import { isList, isSchema } from '@ctxgen/core/json-schema/json-schema'
import type { Schema } from './openapi-document.ts'

/** The schema behind a reference to a component. */
type Target = (reference: Schema) => Schema | undefined

const fields = { id: { type: 'string' }, retry: { type: 'integer', minimum: 0 } } as const

/** A server-sent event of any text. */
export const plainEvent: Schema = {
  type: 'object',
  properties: { data: { type: 'string' }, event: { type: 'string' }, ...fields },
}

/** The events that `c.events(Dto)` sends. @param sent the schema of the DTO */
export function eventSchema(sent: Schema, target: Target): Schema {
  const branches = namedBranches(sent, target)
  if (branches === undefined) return eventOf(undefined, sent)
  const [only, ...others] = branches.map(({ event, schema }) => eventOf(event, schema))
  return others.length === 0 && only !== undefined ? only : { oneOf: [only, ...others] }
}

function eventOf(event: Schema | undefined, contentSchema: Schema): Schema {
  const data = { type: 'string', contentMediaType: 'application/json', contentSchema }
  return {
    type: 'object',
    properties: { ...(event && { event }), data, ...fields },
    required: event === undefined ? ['data'] : ['event', 'data'],
  }
}

interface NamedBranch {
  readonly event: Schema
  readonly schema: Schema
}

/** The types of a DTO by their literal `event`; `undefined` unless each has one, as the runtime decides it. */
function namedBranches(schema: Schema, target: Target): readonly NamedBranch[] | undefined {
  const object = target(schema) ?? schema
  const { oneOf, anyOf = oneOf, properties, required } = object
  if (isList(anyOf)) {
    const all = anyOf.map((one) => (isSchema(one) ? namedBranches(one, target) : undefined))
    return all.every((one) => one !== undefined) ? all.flat() : undefined
  }
  const event = isSchema(properties) ? properties['event'] : undefined
  if (!isSchema(event) || !isList(required) || !required.includes('event')) return undefined
  const resolved = target(event) ?? event
  const { const: only, enum: values = [only] } = resolved
  const isText = isList(values) && values.every((one) => typeof one === 'string')
  return isText ? [{ event: 'const' in resolved ? { const: only } : { enum: values }, schema }] : undefined
}
