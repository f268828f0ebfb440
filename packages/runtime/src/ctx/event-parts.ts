import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import type { Sends } from '../bind/dto/dto.ts'
import type { StandardJsonSchema } from '../bind/dto/standard-schema.ts'
import type { EventParts } from '../response/event-text.ts'

/** The id of an event. */
export type EventId = string | number | bigint

/** The part of a DTO with its members. */
interface SchemaOwner {
  readonly '~standard': { readonly jsonSchema: StandardJsonSchema }
}

const tagged = new WeakMap<object, boolean>()

/** The event of a value: its declared properties as `data`, `event` where it tells the values of the DTO apart, and `id`. */
export function eventParts<T>(dto: Sends<T>, value: T): EventParts {
  const { steps } = dto
  const copy = steps.copy(value)
  const data = steps.text(copy)
  if (typeof copy !== 'object' || copy === null) return { data }
  const { event, id }: { readonly event?: unknown; readonly id?: unknown } = copy
  return {
    event: typeof event === 'string' && isTagged(dto) ? event : undefined,
    id: id === undefined || id === null ? undefined : idText(id, steps.text),
    data,
  }
}

/** `undefined` for an object, which is no id. */
function idText(id: unknown, textOf: (copied: unknown) => string): string | undefined {
  if (typeof id === 'number') return `${id}`
  // A big integer is marked in its copy.
  const json = textOf(id)
  return json.startsWith('"') ? JSON.parse(json) : /^[[{]/.test(json) ? undefined : json
}

/** Whether each value of a DTO has a literal text as its member `event`. */
function isTagged(dto: SchemaOwner): boolean {
  const known = tagged.get(dto)
  if (known !== undefined) return known
  const isOne = hasLiteral(dto['~standard'].jsonSchema.output({ target: 'openapi-3.0' }))
  tagged.set(dto, isOne)
  return isOne
}

function hasLiteral(schema: JsonSchema): boolean {
  const branches = schema['oneOf'] ?? schema['anyOf']
  if (Array.isArray(branches)) return branches.every((one: JsonSchema) => hasLiteral(one))
  const { properties, required }: { readonly properties?: unknown; readonly required?: unknown } = schema
  const event: JsonSchema | undefined = Object(properties)['event']
  const values = event?.['enum']
  const isText = Array.isArray(values) && values.every((one) => typeof one === 'string')
  return isText && Array.isArray(required) && required.includes('event')
}
