import { resolve } from 'node:path'
import { type AsyncApiDocument, documentText, generateAsyncApi } from '@ctxgen/codegen/openapi'
import { saveDocument } from '@ctxgen/codegen/openapi-cached'
import { UsageError } from '@ctxgen/codegen/usage-error'
import { Command, Option } from 'commander'
import { loadConfig } from '../config/load-config.ts'
import { done, failed } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { type OpenApiRun, openApiRuns } from '../openapi/openapi-runs.ts'
import { printDiagnostics } from '../report/print-diagnostics.ts'
import { putFile } from './put-file.ts'

interface AsyncApiFlags {
  /** The command as typed. */
  readonly argv: readonly string[]
  readonly output?: string
  readonly check?: boolean
  readonly force?: boolean
  readonly config?: string
  readonly project?: string
  readonly json: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
}

/** Reads the WebSockets and streams of events of an app and writes their AsyncAPI document. */
export async function asyncapi(argv: readonly string[], host: Host): Promise<number> {
  const command = declareAsyncApi(host).parse([...argv], { from: 'user' })
  const off = { json: false, quiet: false, verbose: false }
  const flags: AsyncApiFlags = {
    ...off,
    ...command.opts<Omit<AsyncApiFlags, 'argv' | keyof typeof off>>(),
    argv: ['asyncapi', ...argv],
  }
  const config = await loadConfig(flags.config, host.cwd)
  const { output: _, ...others } = flags
  const runs = openApiRuns(command.args[0], others, config, host)
  if (runs.length === 1) return Math.max(...runs.map((run) => runOne(run, flags, host)))
  const filed = runs.filter((run) => run.asyncapi !== undefined)
  if (flags.output !== undefined || filed.length === 0)
    throw new UsageError('The config has several apps: name one, such as src/app.ts.')
  return Math.max(...filed.map((run) => runOne(run, flags, host)))
}

function declareAsyncApi(host: Host): Command {
  return new Command('ctxgen asyncapi')
    .description(
      'Describes the WebSockets and streams of events of an app in AsyncAPI 3, read from its code. Nothing of the app runs.',
    )
    .argument(
      '[app]',
      'the module that exports the app, src/app.ts or src/app.ts#app (default: that of the config)',
    )
    .option(
      '-o, --output <file>',
      'the file to write, JSON or YAML by its extension (default: that of the config, or stdout)',
    )
    .option('--check', 'write nothing; exit 1 and show the difference if the file is stale')
    .option('--force', 'describe sources that do not compile, too; the errors become warnings')
    .option('--config <file>', 'the config file')
    .option('--project <tsconfig>', 'the tsconfig that resolves imports (default: the nearest one)')
    .option('--json', 'print each diagnostic as one line of JSON')
    .addOption(new Option('--quiet', 'print errors only').conflicts('verbose'))
    .option('--verbose', 'print full diffs')
    .option('--no-color', 'print without colours')
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run ctxgen asyncapi --help for usage.')
    .exitOverride()
    .configureOutput({ writeOut: host.stdout, writeErr: host.stderr })
}

function runOne(run: OpenApiRun, flags: AsyncApiFlags, host: Host): number {
  const start = Date.now()
  const { document, diagnostics } = generateAsyncApi(run.options)
  printDiagnostics(diagnostics, flags, host)
  const path = flags.output === undefined ? run.asyncapi : resolve(host.cwd, flags.output)
  if (path === undefined && flags.check)
    throw new UsageError('--check needs the file: -o asyncapi.json, or openapi.asyncapi in the config.')
  const code = document === undefined ? failed : put(document, path, run, flags, host)
  if (!flags.quiet && !flags.json)
    host.stderr(`${summary(document)} in ${((Date.now() - start) / 1000).toFixed(1)} s\n`)
  return code
}

/** Writes the document, compares it with its file, or prints it. */
function put(
  document: AsyncApiDocument,
  path: string | undefined,
  { source }: OpenApiRun,
  flags: AsyncApiFlags,
  host: Host,
): number {
  const text = documentText(document, path ?? '')
  if (path !== undefined) return putFile({ path, sourcePath: source, text }, saveDocument, flags, host)
  host.stdout(text)
  return done
}

function summary(document: AsyncApiDocument | undefined): string {
  if (document === undefined) return 'errors, nothing written'
  const { length } = Object.keys(document.channels)
  return `${length} ${length === 1 ? 'channel' : 'channels'}`
}
