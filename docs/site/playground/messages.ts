import type { Completion } from '@ctxgen/codegen/editor'

/** A route with one DTO, for the documents of an app. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly dto: string
}

export type ToGenerator =
  | { readonly kind: 'generate'; readonly text: string }
  | { readonly kind: 'openapi' | 'client'; readonly route: Route }
  | { readonly kind: 'hover' | 'complete'; readonly text: string; readonly offset: number }

/** Modules as CommonJS. */
export interface Code {
  readonly source: string
  readonly binder: string
}

export interface Generated {
  /** Empty after an error. */
  readonly binder: string
  readonly problems: readonly Problem[]
  readonly code: Code | undefined
}

/** A diagnostic, by offsets. */
export interface Problem {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly hint: string | undefined
  readonly from: number
  readonly to: number
  readonly fix:
    | { readonly title: string; readonly from: number; readonly to: number; readonly text: string }
    | undefined
}

export interface Described {
  readonly text: string
}

export interface GeneratorResults {
  readonly generate: Generated
  readonly openapi: Described
  readonly client: Described
  readonly hover: string | undefined
  readonly complete: readonly Completion[] | undefined
}

export type ToRunner =
  | { readonly kind: 'load'; readonly code: Code }
  | { readonly kind: 'send'; readonly route: Route; readonly request: SentRequest }

export interface SentRequest {
  /** Path and query. */
  readonly url: string
  /** A line for each: `Name: value`. */
  readonly headers: string
  readonly body: string
}

/** A DTO of the loaded module. */
export interface LoadedDto {
  readonly name: string
  /** JSON Schemas by source. */
  readonly schema: string
}

export interface Answer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** What the handler got, as TypeScript would write it; `undefined` if the binder refused the request. */
  readonly value: string | undefined
  readonly issues: readonly {
    readonly source: string
    readonly path: string
    readonly code: string
    readonly message: string
  }[]
}

export interface RunnerResults {
  readonly load: readonly LoadedDto[]
  readonly send: Answer
}

export type Reply = { readonly id: number } & ({ readonly result: unknown } | { readonly failure: string })
