import type { Diagnostic } from '../diagnostics/diagnose.ts'
import type { AsyncApiDocument } from './document/asyncapi-document.ts'
import { writeAsyncApi } from './document/write-asyncapi.ts'
import { readOperations, requestOf, unique, withCompileErrors } from './generate-openapi.ts'
import { readInfo } from './manifest-info.ts'
import type { OpenApiOptions } from './openapi-options.ts'
import { type AppProject, openApps } from './read/app-project.ts'

/** Options of {@link generateAsyncApi}. */
export type AsyncApiOptions = Omit<OpenApiOptions, 'spec' | 'documents'>

export interface AsyncApiResult {
  /** `undefined` after an error. */
  readonly document: AsyncApiDocument | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads the WebSockets, streams of events and channels of an app from its code, without running it, and describes them in an AsyncAPI
 * document.
 *
 * @throws UsageError if the app, its tsconfig or `@ctxgen/runtime` does not exist.
 */
export function generateAsyncApi(options: AsyncApiOptions): AsyncApiResult {
  return describeAsyncApi(options, openApps(requestOf(options)))
}

/** {@link generateAsyncApi} of an opened app. */
export function describeAsyncApi(options: AsyncApiOptions, opened: AppProject): AsyncApiResult {
  const { operations, channels, diagnostics } = readOperations(options, opened)
  const shown = operations.filter(({ docs }) => !docs.isHidden)
  const { document, diagnostics: own } = writeAsyncApi(
    { operations: shown, channels },
    {
      info: { ...readInfo(options, opened.disk), ...options.info },
      servers: options.servers ?? [],
      schemes: options.security ?? {},
    },
  )
  const all = withCompileErrors(unique([...diagnostics, ...own]), options, opened)
  const isFailed = all.isBroken || all.diagnostics.some(({ severity }) => severity === 'error')
  return { document: isFailed ? undefined : document, diagnostics: all.diagnostics }
}
