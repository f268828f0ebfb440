import type { LoadedConfig } from './config/load-config.ts'

type AppCommand = 'openapi' | 'asyncapi' | 'client'

/** The commands whose files, documents and clients, a config names. */
export function appCommands({ projects }: Pick<LoadedConfig, 'projects'>): readonly AppCommand[] {
  const commands = projects.flatMap(({ openapi, client }): readonly AppCommand[] => [
    ...((openapi?.output ?? openapi?.documents) === undefined ? [] : ['openapi' as const]),
    ...(openapi?.asyncapi === undefined ? [] : ['asyncapi' as const]),
    ...(client === undefined ? [] : ['client' as const]),
  ])
  return [...new Set(commands)]
}
