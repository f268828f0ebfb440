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
export { UsageError } from '@ctxgen/codegen/usage-error'
export { type Config, defineConfig } from './config/config.ts'
export { generate } from './lazy-generate.ts'
