import { parseArgs } from 'node:util'
import { UsageError } from '@ctxgen/codegen/usage-error'

/** The choices of the command line. Absent ones are prompted for, or have a default. */
export interface CreateFlags {
  readonly folder?: string
  readonly template?: string
  readonly install?: boolean
  readonly help: boolean
}

/**
 * @param npmTemplate `npm_config_template`: npm takes an option without `--` before it for its own. `--template=hono` sets
 * it to `hono`, and `--template hono` to `true`, with `hono` among the arguments.
 * @throws UsageError
 */
export function createFlags(argv: readonly string[], npmTemplate: string | undefined): CreateFlags {
  const { values, positionals } = parsed(argv)
  const [folder, ...more] = positionals
  const template = values.template ?? (npmTemplate === 'true' ? more.shift() : npmTemplate)
  if (more.length > 0) throw new UsageError(`unexpected argument ${more[0]}: name one folder`)
  return {
    ...(folder === undefined ? {} : { folder }),
    ...defined('template', template),
    ...defined('install', values.install),
    help: values.help ?? false,
  }
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      allowNegative: true,
      options: {
        template: { type: 'string', short: 't' },
        install: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function defined<K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]: V })
}
