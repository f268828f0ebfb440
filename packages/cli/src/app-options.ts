import { resolve } from 'node:path'
import type { OpenApiOptions } from '@ctxgen/codegen/openapi'
import type { Config } from './config/config.ts'
import { rulesFrom } from './plan.ts'

/** The options with which an app and its DTOs are read. */
type AppOptions = Pick<
  OpenApiOptions,
  'app' | 'cwd' | 'base' | 'project' | 'missing' | 'any' | 'aliasTag' | 'rules' | 'force'
>

interface AppFlags {
  readonly force?: boolean
  readonly project?: string
}

/**
 * Paths on the command line are relative to the working directory, those in the config to its folder.
 *
 * @param app as in the config, or absolute
 */
export function appOptions(
  app: string,
  { rules, missing, any, aliasTag, project }: Config,
  flags: AppFlags,
  folder: string,
  cwd: string,
): AppOptions {
  const tsconfig =
    flags.project === undefined ? project && resolve(folder, project) : resolve(cwd, flags.project)
  return {
    cwd,
    base: folder,
    app,
    ...(flags.force ? { force: true } : {}),
    ...(tsconfig === undefined ? {} : { project: tsconfig }),
    ...(missing === undefined ? {} : { missing }),
    ...(any === undefined ? {} : { any }),
    ...(aliasTag === undefined ? {} : { aliasTag: aliasTag.replace(/^@/, '') }),
    ...(rules === undefined ? {} : { rules: rulesFrom(rules, folder) }),
  }
}

/** The module of an app on the command line: `src/app.ts`, or `src/app.ts#app`. */
export function placedApp(place: string, cwd: string): string {
  const [path = '', name] = place.split('#')
  return name === undefined ? resolve(cwd, path) : `${resolve(cwd, path)}#${name}`
}
