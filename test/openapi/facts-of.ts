import {
  isObject,
  type JsonObject,
  objectAt,
  resolved,
} from '../../packages/runtime/src/testing/document-object.ts'
import type { OperationFacts, Shape } from './realworld-facts.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** The facts of a document, by method and path below a prefix. */
export function factsOf(document: JsonObject, prefix: string): Readonly<Record<string, OperationFacts>> {
  const rows = Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    methods
      .filter((method) => isObject(objectAt({ item }, 'item')[method]))
      .map((method): [string, OperationFacts] => [
        `${method.toUpperCase()} ${path.replace(prefix, '')}`,
        factsOfOperation(document, objectAt({ item }, 'item'), objectAt(item, method)),
      ]),
  )
  return Object.fromEntries(rows)
}

function factsOfOperation(document: JsonObject, item: JsonObject, operation: JsonObject): OperationFacts {
  const lists = [item['parameters'], operation['parameters']].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  const parameters = lists.map((one): [string, string] => {
    const { in: place, name, required, schema } = resolved(document, one)
    return [`${place} ${name}${required === true ? '' : '?'}`, String(shapeOf(document, schema))]
  })
  const body = shapeOfContent(document, resolved(document, operation['requestBody']))
  const answers = Object.entries(objectAt(operation, 'responses')).map(([status, one]) => [
    status,
    shapeOfContent(document, resolved(document, one)),
  ])
  const security = operation['security'] ?? document['security']
  return {
    parameters: Object.fromEntries(parameters),
    ...(body === undefined ? {} : { body }),
    answers: Object.fromEntries(answers),
    needsToken: Array.isArray(security) && security.length > 0 && !security.some(asksNothing),
  }
}

function asksNothing(requirement: unknown): boolean {
  return isObject(requirement) && Object.keys(requirement).length === 0
}

function shapeOfContent(document: JsonObject, holder: JsonObject): Shape | undefined {
  const media = objectAt(objectAt(holder, 'content'), 'application/json')
  return 'schema' in media ? shapeOf(document, media['schema']) : undefined
}

function shapeOf(document: JsonObject, schema: unknown): Shape {
  const {
    type,
    format,
    properties,
    required = [],
    items,
    additionalProperties,
    allOf,
    oneOf,
    anyOf,
  } = resolved(document, schema)
  const union = [oneOf, anyOf].find(Array.isArray)
  // Rules may be alternatives as well.
  if (union !== undefined && type === undefined)
    return union.map((one) => textOf(shapeOf(document, one))).join(' | ')
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map((one) => shapeOf(document, one)))
  if (isObject(properties)) {
    const names = Array.isArray(required) ? required : []
    return Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [
        names.includes(name) ? name : `${name}?`,
        shapeOf(document, one),
      ]),
    )
  }
  if (isObject(additionalProperties)) return { '*': shapeOf(document, additionalProperties) }
  if (items !== undefined) return [shapeOf(document, items)]
  const types = Array.isArray(type) ? type : [type]
  return types.map((one) => (format === 'date-time' && one === 'string' ? format : one)).join(' | ')
}

function textOf(shape: Shape): string {
  return typeof shape === 'string' ? shape : JSON.stringify(shape)
}
