import type { Diagnostic } from '../../src/diagnostics/diagnose.ts'
import type {
  DocumentedOperation,
  MediaType,
  OpenApiDocument,
  Parameter,
  Reference,
  Schema,
} from '../../src/openapi/document/openapi-document.ts'

/** A document in few lines, to be read in review: operations, then components. */
export function outlineOf(document: OpenApiDocument): string {
  const lines: string[] = []
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of operationsOf(item))
      lines.push('', ...operationLines(method, path, operation, document))
  }
  const schemas = Object.entries(document.components?.schemas ?? {})
  const own = schemas.filter(([name]) => !/^(?:Problem|ProblemEntry|RequestProblem)$/.test(name))
  for (const [name, schema] of own) lines.push('', `${name} = ${shown(schema)}`)
  for (const [name, scheme] of Object.entries(document.components?.securitySchemes ?? {}))
    lines.push('', `security ${name} = ${JSON.stringify(scheme)}`)
  return `${lines.join('\n').trim()}\n`
}

/** `app.ts:3:5 - error CTX5003: …`, with its hint. */
export function diagnosticLine({ span, severity, code, message, hint }: Diagnostic): string {
  const place =
    span === undefined
      ? ''
      : `${span.path.slice(span.path.lastIndexOf('/') + 1)}:${span.line}:${span.column} - `
  return `${place}${severity} ${code}: ${message}${hint === undefined ? '' : `\n    ${hint}`}`
}

function operationsOf(
  item: OpenApiDocument['paths'][string],
): readonly (readonly [string, DocumentedOperation])[] {
  return Object.entries(item).flatMap(([method, one]) =>
    method === 'additionalOperations'
      ? Object.entries(one as Record<string, DocumentedOperation>)
      : [[method, one as DocumentedOperation] as const],
  )
}

function operationLines(
  method: string,
  path: string,
  operation: DocumentedOperation,
  { components }: OpenApiDocument,
): readonly string[] {
  const {
    operationId,
    summary,
    description,
    tags,
    deprecated,
    security,
    parameters,
    requestBody,
    responses,
  } = operation
  const says = [
    summary && `"${summary}"`,
    description && `(${description})`,
    deprecated && 'deprecated',
    tags && `#${tags.join(' #')}`,
  ]
  const body = Object.entries(requestBody?.content ?? {})
  return [
    `${method.toUpperCase()} ${path} ${operationId} ${says.filter(Boolean).join(' ')}`.trimEnd(),
    ...(security ?? []).map((one) => `  security ${Object.keys(one).join(' + ') || '-'}`),
    ...(parameters ?? []).map((one) => `  ${parameterLine(targetOf(one, components?.parameters))}`),
    ...body.map(([media, one]) => `  body${requestBody?.required ? '' : '?'} ${media} ${mediaText(one)}`),
    ...Object.entries(responses).flatMap(([status, one]) => {
      const { description: text, headers = {}, content = {} } = targetOf(one, components?.responses)
      const named = Object.entries(headers).map(
        ([name, header]) => `${name}${targetOf(header, components?.headers).required ? '' : '?'}`,
      )
      const head = `  ${status} "${text}"${named.length === 0 ? '' : ` [${named.join(', ')}]`}`
      const sent = Object.entries(content).filter(
        ([media]) => media !== 'text/plain' || content['application/problem+json'] === undefined,
      )
      return [head, ...sent.map(([media, one]) => `    ${media} ${mediaText(one)}`)]
    }),
  ]
}

/** A response, a parameter or a header, through its reference. */
export function targetOf<T extends object>(one: T | Reference, of: Readonly<Record<string, T>> = {}): T {
  const found = '$ref' in one ? of[one.$ref.slice(one.$ref.lastIndexOf('/') + 1)] : one
  if (found === undefined) throw new Error(`no component: ${JSON.stringify(one)}`)
  return found
}

function parameterLine({
  name,
  in: place,
  required,
  schema,
  content,
  style,
  explode,
  description,
}: Parameter): string {
  const how = style === undefined ? '' : ` (${style}${explode === undefined ? '' : `, explode ${explode}`})`
  const type =
    schema === undefined ? `${mediaText(content?.['application/json'] ?? {})} as JSON` : shown(schema)
  return `${place} ${name}${required ? '' : '?'}: ${type}${how}${description === undefined ? '' : ` - ${description}`}`
}

function mediaText({ schema, itemSchema, encoding, example, examples }: MediaType): string {
  const type =
    itemSchema === undefined ? (schema === undefined ? '' : shown(schema)) : `each ${shown(itemSchema)}`
  const coded = encoding === undefined ? '' : ` ${JSON.stringify(encoding)}`
  const said = example === undefined ? '' : ` e.g. ${JSON.stringify(example)}`
  return `${type}${coded}${said}${examples === undefined ? '' : ` ${Object.keys(examples).length} examples`}`
}

/** A schema like a type. */
export function shown(schema: Schema): string {
  const {
    $ref,
    type,
    enum: values,
    anyOf,
    oneOf,
    allOf,
    items,
    properties,
    additionalProperties,
    prefixItems,
    ...rest
  } = schema
  const notes = Object.entries(rest).filter(([key]) => !['required', 'description', 'minItems'].includes(key))
  const said = notes.filter(([, value]) => Math.abs(Number(value)) < 2 ** 53 - 1 || typeof value !== 'number')
  const note =
    said.length === 0 ? '' : ` {${said.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(', ')}}`
  if (typeof $ref === 'string') return `${$ref.slice($ref.lastIndexOf('/') + 1)}${note}`
  const joined = (all: unknown, by: string): string => (all as Schema[]).map(shown).join(by)
  if (Array.isArray(values)) return `${values.map((one) => JSON.stringify(one)).join(' | ')}${note}`
  if (Array.isArray(anyOf)) return `(${joined(anyOf, ' | ')})${note}`
  if (Array.isArray(oneOf)) return `oneOf(${joined(oneOf, ', ')})${note}`
  if (Array.isArray(allOf) && type === undefined) return `allOf(${joined(allOf, ', ')})${note}`
  if (Array.isArray(prefixItems)) return `[${joined(prefixItems, ', ')}]${note}`
  if (type === 'array') return `${shown((items ?? {}) as Schema)}[]${note}`
  if (type === 'object') return `${objectText(schema)}${note}`
  return `${Array.isArray(type) ? type.join('|') : String(type ?? 'any')}${note}`
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties as Record<string, Schema>).map(
    ([name, one]) => `${name}${(required as string[]).includes(name) ? '' : '?'}: ${shown(one)}`,
  )
  const others =
    typeof additionalProperties === 'object' ? [`[key]: ${shown(additionalProperties as Schema)}`] : []
  return `{ ${[...members, ...others].join(', ')} }`
}
