export type {
  Diagnostic,
  FileOutcome,
  GenerateOptions,
  GenerateResult,
  MemoryFile,
  MemoryResult,
  Progress,
  SourceSpan,
} from '@ctxgen/codegen'
export type { OpenApiOptions, OpenApiResult } from '@ctxgen/codegen/openapi'
export { UsageError } from '@ctxgen/codegen/usage-error'
export { type Config, defineConfig, type OpenApiConfig } from './config/config.ts'
export { generate, generateOpenApi } from './lazy-generate.ts'
