export {
  type Library,
  libraries,
  type MigratedFile,
  type MigratedName,
  type MigrateOptions,
  type MigrateResult,
  migrate,
} from './migrate/migrate-sources.ts'
