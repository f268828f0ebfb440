import type { Patch } from './garage-document.ts'

/** A change, its report, and its place. */
export interface BreakingCase {
  readonly id: string
  readonly text: string
  readonly at: string
  readonly to: Patch
  /** The old document, where it is not the plain one. */
  readonly from?: Patch
}

const cars = '/paths/~1cars'
const query = `${cars}/get/parameters`
const newCar = '/components/schemas/NewCar/properties'
const car = '/components/schemas/Car/properties'
const body = `${cars}/post/requestBody`
const found = `${cars}/get/responses/200`
const name = '/paths/~1names/put'
const nameSent = `${name}/requestBody/content/application~1json/schema`
const nameGiven = `${name}/responses/200/content/application~1json/schema`

const stream = '/paths/~1names/put/responses/200/content/text~1event-stream'
const itemAt = (word: string): string => `${stream}/${word}`
const eventOf = (event: string, contentSchema: object) => ({
  type: 'object',
  properties: { event: { const: event }, data: { type: 'string', contentSchema } },
  required: ['event', 'data'],
})
const said = (type: string) =>
  eventOf('said', { type: 'object', properties: { by: { type } }, required: ['by'] })
const left = eventOf('left', { type: 'object', properties: {} })
/** The document with a stream of events. */
function events(word: string, ...all: readonly object[]): Patch {
  const [item] = all.length > 1 ? [{ oneOf: all }] : all
  return { [stream]: { schema: { type: 'string' }, ...(item && { [word]: item }) } }
}

export const breakingCases: readonly BreakingCase[] = [
  // Operations.
  {
    id: 'api-path-removed-without-deprecation',
    text: 'api path removed without deprecation',
    at: '/paths',
    to: { '/paths/~1names': undefined },
  },
  {
    id: 'api-removed-without-deprecation',
    text: 'api removed without deprecation',
    at: '/paths/~1cars~1{id}',
    to: { '/paths/~1cars~1{id}/delete': undefined },
  },
  {
    id: 'api-security-added',
    text: 'the endpoint scheme security bearer was added to the API',
    at: `${cars}/get`,
    to: { [`${cars}/get/security`]: [{ bearer: [] }] },
  },
  {
    id: 'api-security-scope-added',
    text: "the security scope admin was added to the endpoint's security scheme bearer",
    at: '/paths/~1cars~1{id}/delete',
    to: { '/paths/~1cars~1{id}/delete/security': [{ bearer: ['write', 'admin'] }, { key: [] }] },
  },
  // Parameters.
  {
    id: 'new-required-request-parameter',
    text: 'added the new required query request parameter q',
    at: `${query}/7`,
    to: { [`${query}/7`]: { name: 'q', in: 'query', required: true, schema: {} } },
  },
  {
    id: 'request-parameter-removed',
    text: 'deleted the query request parameter sort',
    at: `${cars}/get`,
    to: { [`${query}/1/name`]: 'order' },
  },
  {
    id: 'request-parameter-became-required',
    text: 'the query request parameter page became required',
    at: `${query}/0`,
    to: { [`${query}/0/required`]: true },
  },
  {
    id: 'request-parameter-type-changed',
    text: 'for the query request parameter plate, the type was changed from string to integer',
    at: `${query}/3/schema`,
    to: { [`${query}/3/schema`]: { type: 'integer' } },
  },
  {
    id: 'request-parameter-type-changed',
    text: 'for the query request parameter plate, the format was changed from none to uuid',
    at: `${query}/3/schema`,
    to: { [`${query}/3/schema/format`]: 'uuid' },
  },
  {
    id: 'request-parameter-property-type-changed',
    text: 'for the doors property of the query request parameter filter, the type was changed from integer to boolean',
    at: `${query}/5/schema/properties/doors`,
    to: { [`${query}/5/schema/properties/doors/type`]: 'boolean' },
  },
  {
    id: 'request-parameter-enum-value-removed',
    text: 'removed the enum value age from the query request parameter sort',
    at: `${query}/1/schema`,
    to: { [`${query}/1/schema/enum`]: ['price'] },
  },
  {
    id: 'request-parameter-became-enum',
    text: 'the query request parameter plate was restricted to a list of enum values',
    at: `${query}/3/schema`,
    to: { [`${query}/3/schema/enum`]: ['ZH'] },
  },
  {
    id: 'request-parameter-became-not-nullable',
    text: 'the query request parameter since became not nullable',
    at: `${query}/4/schema`,
    to: { [`${query}/4/schema/type`]: 'string' },
  },
  {
    id: 'request-parameter-default-value-added',
    text: 'for the query request parameter plate, default value "ZH" was added',
    at: `${query}/3/schema`,
    to: { [`${query}/3/schema/default`]: 'ZH' },
  },
  {
    id: 'request-parameter-default-value-changed',
    text: 'for the query request parameter page, default value was changed from 1 to 2',
    at: `${query}/0/schema`,
    to: { [`${query}/0/schema/default`]: 2 },
  },
  {
    id: 'request-parameter-default-value-removed',
    text: 'for the query request parameter page, default value 1 was removed',
    at: `${query}/0/schema`,
    to: { [`${query}/0/schema/default`]: undefined },
  },
  {
    id: 'request-parameter-max-decreased',
    text: 'for the query request parameter page, the max was decreased from 100 to 50',
    at: `${query}/0/schema`,
    to: { [`${query}/0/schema/maximum`]: 50 },
  },
  {
    id: 'request-parameter-min-increased',
    text: 'for the query request parameter page, the min was increased from 1 to 2',
    at: `${query}/0/schema`,
    to: { [`${query}/0/schema/minimum`]: 2 },
  },
  {
    id: 'request-parameter-property-max-set',
    text: 'for the doors property of the query request parameter filter, the max was set to 5',
    at: `${query}/5/schema/properties/doors`,
    to: { [`${query}/5/schema/properties/doors/maximum`]: 5 },
  },
  {
    id: 'request-parameter-max-length-decreased',
    text: 'for the query request parameter plate, the maxLength was decreased from 8 to 7',
    at: `${query}/3/schema`,
    to: { [`${query}/3/schema/maxLength`]: 7 },
  },
  {
    id: 'request-parameter-min-length-increased',
    text: 'for the query request parameter plate, the minLength was increased from 2 to 3',
    at: `${query}/3/schema`,
    to: { [`${query}/3/schema/minLength`]: 3 },
  },
  {
    id: 'request-parameter-max-items-decreased',
    text: 'for the query request parameter tags, the maxItems was decreased from 9 to 5',
    at: `${query}/2/schema`,
    to: { [`${query}/2/schema/maxItems`]: 5 },
  },
  {
    id: 'request-parameter-min-items-increased',
    text: 'for the query request parameter tags, the minItems was increased from 1 to 2',
    at: `${query}/2/schema`,
    to: { [`${query}/2/schema/minItems`]: 2 },
  },
  {
    id: 'request-parameter-pattern-added',
    text: 'added the pattern ^Z to the query request parameter plate',
    at: `${query}/3/schema`,
    to: { [`${query}/3/schema/pattern`]: '^Z' },
  },
  {
    id: 'request-parameter-style-changed',
    text: 'the query request parameter tags style was changed from form to pipeDelimited',
    at: `${query}/2`,
    to: { [`${query}/2/style`]: 'pipeDelimited', [`${query}/2/explode`]: true },
  },
  {
    id: 'request-parameter-explode-changed',
    text: 'the query request parameter tags explode was changed from true to false',
    at: `${query}/2`,
    to: { [`${query}/2/explode`]: false },
  },
  // Bodies of requests.
  {
    id: 'request-body-added-required',
    text: 'added required request body',
    at: '/paths/~1cars~1{id}/delete/requestBody',
    to: { '/paths/~1cars~1{id}/delete/requestBody': { required: true, content: { 'text/plain': {} } } },
  },
  {
    id: 'request-body-removed',
    text: 'removed the request body',
    at: `${cars}/post`,
    to: { [body]: undefined },
  },
  {
    id: 'request-body-became-required',
    text: 'request body became required',
    at: body,
    to: { [`${body}/required`]: true },
  },
  {
    id: 'request-body-media-type-removed',
    text: 'removed the media type application/xml from the request body',
    at: body,
    to: { [`${body}/content/application~1xml`]: undefined },
  },
  {
    id: 'request-body-type-changed',
    text: "the request's body type changed from string to number",
    at: nameSent,
    to: { [nameSent]: { type: 'number' } },
  },
  {
    id: 'request-body-became-enum',
    text: 'request body was restricted to a list of enum values',
    at: nameSent,
    to: { [`${nameSent}/enum`]: ['Ann'] },
  },
  {
    id: 'request-body-max-length-set',
    text: "the request's body maxLength was set to 9",
    at: nameSent,
    to: { [`${nameSent}/maxLength`]: 9 },
  },
  {
    id: 'request-body-became-not-nullable',
    text: "the request's body became not nullable",
    at: nameSent,
    from: { [`${nameSent}/type`]: ['string', 'null'] },
    to: {},
  },
  {
    id: 'new-required-request-property',
    text: 'added the new required request property wheels',
    at: `${newCar}/wheels`,
    to: {
      [`${newCar}/wheels`]: { type: 'integer' },
      '/components/schemas/NewCar/required': ['plate', 'wheels'],
    },
  },
  {
    id: 'new-required-request-property-with-default',
    text: 'added the new required request property wheels with a default value',
    at: `${newCar}/wheels`,
    to: {
      [`${newCar}/wheels`]: { type: 'integer', default: 4 },
      '/components/schemas/NewCar/required': ['plate', 'wheels'],
    },
  },
  {
    id: 'request-property-became-required',
    text: 'the request property note became required',
    at: `${newCar}/note`,
    to: { '/components/schemas/NewCar/required': ['plate', 'note'] },
  },
  {
    id: 'request-property-became-required-with-default',
    text: 'the request property price with a default value became required',
    at: `${newCar}/price`,
    to: { '/components/schemas/NewCar/required': ['plate', 'price'] },
  },
  {
    id: 'request-property-removed',
    text: 'removed the request property note',
    at: '/components/schemas/NewCar',
    to: { [`${newCar}/note`]: undefined },
  },
  {
    id: 'request-property-type-changed',
    text: 'the note request property type changed from string to boolean',
    at: `${newCar}/note`,
    to: { [`${newCar}/note`]: { type: 'boolean' } },
  },
  {
    id: 'request-property-type-changed',
    text: 'the price request property type changed from number to integer',
    at: `${newCar}/price`,
    to: { [`${newCar}/price/type`]: 'integer' },
  },
  {
    id: 'request-property-enum-value-removed',
    text: 'removed the enum value blue of the request property colour',
    at: `${newCar}/colour`,
    to: { [`${newCar}/colour/enum`]: ['red', null] },
  },
  {
    id: 'request-property-became-enum',
    text: 'request property note was restricted to a list of enum values',
    at: `${newCar}/note`,
    to: { [`${newCar}/note/enum`]: ['a'] },
  },
  {
    id: 'request-property-became-not-nullable',
    text: 'the request property colour became not nullable',
    at: `${newCar}/colour`,
    to: { [`${newCar}/colour`]: { type: 'string', enum: ['red', 'blue'] } },
  },
  {
    id: 'request-property-const-added',
    text: 'the note request property const value a was added',
    at: `${newCar}/note`,
    to: { [`${newCar}/note/const`]: 'a' },
  },
  {
    id: 'request-property-const-changed',
    text: 'the kind request property const value changed from car to bus',
    at: `${newCar}/kind`,
    to: { [`${newCar}/kind/const`]: 'bus' },
  },
  {
    id: 'request-property-max-decreased',
    text: "the doors request property's max was decreased to 4",
    at: `${newCar}/doors`,
    to: { [`${newCar}/doors/maximum`]: 4 },
  },
  {
    id: 'request-property-min-increased',
    text: "the doors request property's min was increased to 3",
    at: `${newCar}/doors`,
    to: { [`${newCar}/doors/minimum`]: 3 },
  },
  {
    id: 'request-property-exclusive-max-decreased',
    text: "the doors request property's exclusiveMaximum was decreased to 6",
    at: `${newCar}/doors`,
    to: { [`${newCar}/doors/exclusiveMaximum`]: 6 },
  },
  {
    id: 'request-property-exclusive-min-increased',
    text: "the doors request property's exclusiveMinimum was increased to 1",
    at: `${newCar}/doors`,
    to: { [`${newCar}/doors/exclusiveMinimum`]: 1 },
  },
  {
    id: 'request-property-max-length-decreased',
    text: "the plate request property's maxLength was decreased to 7",
    at: `${newCar}/plate`,
    to: { [`${newCar}/plate/maxLength`]: 7 },
  },
  {
    id: 'request-property-min-length-increased',
    text: "the plate request property's minLength was increased to 3",
    at: `${newCar}/plate`,
    to: { [`${newCar}/plate/minLength`]: 3 },
  },
  {
    id: 'request-property-max-length-set',
    text: "the note request property's maxLength was set to 9",
    at: `${newCar}/note`,
    to: { [`${newCar}/note/maxLength`]: 9 },
  },
  {
    id: 'request-property-min-set',
    text: "the price request property's min was set to 1",
    at: `${newCar}/price`,
    to: { [`${newCar}/price/minimum`]: 1 },
  },
  {
    id: 'request-property-min-items-increased',
    text: "the size request property's minItems was increased to 2",
    at: `${newCar}/size`,
    to: { [`${newCar}/size/minItems`]: 2 },
  },
  {
    id: 'request-property-pattern-added',
    text: 'added the pattern ^a to the request property note',
    at: `${newCar}/note`,
    to: { [`${newCar}/note/pattern`]: '^a' },
  },
  {
    id: 'request-property-pattern-added',
    text: 'added the pattern ^[1-9] to the request property note/propertyNames',
    at: `${newCar}/note/propertyNames`,
    from: { [`${newCar}/note`]: { type: 'object', additionalProperties: true } },
    to: {
      [`${newCar}/note`]: {
        type: 'object',
        additionalProperties: true,
        propertyNames: { pattern: '^[1-9]' },
      },
    },
  },
  {
    id: 'response-property-property-names-unset',
    text: 'the keys of the items/note response property are no longer restricted to {"pattern":"^[1-9]"} for the status 200',
    at: `${car}/note`,
    from: {
      [`${car}/note`]: { type: 'object', additionalProperties: true, propertyNames: { pattern: '^[1-9]' } },
    },
    to: { [`${car}/note`]: { type: 'object', additionalProperties: true } },
  },
  {
    id: 'request-property-pattern-changed',
    text: 'changed the pattern of the request property plate from ^[A-Z] to ^[A-F]',
    at: `${newCar}/plate`,
    to: { [`${newCar}/plate/pattern`]: '^[A-F]' },
  },
  {
    id: 'request-property-prefix-items-removed',
    text: "removed element 1 from the size request property 'prefixItems' list",
    at: `${newCar}/size`,
    to: { [`${newCar}/size/prefixItems`]: [{ type: 'number' }] },
  },
  {
    id: 'request-property-content-encoding-changed',
    text: 'the photo request property contentEncoding changed from base64 to base64url',
    at: `${newCar}/photo`,
    to: { [`${newCar}/photo/contentEncoding`]: 'base64url' },
  },
  {
    id: 'request-body-any-of-removed',
    text: 'removed Dog from the request body `anyOf` list',
    at: '/paths/~1pets/post/requestBody/content/application~1json/schema',
    to: {
      '/paths/~1pets/post/requestBody/content/application~1json/schema/anyOf': [
        { $ref: '#/components/schemas/Cat' },
      ],
    },
    from: {},
  },
  {
    id: 'request-property-one-of-removed',
    text: 'removed Bird from the owner request property `oneOf` list',
    at: `${newCar}/owner`,
    from: {
      [`${newCar}/owner`]: {
        oneOf: [
          { $ref: '#/components/schemas/Owner' },
          { $ref: '#/components/schemas/Cat' },
          { $ref: '#/components/schemas/Bird' },
        ],
      },
    },
    to: {
      [`${newCar}/owner`]: {
        oneOf: [{ $ref: '#/components/schemas/Owner' }, { $ref: '#/components/schemas/Cat' }],
      },
    },
  },
  // Answers.
  {
    id: 'response-success-status-removed',
    text: 'removed the success response with the status 202',
    at: `${cars}/post/responses`,
    to: { [`${cars}/post/responses/202`]: undefined },
  },
  {
    id: 'response-media-type-removed',
    text: 'removed the media type text/plain for the response with the status 202',
    at: `${cars}/post/responses/202`,
    to: { [`${cars}/post/responses/202/content/text~1plain`]: undefined },
  },
  {
    id: 'required-response-header-removed',
    text: 'the mandatory response header X-Total removed for the status 200',
    at: found,
    to: { [`${found}/headers/X-Total`]: undefined },
  },
  {
    id: 'optional-response-header-removed',
    text: 'the optional response header X-Hint removed for the status 200',
    at: found,
    to: { [`${found}/headers/X-Hint`]: undefined },
  },
  {
    id: 'response-header-became-optional',
    text: 'the response header X-Total became optional for the status 200',
    at: `${found}/headers/X-Total`,
    to: { [`${found}/headers/X-Total/required`]: false },
  },
  {
    id: 'response-header-type-changed',
    text: "the X-Total response header's type changed from integer to string for the status 200",
    at: `${found}/headers/X-Total/schema`,
    to: { [`${found}/headers/X-Total/schema/type`]: 'string' },
  },
  {
    id: 'response-required-property-removed',
    text: 'removed the required property items/plate from the response with the 200 status',
    at: '/components/schemas/Car',
    to: { [`${car}/plate`]: undefined, '/components/schemas/Car/required': ['id'] },
  },
  {
    id: 'response-optional-property-removed',
    text: 'removed the optional property items/note from the response with the 200 status',
    at: '/components/schemas/Car',
    to: { [`${car}/note`]: undefined },
  },
  {
    id: 'response-required-property-removed',
    text: 'removed the required property items/owner from the response with the 200 status',
    at: '/components/schemas/Car',
    to: { '/components/schemas/Car/allOf': undefined },
  },
  {
    id: 'response-property-became-optional',
    text: 'the response property items/plate became optional for the status 200',
    at: `${car}/plate`,
    to: { '/components/schemas/Car/required': ['id'] },
  },
  {
    id: 'response-property-type-changed',
    text: "the items/note response's property type changed from string to number for status 200",
    at: `${car}/note`,
    to: { [`${car}/note`]: { type: 'number' } },
  },
  {
    id: 'response-property-type-changed',
    text: "the items/id response's property type changed from integer to number for status 200",
    at: `${car}/id`,
    to: { [`${car}/id/type`]: 'number' },
  },
  {
    id: 'response-property-type-changed',
    text: "the items/since response's property format changed from date-time to date for status 200",
    at: `${car}/since`,
    to: { [`${car}/since/format`]: 'date' },
  },
  {
    id: 'response-property-type-changed',
    text: "the items/id response's property format changed from int32 to int64 for status 200",
    at: `${car}/id`,
    to: { [`${car}/id/format`]: 'int64' },
  },
  {
    id: 'response-property-became-nullable',
    text: 'the response property items/note became nullable for the status 200',
    at: `${car}/note`,
    to: { [`${car}/note/type`]: ['string', 'null'] },
  },
  {
    id: 'response-property-became-nullable',
    text: 'the response property items/next became nullable for the status 200',
    at: `${car}/next`,
    to: { [`${car}/next`]: { oneOf: [{ $ref: '#/components/schemas/Car' }, { type: 'null' }] } },
  },
  {
    id: 'response-property-enum-value-added',
    text: 'added the new green enum value to the items/colour response property for the response status 200',
    at: `${car}/colour`,
    to: { [`${car}/colour/enum`]: ['red', 'blue', 'green'] },
  },
  {
    id: 'response-property-became-not-enum',
    text: 'the response property items/colour is no longer restricted to a list of enum values for the status 200',
    at: `${car}/colour`,
    to: { [`${car}/colour/enum`]: undefined },
  },
  {
    id: 'response-property-const-changed',
    text: 'the items/kind response property const value changed from car to bus for the status 200',
    at: `${car}/kind`,
    to: { [`${car}/kind/const`]: 'bus' },
  },
  {
    id: 'response-property-const-removed',
    text: 'the items/kind response property const value car was removed for the status 200',
    at: `${car}/kind`,
    to: { [`${car}/kind`]: { type: 'string' } },
  },
  {
    id: 'response-property-max-increased',
    text: "the items/id response property's max was increased from 9 to 10 for the response status 200",
    at: `${car}/id`,
    to: { [`${car}/id/maximum`]: 10 },
  },
  {
    id: 'response-property-min-decreased',
    text: "the items/id response property's min was decreased from 1 to 0 for the response status 200",
    at: `${car}/id`,
    to: { [`${car}/id/minimum`]: 0 },
  },
  {
    id: 'response-property-max-length-increased',
    text: "the items/plate response property's maxLength was increased from 8 to 9 for the response status 200",
    at: `${car}/plate`,
    to: { [`${car}/plate/maxLength`]: 9 },
  },
  {
    id: 'response-property-max-length-unset',
    text: "the items/plate response property's maxLength was unset from 8 for the response status 200",
    at: `${car}/plate`,
    to: { [`${car}/plate/maxLength`]: undefined },
  },
  {
    id: 'response-property-min-length-decreased',
    text: "the items/plate response property's minLength was decreased from 2 to 1 for the response status 200",
    at: `${car}/plate`,
    to: { [`${car}/plate/minLength`]: 1 },
  },
  {
    id: 'response-body-min-items-unset',
    text: "the response's body minItems was unset from 1",
    at: `${found}/content/application~1json/schema`,
    to: { [`${found}/content/application~1json/schema/minItems`]: undefined },
  },
  {
    id: 'response-property-prefix-items-added',
    text: "added element 1 to the items/size response property 'prefixItems' list for the response status 200",
    at: `${car}/size`,
    to: { [`${car}/size/prefixItems`]: [{ type: 'number' }, { type: 'number' }] },
  },
  {
    id: 'response-property-content-encoding-changed',
    text: 'the items/photo response property contentEncoding changed from base64 to none for the status 200',
    at: `${car}/photo`,
    to: { [`${car}/photo/contentEncoding`]: undefined },
  },
  {
    id: 'response-body-type-changed',
    text: "the response's body type changed from string to integer for status 200",
    at: nameGiven,
    to: { [nameGiven]: { type: 'integer' } },
  },
  {
    id: 'response-body-became-nullable',
    text: "the response's body became nullable",
    at: nameGiven,
    to: { [`${nameGiven}/type`]: ['string', 'null'] },
  },
  // Events.
  {
    id: 'response-property-type-changed',
    text: "the data/by response's property type changed from string to integer for status 200",
    at: `${itemAt('x-itemSchema')}/oneOf/0/properties/data/contentSchema/properties/by`,
    from: events('x-itemSchema', said('string'), left),
    to: events('x-itemSchema', said('integer'), left),
  },
  {
    id: 'response-required-property-removed',
    text: 'removed the required property data/by from the response with the 200 status',
    at: `${itemAt('itemSchema')}/properties/data/contentSchema`,
    from: events('x-itemSchema', said('string')),
    to: events('itemSchema', {
      ...said('string'),
      properties: { ...said('string').properties, data: left.properties.data },
    }),
  },
  {
    id: 'response-body-one-of-added',
    text: 'added event "left" to the response body `oneOf` list for the response status 200',
    at: itemAt('x-itemSchema'),
    from: events('x-itemSchema', said('string')),
    to: events('x-itemSchema', said('string'), left),
  },
  {
    id: 'response-body-type-changed',
    text: "the response's body type changed from object to any for status 200",
    at: itemAt('x-itemSchema'),
    from: events('x-itemSchema', said('string')),
    to: events('x-itemSchema'),
  },
  {
    id: 'response-body-one-of-added',
    text: 'added Bird to the response body `oneOf` list for the response status 200',
    at: '/paths/~1pets/get/responses/200/content/application~1json/schema',
    to: {
      '/paths/~1pets/get/responses/200/content/application~1json/schema/oneOf': ['Cat', 'Dog', 'Bird'].map(
        (one) => ({ $ref: `#/components/schemas/${one}` }),
      ),
    },
  },
  {
    id: 'response-property-any-of-added',
    text: 'added Bird to the items/next response property `anyOf` list for the response status 200',
    at: `${car}/next`,
    to: {
      [`${car}/next`]: { anyOf: ['Car', 'Bird'].map((one) => ({ $ref: `#/components/schemas/${one}` })) },
    },
  },
]

/** Changes that only widen a request or narrow an answer. */
export const harmlessCases: readonly { readonly name: string; readonly to: Patch; readonly from?: Patch }[] =
  [
    { name: 'nothing', to: {} },
    { name: 'a new operation', to: { '/paths/~1new': { get: { responses: { 200: {} } } } } },
    { name: 'a deprecated operation that went', to: { '/paths/~1old': undefined } },
    {
      name: 'another name of a path parameter',
      to: {
        '/paths/~1cars~1{id}': undefined,
        '/paths/~1cars~1{number}': {
          parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'integer' } }],
          get: {
            responses: {
              200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Car' } } } },
            },
          },
          delete: { security: [{ bearer: ['write'] }, { key: [] }], responses: { 204: {} } },
        },
      },
    },
    {
      name: 'a new optional parameter',
      to: { [`${query}/7`]: { name: 'q', in: 'query', schema: { type: 'string' } } },
    },
    { name: 'another letter case of a header parameter', to: { [`${query}/6/name`]: 'x-trace' } },
    {
      name: 'a parameter that may be any text',
      to: { [`${query}/0/schema`]: { type: 'string', default: 1 } },
    },
    {
      name: 'a parameter that became repeatable',
      to: { [`${query}/3/schema`]: { type: 'array', items: { type: 'string' } } },
    },
    { name: 'a wider range', to: { [`${query}/0/schema/maximum`]: 1000, [`${query}/0/schema/minimum`]: 0 } },
    { name: 'a range that went', to: { [`${query}/0/schema/maximum`]: undefined } },
    { name: 'a new enum value of a parameter', to: { [`${query}/1/schema/enum`]: ['price', 'age', 'name'] } },
    { name: 'an enum of a parameter that went', to: { [`${query}/1/schema/enum`]: undefined } },
    { name: 'a minimal length of nothing', to: { [`${newCar}/note/minLength`]: 0 } },
    {
      name: 'a request property of more types',
      to: { [`${newCar}/note/type`]: ['string', 'number', 'null'] },
    },
    { name: 'a request property of any type', to: { [`${newCar}/note`]: {} } },
    { name: 'a number for an integer', to: { [`${newCar}/doors/type`]: 'number' } },
    { name: 'a new optional request property', to: { [`${newCar}/wheels`]: { type: 'integer' } } },
    { name: 'a request property that became optional', to: { '/components/schemas/NewCar/required': [] } },
    { name: 'a pattern that went', to: { [`${newCar}/plate/pattern`]: undefined } },
    { name: 'a constant that became one of several', to: { [`${newCar}/kind`]: { enum: ['car', 'bus'] } } },
    {
      name: 'a request property that became a union',
      to: {
        [`${newCar}/owner`]: {
          oneOf: ['Owner', 'Cat'].map((one) => ({ $ref: `#/components/schemas/${one}` })),
        },
      },
    },
    {
      name: 'an event that is no longer sent, in another version of OpenAPI',
      from: events('x-itemSchema', said('string'), left),
      to: events('itemSchema', said('string')),
    },
    { name: 'a new media type', to: { [`${body}/content/text~1csv`]: {} } },
    { name: 'a new status', to: { [`${cars}/post/responses/409`]: { description: 'Taken' } } },
    { name: 'an error status that went', to: { [`${cars}/get/responses/404`]: undefined } },
    { name: 'a new response property', to: { [`${car}/wheels`]: { type: 'integer' } } },
    {
      name: 'a response property that became required',
      to: { '/components/schemas/Car/required': ['id', 'plate', 'note'] },
    },
    { name: 'an enum value that is no longer sent', to: { [`${car}/colour/enum`]: ['red'] } },
    { name: 'a response of one listed value', to: { [`${car}/note/const`]: 'a' } },
    { name: 'a narrower range in a response', to: { [`${car}/id/maximum`]: 8, [`${car}/id/minimum`]: 2 } },
    {
      name: 'a branch that is no longer sent',
      to: {
        '/paths/~1pets/get/responses/200/content/application~1json/schema/oneOf': [
          { $ref: '#/components/schemas/Cat' },
        ],
      },
    },
    { name: 'a format in a response', to: { [`${car}/plate/format`]: 'plate' } },
    {
      name: 'another name of a component',
      to: {
        '/components/schemas/Person': {
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
        },
        '/components/schemas/Owned/properties/owner': { $ref: '#/components/schemas/Person' },
      },
    },
    {
      name: 'parts that were merged',
      to: {
        '/components/schemas/Car/allOf': undefined,
        [`${car}/owner`]: { $ref: '#/components/schemas/Owner' },
        '/components/schemas/Car/required': ['id', 'plate', 'owner'],
      },
    },
    { name: 'security that went', to: { '/paths/~1cars~1{id}/delete/security': [] } },
    {
      name: 'a further way to authenticate',
      to: { '/paths/~1cars~1{id}/delete/security': [{ bearer: ['write'] }, { key: [] }, { other: [] }] },
    },
    {
      name: 'exclusive bounds as numbers',
      from: { [`${newCar}/price`]: { type: 'number', minimum: 1, exclusiveMinimum: true } },
      to: { [`${newCar}/price`]: { type: 'number', exclusiveMinimum: 1 } },
    },
    {
      name: 'nullable in the words of 3.1',
      from: { [`${newCar}/note`]: { type: 'string', nullable: true } },
      to: { [`${newCar}/note`]: { type: ['string', 'null'] } },
    },
  ]
