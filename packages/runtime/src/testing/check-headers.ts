import { answerSchema } from './answer-schema.ts'
import { describeIssues } from './describe-issue.ts'
import { type JsonObject, objectAt, resolved } from './document-object.ts'
import type { SchemaCheck } from './load-ajv.ts'

/** The differences between the headers of an answer and those of a documented response. */
export function checkHeaders(
  { document, header: fit }: { readonly document: JsonObject; readonly header: SchemaCheck },
  response: JsonObject,
  { headers }: Response,
): readonly string[] {
  const documented = new Map(
    Object.entries(objectAt(response, 'headers')).map(([name, one]) => [
      name.toLowerCase(),
      resolved(document, one),
    ]),
  )
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
  const undocumented = [...new Set(headers.keys())]
    .filter((name) => !documented.has(name) && !ofTransport.has(name) && !(isStream && ofStreams.has(name)))
    .map((name) => `the header ${name} is not documented: ${headers.get(name)}`)
  const wrong = [...documented].flatMap(([name, header]) => {
    const values =
      name === 'set-cookie' ? headers.getSetCookie() : [headers.get(name)].filter((one) => one !== null)
    if (values.length === 0) return header['required'] === true ? [`the header ${name} is missing`] : []
    return values.flatMap((value) => checkHeader(fit, document, header, name, value))
  })
  return [...undocumented, ...wrong]
}

/** Headers of the transport, of negotiation and of conditional requests, which documents leave out. */
const ofTransport = new Set([
  ...['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length', 'content-type'],
  ...['content-encoding', 'content-range', 'vary', 'etag', 'last-modified', 'allow'],
  ...['accept', 'accept-encoding', 'accept-ranges'],
])

/** Those that `c.events` sends, to keep caches and proxies from holding events back. */
const ofStreams = new Set(['cache-control', 'x-accel-buffering'])

function checkHeader(
  fit: SchemaCheck,
  document: JsonObject,
  header: JsonObject,
  name: string,
  text: string,
): readonly string[] {
  const schema = objectAt(header, 'schema')
  // A list is written as one text: style `simple` is the only one that headers have.
  const value = schema['type'] === 'array' ? text.split(',').map((one) => one.trim()) : text
  const issues = fit(schemaOf(document, schema), { value })
  return describeIssues(
    issues.map((issue) => ({ ...issue, instancePath: issue.instancePath.replace('/value', '') })),
    `the header ${name}`,
  )
}

/** Cached like those of bodies. */
const schemas = new WeakMap<JsonObject, JsonObject>()

/** The schema of an object with the header as its member, since only members are read as numbers and booleans. */
function schemaOf(document: JsonObject, schema: JsonObject): JsonObject {
  const known = schemas.get(schema)
  if (known !== undefined) return known
  const { $defs, ...own } = answerSchema(document, schema)
  const holder = { $defs, properties: { value: own } }
  schemas.set(schema, holder)
  return holder
}
