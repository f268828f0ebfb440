import type { Diagnostic } from '../diagnostics/diagnose.ts'
import type { OpenApiOptions } from '../openapi/openapi-options.ts'
import type { BodyFormat } from './plan/client-plan.ts'

export type { BodyFormat } from './plan/client-plan.ts'

/** The formats of bodies, in the usual order of preference. */
export const bodyFormats: readonly BodyFormat[] = [
  'json',
  'urlencoded',
  'multipart',
  'xml',
  'msgpack',
  'cbor',
]

/** Options of {@link generateClient}. */
export interface ClientOptions
  extends Pick<
    OpenApiOptions,
    'app' | 'cwd' | 'base' | 'project' | 'missing' | 'any' | 'aliasTag' | 'rules' | 'force'
  > {
  /** The file, relative to `base`. */
  readonly output: string
  /** Whether functions return the body of a success, and throw an `ApiError` for other answers. Default: `false`. */
  readonly throw?: boolean
  /** The formats of bodies, the preferred first, where a handler reads several. Default: JSON first. */
  readonly body?: readonly BodyFormat[]
}

export interface ClientResult {
  /** Empty after an error. */
  readonly files: readonly ClientFile[]
  readonly operations: number
  readonly diagnostics: readonly Diagnostic[]
}

export interface ClientFile {
  /** Absolute. */
  readonly path: string
  readonly text: string
}
