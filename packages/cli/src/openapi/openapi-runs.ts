import { resolve } from 'node:path'
import type { OpenApiOptions } from '@ctxgen/codegen/openapi'
import { UsageError } from '@ctxgen/codegen/usage-error'
import { appOptions, placedApp } from '../app-options.ts'
import type { Config } from '../config/config.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import type { Host } from '../host.ts'

/** One app to describe. */
export interface OpenApiRun {
  readonly options: OpenApiOptions
  /** The only document's file, relative to `folder`; `undefined` with several documents, or for stdout. */
  readonly output: string | undefined
  /** The AsyncAPI document's file in the config, absolute. */
  readonly asyncapi: string | undefined
  readonly folder: string
  /** Absolute path of the app's module. */
  readonly source: string
}

interface RunFlags {
  readonly output?: string
  readonly spec?: OpenApiOptions['spec']
  readonly force?: boolean
  readonly project?: string
}

/** The apps of a command line and a config. @throws UsageError without an app. */
export function openApiRuns(
  app: string | undefined,
  flags: RunFlags,
  config: LoadedConfig,
  { cwd }: Pick<Host, 'cwd'>,
): readonly OpenApiRun[] {
  const described = config.projects.filter(({ openapi }) => openapi !== undefined)
  const projects = app === undefined ? described : [described[0] ?? config.projects[0] ?? {}]
  if (projects.length === 0) {
    throw new UsageError('name the module of the app, such as src/app.ts, or give the config an openapi key.')
  }
  return projects.map((project) => runOf(project, app, flags, config.folder, cwd))
}

/** Paths on the command line are relative to the working directory, those in the config to its folder. */
function runOf(
  project: Config,
  named: string | undefined,
  flags: RunFlags,
  folder: string,
  cwd: string,
): OpenApiRun {
  const { app = '', output, asyncapi, documents, ...settings } = project.openapi ?? { app: '' }
  const module = named === undefined ? app : placedApp(named, cwd)
  const isOne = flags.output !== undefined || documents === undefined
  const spec = flags.spec ?? settings.spec
  return {
    folder,
    source: resolve(folder, module.split('#')[0] ?? ''),
    output: flags.output === undefined ? (isOne ? output : undefined) : resolve(cwd, flags.output),
    asyncapi: asyncapi === undefined ? undefined : resolve(folder, asyncapi),
    options: {
      ...settings,
      ...appOptions(module, project, flags, folder, cwd),
      ...(spec === undefined ? {} : { spec }),
      ...(isOne ? {} : { documents }),
    },
  }
}
