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
export type { ClientFile, ClientOptions, ClientResult } from '@ctxgen/codegen/client'
export type { OpenApiOptions, OpenApiResult } from '@ctxgen/codegen/openapi'
export { UsageError } from '@ctxgen/codegen/usage-error'
export { type ClientConfig, type Config, defineConfig, type OpenApiConfig } from './config/config.ts'
export { generate, generateClient, generateOpenApi } from './lazy-generate.ts'
