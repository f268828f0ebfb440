import type {
  Components,
  DocumentedOperation,
  DocumentedResponse,
  Header,
  MediaType,
  Parameter,
  PathItem,
  Reference,
  RequestBody,
  Schema,
} from './openapi-document.ts'

/** Changes a schema, with those in it. */
export type ChangeSchema = (schema: Schema) => Schema

export function changedPaths(
  paths: Readonly<Record<string, PathItem>>,
  change: ChangeSchema,
): Readonly<Record<string, PathItem>> {
  return mapped(paths, (item) =>
    mapped(item, (one) =>
      isOperation(one)
        ? changedOperation(one, change)
        : mapped(one, (other) => changedOperation(other, change)),
    ),
  )
}

export function changedComponents(components: Components, change: ChangeSchema): Components {
  const { schemas, responses, headers } = components
  return {
    ...components,
    ...(schemas && { schemas: mapped(schemas, change) }),
    ...(responses && { responses: mapped(responses, (one) => changedResponse(one, change)) }),
    ...(headers && { headers: mapped(headers, (one) => changedHeader(one, change)) }),
  }
}

function changedOperation(operation: DocumentedOperation, change: ChangeSchema): DocumentedOperation {
  const { parameters, requestBody, responses } = operation
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map((one) => (isReference(one) ? one : changedHolder(one, change))),
    }),
    ...(requestBody && { requestBody: changedHolder<RequestBody>(requestBody, change) }),
    responses: mapped(responses, (one) => (isReference(one) ? one : changedResponse(one, change))),
  }
}

function changedResponse(response: DocumentedResponse, change: ChangeSchema): DocumentedResponse {
  const { headers } = response
  const made = changedHolder(response, change)
  return headers === undefined
    ? made
    : { ...made, headers: mapped(headers, (one) => (isReference(one) ? one : changedHeader(one, change))) }
}

function changedHeader(header: Header, change: ChangeSchema): Header {
  return { ...header, schema: change(header.schema) }
}

/** Changes `schema` and the schemas below `content`. */
function changedHolder<T extends Pick<Parameter, 'schema' | 'content'>>(holder: T, change: ChangeSchema): T {
  const { schema, content } = holder
  return {
    ...holder,
    ...(schema && { schema: change(schema) }),
    ...(content && { content: mapped(content, (one) => changedMedia(one, change)) }),
  }
}

function changedMedia(media: MediaType, change: ChangeSchema): MediaType {
  const { schema, itemSchema, 'x-itemSchema': item } = media
  return {
    ...media,
    ...(schema && { schema: change(schema) }),
    ...(itemSchema && { itemSchema: change(itemSchema) }),
    ...(item && { 'x-itemSchema': change(item) }),
  }
}

/** `additionalOperations` holds operations by method. */
export function isOperation(
  one: DocumentedOperation | Readonly<Record<string, DocumentedOperation>>,
): one is DocumentedOperation {
  return 'responses' in one && 'operationId' in one
}

function isReference(one: object): one is Reference {
  return '$ref' in one
}

function mapped<T, R>(
  object: Readonly<Record<string, T>>,
  change: (value: T) => R,
): Readonly<Record<string, R>> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
