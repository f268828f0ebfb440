import type { Flags } from '../flags.ts'
import type { LoadedConfig } from './load-config.ts'

type AppCommand = 'openapi' | 'asyncapi' | 'client'

/** Whether a run may write or compare the files of apps, too. A dry run is of binders alone. */
export function isOfApps({ inputs, check, dryRun }: Pick<Flags, 'inputs' | 'check' | 'dryRun'>): boolean {
  return inputs.length === 0 && (check || !dryRun)
}

/** The commands whose files, documents and clients, a config names. */
export function appCommands({ projects }: Pick<LoadedConfig, 'projects'>): readonly AppCommand[] {
  const commands = projects.flatMap(({ openapi, client }): readonly AppCommand[] => [
    ...((openapi?.output ?? openapi?.documents) === undefined ? [] : ['openapi' as const]),
    ...(openapi?.asyncapi === undefined ? [] : ['asyncapi' as const]),
    ...(client === undefined ? [] : ['client' as const]),
  ])
  return [...new Set(commands)]
}
