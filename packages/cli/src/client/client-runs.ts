import { resolve } from 'node:path'
import type { BodyFormat, ClientOptions } from '@ctxgen/codegen/client'
import { UsageError } from '@ctxgen/codegen/usage-error'
import { appOptions, placedApp } from '../app-options.ts'
import type { Config } from '../config/config.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import type { Host } from '../host.ts'

/** One client to write. */
export interface ClientRun {
  readonly options: ClientOptions
  /** Absolute path of the app's module. */
  readonly source: string
}

export interface ClientRunFlags {
  readonly output?: string
  readonly throw?: boolean
  readonly query?: boolean
  readonly msw?: boolean
  readonly split?: 'tag'
  readonly body?: readonly BodyFormat[]
  readonly force?: boolean
  readonly project?: string
}

/** The clients of a command line and a config. @throws UsageError without an app or a file. */
export function clientRuns(
  app: string | undefined,
  flags: ClientRunFlags,
  config: LoadedConfig,
  { cwd }: Pick<Host, 'cwd'>,
): readonly ClientRun[] {
  const described = config.projects.filter(({ client }) => client !== undefined)
  const isNamed = app !== undefined || flags.output !== undefined
  const projects = isNamed ? [described[0] ?? config.projects[0] ?? {}] : described
  if (projects.length === 0)
    throw new UsageError(
      'name the module of the app and the file, such as src/app.ts -o web/api.ts, or give the config a client key.',
    )
  return projects.map((project) => runOf(project, app, flags, config.folder, cwd))
}

function runOf(
  project: Config,
  named: string | undefined,
  flags: ClientRunFlags,
  folder: string,
  cwd: string,
): ClientRun {
  const { client, openapi } = project
  const app = named === undefined ? (client?.app ?? openapi?.app) : placedApp(named, cwd)
  if (app === undefined)
    throw new UsageError('name the module of the app, such as src/app.ts, or give the config client.app.')
  const output = flags.output === undefined ? client?.output : resolve(cwd, flags.output)
  if (output === undefined)
    throw new UsageError('name the file to write, -o web/api.ts, or give the config client.output.')
  const settings = { ...settingsOf(client ?? {}), ...settingsOf(flags) }
  return {
    source: resolve(folder, app.split('#')[0] ?? ''),
    options: {
      ...appOptions(app, project, flags, folder, cwd),
      output,
      ...settings,
    },
  }
}

type Settings = Pick<ClientOptions, 'throw' | 'query' | 'msw' | 'split' | 'body'>

/** The settings that are given. */
function settingsOf({ throw: isThrowing, query, msw, split, body }: Settings): Settings {
  return {
    ...(isThrowing === undefined ? {} : { throw: isThrowing }),
    ...(query === undefined ? {} : { query }),
    ...(msw === undefined ? {} : { msw }),
    ...(split === undefined ? {} : { split }),
    ...(body === undefined ? {} : { body }),
  }
}
