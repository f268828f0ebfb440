import type { GenerateOptions, GenerateResult, MemoryResult } from '@ctxgen/codegen'

/**
 * Reads DTOs and writes their binders; see `generate` of `@ctxgen/codegen`, which is loaded when it is called, so that a
 * config file that imports `defineConfig` does not load the compiler.
 *
 * @throws UsageError for an input or a tsconfig that does not exist.
 */
export function generate(options: GenerateOptions & { readonly mode: 'memory' }): Promise<MemoryResult>
export function generate(options: GenerateOptions): Promise<GenerateResult>
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const codegen = await import('@ctxgen/codegen')
  return codegen.generate(options)
}
