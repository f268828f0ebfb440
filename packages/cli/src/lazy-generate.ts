import type { GenerateOptions, GenerateResult, MemoryResult } from '@ctxgen/codegen'
import type { ClientOptions, ClientResult } from '@ctxgen/codegen/client'
import type { OpenApiOptions, OpenApiResult } from '@ctxgen/codegen/openapi'

/**
 * Reads DTOs and writes their binders, see `generate` of `@ctxgen/codegen`. It is loaded on the first call, so a config that
 * imports `defineConfig` does not load the compiler.
 *
 * @throws UsageError if an input or the tsconfig does not exist.
 */
export function generate(options: GenerateOptions & { readonly mode: 'memory' }): Promise<MemoryResult>
export function generate(options: GenerateOptions): Promise<GenerateResult>
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const codegen = await import('@ctxgen/codegen')
  return codegen.generate(options)
}

/**
 * Reads an app and describes it in OpenAPI documents, see `generateOpenApi` of `@ctxgen/codegen/openapi`. Writes no file.
 *
 * @throws UsageError if the app, its tsconfig or `@ctxgen/runtime` does not exist.
 */
export async function generateOpenApi(options: OpenApiOptions): Promise<OpenApiResult> {
  const openapi = await import('@ctxgen/codegen/openapi')
  return openapi.generateOpenApi(options)
}

/**
 * Reads an app and makes functions that call it, see `generateClient` of `@ctxgen/codegen/client`. Writes no file.
 *
 * @throws UsageError if the app, its tsconfig or `@ctxgen/runtime` does not exist.
 */
export async function generateClient(options: ClientOptions): Promise<ClientResult> {
  const client = await import('@ctxgen/codegen/client')
  return client.generateClient(options)
}
