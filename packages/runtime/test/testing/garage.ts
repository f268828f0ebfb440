import { App, type Handler } from '@ctxgen/runtime'

/** The handlers of the service that the tests mutate, by operation. */
export type Handlers = Readonly<Record<string, Handler>>

const ann = { name: 'Ann', email: 'ann@mail.com' }
const car = {
  id: 1,
  plate: 'ZH 1',
  doors: 4,
  colour: 'red',
  since: '2026-01-02T03:04:05Z',
  owner: ann,
  tags: ['old'],
}

export const handlers: Handlers = {
  'GET /cars': (c) => c.set('X-Total', '2').json({ cars: [car, { ...car, id: 2, owner: null }] }),
  'POST /cars': (c) => c.status(201).location('/cars/1').json(car),
  'GET /cars/:id': (c) => (c.params('id') === '9' ? notFound(c) : c.json(car)),
  'DELETE /cars/:id': (c) => c.sendStatus(204),
  'GET /pets/:id': (c) =>
    c.json(c.params('id') === '1' ? { kind: 'cat', lives: 9 } : { kind: 'dog', tricks: [] }),
  'GET /plate': (c) => c.sendString('ZH 1'),
  'GET /clock': (c) => c.type('text/event-stream').sendString('data: 1\n\n'),
  'GET /picture': (c) => c.type('png').send(new Uint8Array([1, 2])),
  'GET /prices': (c) => c.json({ red: 1.5 }),
  'GET /anything': (c) => c.json({ no: { one: ['knows'] } }),
}

/** Calls that reach every documented answer. */
export const calls: readonly string[] = [
  ...Object.keys(handlers).map((call) => call.replace(':id', '1')),
  'GET /cars/9',
  'GET /pets/2',
  'HEAD /cars',
]

/** The service with some handlers replaced. */
export function garage(mutated: Handlers = {}): App {
  const app = new App()
  for (const [call, handler] of Object.entries({ ...handlers, ...mutated })) {
    const [method = '', path = ''] = call.split(' ')
    app.add([method], path, handler)
  }
  return app
}

const notFound: Handler = (c) =>
  c.status(404).json({ title: 'Not Found', status: 404 }, 'application/problem+json')

const json = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const answer = (description: string, more: object = {}) => ({ description, ...more })
const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]

export const document = {
  openapi: '3.1.0',
  info: { title: 'Garage', version: '1' },
  paths: {
    '/cars': {
      get: {
        responses: {
          200: answer('Cars', {
            headers: { 'X-Total': { required: true, schema: { type: 'integer', minimum: 0 } } },
            ...json({
              type: 'object',
              properties: { cars: { type: 'array', items: ref('Car') } },
              required: ['cars'],
            }),
          }),
        },
      },
      post: {
        responses: {
          201: answer('Made', { headers: { Location: { schema: { type: 'string' } } }, ...json(ref('Car')) }),
        },
      },
    },
    '/cars/{id}': {
      parameters: id,
      get: {
        responses: {
          200: answer('A car', json(ref('Car'))),
          '4XX': { $ref: '#/components/responses/Problem' },
        },
      },
      delete: { responses: { 204: answer('Gone') } },
    },
    '/pets/{id}': {
      parameters: id,
      get: { responses: { 200: answer('A pet', json({ oneOf: [ref('Cat'), ref('Dog')] })) } },
    },
    '/plate': {
      get: { responses: { 200: answer('', json({ type: 'string', pattern: '^ZH ' }, 'text/plain')) } },
    },
    '/clock': { get: { responses: { 200: answer('', json({ type: 'string' }, 'text/event-stream')) } } },
    '/picture': { get: { responses: { 200: answer('', { content: { 'image/*': {} } }) } } },
    '/prices': {
      get: {
        responses: { 200: answer('', json({ type: 'object', additionalProperties: { type: 'number' } })) },
      },
    },
    '/anything': { get: { responses: { default: answer('', json({})) } } },
  },
  components: {
    responses: { Problem: answer('A problem', json(ref('Problem'), 'application/problem+json')) },
    schemas: {
      Problem: {
        type: 'object',
        properties: { title: { type: 'string' }, status: { type: 'integer' } },
        required: ['title', 'status'],
      },
      Named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      Owner: {
        allOf: [ref('Named'), { type: 'object', properties: { email: { type: 'string', format: 'email' } } }],
      },
      Car: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          plate: { type: 'string', maxLength: 8 },
          doors: { type: 'integer', enum: [2, 4] },
          colour: { type: 'string', enum: ['red', 'blue'] },
          since: { type: 'string', format: 'date-time' },
          owner: { oneOf: [ref('Owner'), { type: 'null' }] },
          tags: { type: 'array', items: { type: 'string' } },
          note: { type: ['string', 'null'] },
        },
        required: ['id', 'plate', 'doors', 'colour', 'since', 'owner', 'tags'],
      },
      Cat: {
        type: 'object',
        properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
        required: ['kind', 'lives'],
      },
      Dog: {
        type: 'object',
        properties: { kind: { const: 'dog' }, tricks: { type: 'array', items: { type: 'string' } } },
        required: ['kind'],
      },
    },
  },
}

/** The car with some members replaced, or without those that are `undefined`. */
export function carWith(members: Readonly<Record<string, unknown>>): object {
  return { ...car, ...members }
}
