import type { JsonObject } from '../../../src/openapi/compare/document-value.ts'

/** Values by JSON pointer; `undefined` removes. */
export type Patch = Readonly<Record<string, unknown>>

/** A copy of the document with other values at some pointers. */
export function patched(patch: Patch): JsonObject {
  // Parts that are one object here are several in a document.
  const copy = JSON.parse(JSON.stringify(document))
  for (const [pointer, value] of Object.entries(patch)) setAt(copy, pointer, value)
  return copy
}

function setAt(root: object, pointer: string, value: unknown): void {
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = keys.pop() ?? ''
  const holder = keys.reduce<unknown>((at, key) => {
    if (typeof at !== 'object' || at === null) throw new Error(`${pointer} leads nowhere`)
    if (Reflect.get(at, key) === undefined) Reflect.set(at, key, {})
    return Reflect.get(at, key)
  }, root)
  if (typeof holder !== 'object' || holder === null) throw new Error(`${pointer} leads nowhere`)
  if (value === undefined) Reflect.deleteProperty(holder, last)
  else Reflect.set(holder, last, value)
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const text = { type: 'string' }

const document = {
  openapi: '3.1.0',
  info: { title: 'Garage', version: '1' },
  paths: {
    '/cars': {
      get: {
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 1 } },
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['price', 'age'] } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: text, minItems: 1, maxItems: 9 } },
          { name: 'plate', in: 'query', schema: { type: 'string', minLength: 2, maxLength: 8 } },
          { name: 'since', in: 'query', schema: { type: ['string', 'null'], format: 'date-time' } },
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { doors: { type: 'integer' } } },
          },
          { name: 'X-Trace', in: 'header', schema: text },
        ],
        responses: {
          200: {
            description: 'Cars',
            headers: {
              'X-Total': { required: true, schema: { type: 'integer' } },
              'X-Hint': { schema: text },
            },
            ...json({ type: 'array', items: ref('Car'), minItems: 1 }),
          },
          404: { description: 'None', ...json(ref('Problem')) },
        },
      },
      post: {
        requestBody: {
          required: false,
          content: {
            'application/json': { schema: ref('NewCar') },
            'application/xml': { schema: ref('NewCar') },
          },
        },
        responses: {
          201: { description: 'Made', ...json(ref('Car')) },
          202: {
            description: 'Queued',
            content: { 'application/json': { schema: text }, 'text/plain': { schema: text } },
          },
        },
      },
    },
    '/cars/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: { description: 'A car', ...json(ref('Car')) } } },
      delete: { security: [{ bearer: ['write'] }, { key: [] }], responses: { 204: { description: 'Gone' } } },
    },
    '/old': { get: { deprecated: true, responses: { 204: { description: 'Old' } } } },
    '/pets': {
      get: { responses: { 200: { description: 'A pet', ...json({ oneOf: [ref('Cat'), ref('Dog')] }) } } },
      post: {
        requestBody: json({ anyOf: [ref('Cat'), ref('Dog')] }),
        responses: { 204: { description: 'Made' } },
      },
    },
    '/names': {
      put: { requestBody: json(text), responses: { 200: { description: 'Name', ...json(text) } } },
    },
  },
  components: {
    schemas: {
      Problem: { type: 'object', properties: { title: text } },
      NewCar: {
        type: 'object',
        properties: {
          plate: { type: 'string', maxLength: 8, minLength: 2, pattern: '^[A-Z]' },
          doors: { type: 'integer', minimum: 2, maximum: 5, exclusiveMaximum: 7, exclusiveMinimum: 0 },
          colour: { type: ['string', 'null'], enum: ['red', 'blue', null] },
          kind: { const: 'car' },
          note: text,
          price: { type: 'number', default: 1 },
          size: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], minItems: 1 },
          owner: ref('Owner'),
          photo: { type: 'string', contentEncoding: 'base64' },
        },
        required: ['plate'],
      },
      Car: {
        allOf: [ref('Owned')],
        type: 'object',
        properties: {
          id: { type: 'integer', format: 'int32', minimum: 1, maximum: 9 },
          plate: { type: 'string', maxLength: 8, minLength: 2 },
          colour: { type: 'string', enum: ['red', 'blue'] },
          kind: { const: 'car' },
          since: { type: 'string', format: 'date-time' },
          note: text,
          size: { type: 'array', prefixItems: [{ type: 'number' }], minItems: 1 },
          photo: { type: 'string', contentEncoding: 'base64' },
          next: ref('Car'),
        },
        required: ['id', 'plate'],
      },
      Owned: { type: 'object', properties: { owner: ref('Owner') }, required: ['owner'] },
      Owner: { type: 'object', properties: { name: text }, required: ['name'] },
      Cat: { type: 'object', properties: { kind: { const: 'cat' } } },
      Dog: { type: 'object', properties: { kind: { const: 'dog' } } },
      Bird: { type: 'object', properties: { kind: { const: 'bird' } } },
    },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
}
