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
  /** Whether a second file has options of TanStack Query: `api.query.ts`. Default: `false`. */
  readonly query?: boolean
  /** Whether another file has handlers of Mock Service Worker: `api.msw.ts`. Default: `false`. */
  readonly msw?: boolean
  /** `tag`: the operations of each tag are in a file of their own, `api.cars.ts`. Default: one file. */
  readonly split?: 'tag'
  /** The formats of bodies, the preferred first, where a handler reads several. Default: JSON first. */
  readonly body?: readonly BodyFormat[]
}

export interface ClientResult {
  /** The main file first; empty after an error. */
  readonly files: readonly ClientFile[]
  readonly operations: number
  readonly diagnostics: readonly Diagnostic[]
}

export interface ClientFile {
  /** Absolute. */
  readonly path: string
  readonly text: string
}
