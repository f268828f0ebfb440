/** A JSON Schema, in the dialect of the document's version. */
export type Schema = { readonly [keyword: string]: unknown }

/** An OpenAPI document, as it is written. Plain data. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: Info
  readonly servers?: readonly Server[]
  readonly tags?: readonly { readonly name: string }[]
  readonly security?: readonly SecurityRequirement[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components?: Components
}

export interface Info {
  readonly title: string
  readonly version: string
  readonly summary?: string
  readonly description?: string
  readonly license?: Readonly<Record<string, string>>
  readonly contact?: Readonly<Record<string, string>>
  readonly termsOfService?: string
}

export interface Server {
  readonly url: string
  readonly description?: string
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** Operations by method, in lower case. */
export interface PathItem {
  readonly [method: string]: DocumentedOperation | Readonly<Record<string, DocumentedOperation>>
}

export interface DocumentedOperation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly deprecated?: true
  readonly security?: readonly SecurityRequirement[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, DocumentedResponse | Reference>>
}

/** A reference to a component. */
export interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly description?: string
  readonly required?: true
  readonly deprecated?: true
  readonly style?: string
  readonly explode?: boolean
  readonly schema?: Schema
  readonly content?: Readonly<Record<string, MediaType>>
  readonly example?: unknown
}

export interface RequestBody {
  readonly description?: string
  readonly required?: true
  readonly content: Readonly<Record<string, MediaType>>
}

export interface MediaType {
  readonly schema?: Schema
  readonly itemSchema?: Schema
  /** `itemSchema` for versions without it. */
  readonly 'x-itemSchema'?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
  readonly encoding?: Readonly<Record<string, Encoding>>
}

export interface Encoding {
  readonly contentType?: string
  readonly style?: string
  readonly explode?: boolean
}

export interface DocumentedResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header | Reference>>
  readonly content?: Readonly<Record<string, MediaType>>
}

export interface Header {
  readonly required?: true
  readonly schema: Schema
}

export interface Components {
  readonly schemas?: Readonly<Record<string, Schema>>
  readonly responses?: Readonly<Record<string, DocumentedResponse>>
  readonly parameters?: Readonly<Record<string, Parameter>>
  readonly headers?: Readonly<Record<string, Header>>
  readonly securitySchemes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** An object without the members that have no value, in the order given. */
export function compact<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}
