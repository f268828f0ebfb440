import type { RulePlace } from '@ctxgen/codegen'
import type { ClientOptions } from '@ctxgen/codegen/client'
import type { OpenApiOptions } from '@ctxgen/codegen/openapi'

/** A project in a config file. Paths are relative to the file's folder. */
export interface Config {
  /** Files, folders or globs; inputs on the command line override them. */
  readonly inputs?: readonly string[]
  /** Output folder, mirroring the inputs. Default: beside each source. */
  readonly outDir?: string
  /** The result of a missing required property: an error, or Go's zero value. Default: `error`. */
  readonly missing?: 'error' | 'zero'
  /** The meaning of a property of type `any`: an error, or `unknown`. Default: `error`. */
  readonly any?: 'error' | 'unknown'
  /** A tag that means uri, query, header, cookie and form at once. Default: none. */
  readonly aliasTag?: string
  /** The tsconfig that resolves imports. Default: the nearest one. */
  readonly project?: string
  /**
   * Your own rules, by their name in `@validate`: `{ isEven: './rules.ts#isEven' }`, or
   * `{ isFree: { from: './rules.ts#isFree', async: true } }` for a function that returns a promise.
   */
  readonly rules?: Readonly<Record<string, RulePlace>>
  /** The app, for `ctxgen openapi`. */
  readonly openapi?: OpenApiConfig
  /** The client, for `ctxgen client`. */
  readonly client?: ClientConfig
}

/** The app and the settings of `ctxgen openapi`. Paths are relative to the config's folder. */
export interface OpenApiConfig
  extends Pick<OpenApiOptions, 'app' | 'spec' | 'info' | 'servers' | 'security' | 'documents'> {
  /** The file of the document, JSON or YAML by its extension. Default: stdout. */
  readonly output?: string
  /** The file of `ctxgen asyncapi`, in the same way. */
  readonly asyncapi?: string
}

/** The app and the settings of `ctxgen client`. Paths are relative to the config's folder. */
export interface ClientConfig
  extends Pick<ClientOptions, 'output' | 'throw' | 'query' | 'msw' | 'split' | 'body'> {
  /** Default: that of `openapi`. */
  readonly app?: string
}

/** Returns the config unchanged, and gives editors its type in a `ctxgen.config.ts`. */
export function defineConfig<const C extends Config | readonly Config[]>(config: C): C {
  return config
}
