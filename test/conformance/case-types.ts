/** The shapes of cases/FORMAT.md. An absent key is not checked. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export type HeaderLine = readonly [name: string, value: Json]

export interface CaseRequest {
  readonly method?: string
  readonly target?: string
  readonly headers?: readonly HeaderLine[]
  readonly body?: string
  readonly bodyBase64?: string
  readonly bodyHex?: string
  readonly form?: Readonly<Record<string, string>>
  readonly multipart?: {
    readonly fields?: readonly (readonly [string, string])[]
    readonly files?: readonly MultipartFile[]
  }
  readonly encode?: 'gzip' | 'br' | 'deflate' | 'zstd'
  readonly tls?: boolean
  readonly remoteAddress?: string
  readonly httpVersion?: '1.0' | '1.1' | '2'
  readonly abortAfter?: 'first-chunk'
}

export interface MultipartFile {
  readonly field: string
  readonly filename: string
  readonly content: string
  readonly type?: string
}

/** An error to throw. */
export interface ErrorSpec {
  readonly kind: string
  readonly status?: number
  readonly message?: string
  readonly value?: Json
  readonly cause?: ErrorSpec
}

/** An error that must be thrown. */
export interface ExpectedError {
  readonly kind?: string
  readonly status?: number
  readonly message?: string
  readonly messageMatch?: string
  readonly causeMatch?: string
  readonly source?: string
  readonly field?: string
  readonly issues?: readonly JsonObject[]
  readonly value?: Json
}

export interface WriterStep {
  readonly write?: Json
  readonly flush?: boolean
  readonly sleep?: number
  readonly throw?: ErrorSpec
  readonly waitAbort?: boolean
  readonly throws?: ExpectedError
  readonly mayThrow?: boolean
}

export interface FormatHandler {
  readonly mediaType: string
  readonly send?: string
  readonly steps?: readonly Step[]
}

export interface Step {
  readonly call?: string
  readonly bind?: string
  readonly on?: 'req' | 'res'
  readonly args?: readonly Json[]
  readonly generic?: readonly Json[]
  readonly chain?: readonly (string | readonly [string, ...Json[]])[]
  readonly handlers?: readonly FormatHandler[]
  readonly writer?: readonly WriterStep[]
  readonly dto?: string
  readonly map?: 'all' | 'last'
  readonly out?: JsonObject
  readonly returns?: Json
  readonly returnsMatch?: string
  readonly returnsHeaders?: JsonObject
  readonly throws?: ExpectedError
  readonly mayThrow?: boolean
  readonly uncaught?: boolean
  readonly as?: string
  readonly argsUnchanged?: boolean
  readonly stored?: string
  readonly check?: Json
  readonly equals?: Json
  readonly closed?: string
  readonly later?: readonly Step[]
  readonly sleep?: number
  readonly throw?: ErrorSpec
  readonly reject?: ErrorSpec
  readonly returnError?: ErrorSpec
  readonly return?: Json
}

export interface CaseRoute {
  readonly method?: string
  readonly path?: string
  readonly name?: string
  readonly options?: JsonObject
  readonly steps?: readonly Step[]
}

export interface CaseResponse {
  readonly status?: number | readonly number[]
  readonly headers?: JsonObject
  readonly cookies?: Readonly<Record<string, JsonObject | null>>
  readonly body?: string
  readonly bodyBase64?: string
  readonly bodyJson?: Json
  readonly bodyJsonPart?: JsonObject
  readonly bodyMatch?: string
  readonly bodyNotMatch?: string
  readonly bodyLength?: number
  readonly bodyDecoded?: string
  readonly interim?: readonly { readonly status: number; readonly headers?: JsonObject }[]
  readonly aborted?: boolean
  readonly noResponse?: boolean
}

export type FixtureFile =
  | string
  | {
      readonly text?: string
      readonly base64?: string
      readonly hex?: string
      readonly repeat?: readonly [string, number]
      readonly mtime?: string
    }

export interface CustomBinderSpec {
  readonly name: string
  readonly mimeTypes: readonly string[]
  readonly parse: 'json' | { readonly assign: JsonObject } | { readonly throw: ErrorSpec }
}

/** One request through one app. */
export interface RequestCase {
  readonly id: string
  readonly soft?: boolean
  readonly needs?: readonly string[]
  readonly config?: JsonObject
  readonly parser?: JsonObject
  readonly customBinders?: readonly CustomBinderSpec[]
  readonly validatorCalls?: number
  readonly files?: Readonly<Record<string, FixtureFile>>
  readonly route?: CaseRoute
  readonly routes?: readonly CaseRoute[]
  readonly request: CaseRequest
  readonly steps?: readonly Step[]
  readonly response?: CaseResponse
  readonly then?: readonly { readonly request: CaseRequest; readonly response?: CaseResponse }[]
}

export interface ExpectedDiagnostic {
  readonly file: string
  readonly line?: number
  readonly codeMatch?: string
  readonly messageMatch?: string
}

export interface GeneratorExpect {
  readonly exit?: number
  readonly exports?: Readonly<Record<string, readonly string[]>>
  readonly absent?: Readonly<Record<string, readonly string[]>>
  readonly diagnostics?: readonly ExpectedDiagnostic[]
  readonly noOutput?: boolean
  readonly noFile?: readonly string[]
  readonly unchanged?: readonly string[]
  readonly sameAs?: Readonly<Record<string, number>>
  readonly stdoutMatch?: string
  readonly outputMatch?: string
  readonly outputNotMatch?: string
}

export interface GeneratorStep {
  readonly args?: readonly string[]
  readonly expect?: GeneratorExpect
  readonly write?: Readonly<Record<string, string>>
  readonly append?: Readonly<Record<string, string>>
  readonly delete?: readonly string[]
}

/** One or more runs of the ctxgen command in a fresh folder. */
export interface GeneratorCase extends GeneratorStep {
  readonly id: string
  readonly soft?: boolean
  readonly needs?: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly steps?: readonly GeneratorStep[]
}
