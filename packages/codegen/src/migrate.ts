export {
  type Library,
  libraries,
  type MigratedFile,
  type MigrateOptions,
  type MigrateResult,
  migrate,
} from './migrate/migrate-sources.ts'
