import type { DtoModule } from '../../model/dto.ts'
import type { FieldType, LiteralValue } from '../../model/field-type.ts'
import type { Source } from '../../model/source.ts'
import type { SourceSpan } from '../../model/source-span.ts'

/*
 * The model between read/ and document/: plain readonly data, independent of the compiler and of the version of OpenAPI.
 *
 *   app.get('/cars/:id<int>', (c) => { const { id } = bindUriCarId(c); sendJsonCar(c, find(id)) })
 *
 * becomes
 *
 *   { method: 'GET', pattern: '/cars/:id<int>', binders: [{ source: 'uri', name: 'CarId', … }],
 *     answers: [{ status: 200, media: 'application/json', body: { kind: 'dto', name: 'Car', … } },
 *               { status: 400, body: { kind: 'problem', hasErrors: true }, … }] }
 */

export interface Operation {
  /** In upper case. */
  readonly method: string
  /** As the router sees it, with all prefixes. */
  readonly pattern: string
  /** From `.name()`. */
  readonly name: string
  /** Of the registration. */
  readonly span: SourceSpan
  readonly docs: OperationDocs
  readonly binders: readonly BinderUse[]
  readonly raw: readonly RawInput[]
  /** By status, then in the order of the code. */
  readonly answers: readonly Answer[]
  /** All must hold, but the optional ones. */
  readonly security: readonly SecurityUse[]
  /** Whether a condition decides that the route exists. */
  readonly isConditional: boolean
  /** The messages of a WebSocket, which the operation opens: no document of OpenAPI has it. */
  readonly socket?: { readonly module: DtoModule; readonly name: string }
}

/** The content of the comment of a route or of its handler. */
export interface OperationDocs {
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly isDeprecated: boolean
  readonly isHidden: boolean
}

/** A call of a binder. */
export interface BinderUse {
  readonly module: DtoModule
  readonly name: string
  /** `body` chooses by Content-Type, `all` reads every source. */
  readonly source: Source | 'body' | 'all'
  /** Whether the rules are checked. */
  readonly isChecked: boolean
  /** Of the registration whose handler calls it, with all prefixes: middleware has the parameters of its own path. */
  readonly pattern: string
  readonly span: SourceSpan
}

/** A value that a handler reads without a DTO. */
export type RawInput = RawValue | RawBody

export interface RawValue {
  readonly kind: 'value'
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'form'
  readonly name: string
  readonly type: FieldType
  readonly default: LiteralValue | undefined
  readonly isRequired?: boolean
  readonly description?: string
  readonly span: SourceSpan
}

/** A body of any content. */
interface RawBody {
  readonly kind: 'body'
  readonly media: string
  readonly span: SourceSpan
}

export interface Answer {
  readonly status: number | 'default'
  /** `undefined` without a body. */
  readonly media: string | undefined
  readonly body: AnswerBody | undefined
  readonly headers: ReadonlyMap<string, AnswerHeader>
  /** The text of an error, for an example. */
  readonly detail: string | undefined
  readonly span: SourceSpan
}

export type AnswerBody =
  /** A DTO as `sendJsonX` sends it. */
  | { readonly kind: 'dto'; readonly module: DtoModule; readonly name: string; readonly key: string }
  /** A value of a type, as `JSON.stringify` writes it. */
  | {
      readonly kind: 'value'
      readonly module: DtoModule
      readonly type: FieldType
      /** As TypeScript writes it. */
      readonly text: string
      readonly key: string
    }
  | { readonly kind: 'text' | 'bytes' | 'events'; readonly key: string }
  /** Server-sent events, each a value of a DTO. */
  | { readonly kind: 'eventsOf'; readonly module: DtoModule; readonly name: string; readonly key: string }
  /** The default error handler's answer: `hasErrors` for a request that does not fit, `hasText` if it may be text. */
  | {
      readonly kind: 'problem'
      readonly hasErrors: boolean
      readonly hasText: boolean
      readonly key: string
    }

export interface AnswerHeader {
  readonly name: string
  /** A known value. */
  readonly value: string | undefined
  /** Whether every answer of the path has it. */
  readonly isAlways: boolean
  readonly span: SourceSpan
}

export interface SecurityUse {
  /** The key of the scheme in the document. */
  readonly name: string
  /** `undefined` for a scheme that the options define. */
  readonly scheme: SecurityScheme | undefined
  /** Whether a request may come without it. */
  readonly isOptional: boolean
  readonly span: SourceSpan
}

export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
