import type { FieldType } from '../model/field-type.ts'
import { targetsOf } from '../model/rule-target.ts'

/** A tag as an editor offers it. */
interface TagDoc {
  /** In a sentence. */
  readonly text: string
  /** Where it may stand. */
  readonly on: 'types' | 'properties' | 'both'
  /** The types of properties that it is for. Default: all. */
  readonly fits?: (type: FieldType) => boolean
}

const numbers = ofTargets('integer', 'float', 'bigint')
const texts = ofTargets('string')
const lists = ofTargets('list')

/** The tags of ctxgen, and of JSDoc those that it reads. */
export const tagDocs: Readonly<Record<string, TagDoc>> = {
  query: both('Reads the query string.'),
  uri: both('Reads a parameter of the route, percent-decoded.'),
  header: both('Reads request header lines, without regard to case.'),
  cookie: both('Reads the Cookie header.'),
  body: both('Reads a body in every format: form, JSON, XML, MessagePack and CBOR.'),
  json: both('Reads a JSON body.'),
  form: both('Reads an urlencoded or multipart form.'),
  xml: both('Reads an XML body.'),
  msgpack: both('Reads a MessagePack body.'),
  cbor: both('Reads a CBOR body.'),
  respHeader: both('Reads the header lines of the response so far.'),
  response: {
    text: 'The type is sent: `c.json(value, Dto)` writes its declared members alone.',
    on: 'types',
  },
  socket: { text: 'The messages of a WebSocket, in the members `receive` and `send`.', on: 'types' },
  missing: {
    text: 'The result of an absent required property: `error`, or `zero` for the zero value of its type.',
    on: 'types',
  },
  unknown: { text: 'Unknown keys: `error` makes them issues, `drop` ignores them.', on: 'types' },
  bindingSource: { text: 'The order of sources of `bindAll…`: `query,uri`.', on: 'types' },
  default: onProperty('The value of an absent property; a list as `red|blue`.'),
  validate: onProperty('Rules that are checked after reading, separated by commas: `required,min=3`.'),
  transform: {
    text: 'Changes the text before its rules: `trim`, `collapse`, `lower`, `upper`, `nfc`.',
    on: 'properties',
    fits: texts,
  },
  type: {
    text: 'The range of a number, for types without `int` and the like.',
    on: 'properties',
    fits: numbers,
  },
  hidden: onProperty('No message and no document names the property.'),
  example: onProperty('A value for the documents.'),
  deprecated: both('Documents mark it as deprecated.'),
  minimum: { text: 'The least value.', on: 'properties', fits: numbers },
  maximum: { text: 'The greatest value.', on: 'properties', fits: numbers },
  exclusiveMinimum: { text: 'The value is greater than this.', on: 'properties', fits: numbers },
  exclusiveMaximum: { text: 'The value is less than this.', on: 'properties', fits: numbers },
  multipleOf: { text: 'The value is a multiple of this.', on: 'properties', fits: numbers },
  minLength: { text: 'The least number of characters.', on: 'properties', fits: texts },
  maxLength: { text: 'The greatest number of characters.', on: 'properties', fits: texts },
  format: {
    text: 'A format of JSON Schema: `email`, `date-time`, `uuid` and others.',
    on: 'properties',
    fits: texts,
  },
  pattern: {
    text: 'A regular expression that the text matches, with the flag u.',
    on: 'properties',
    fits: texts,
  },
  minItems: { text: 'The least number of elements.', on: 'properties', fits: lists },
  maxItems: { text: 'The greatest number of elements.', on: 'properties', fits: lists },
  uniqueItems: { text: 'No two elements are equal.', on: 'properties', fits: lists },
}

function both(text: string): TagDoc {
  return { text, on: 'both' }
}

function onProperty(text: string): TagDoc {
  return { text, on: 'properties' }
}

function ofTargets(...targets: readonly string[]): (type: FieldType) => boolean {
  return (type) => targetsOf(type).some((one) => targets.includes(one))
}
