import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Diagnostic } from '@ctxgen/codegen'
import type { GeneratedDocument, OpenApiResult, SpecVersion } from '@ctxgen/codegen/openapi'
import { documentText, openApiCached, saveDocument } from '@ctxgen/codegen/openapi-cached'
import { UsageError } from '@ctxgen/codegen/usage-error'
import { Command, Option } from 'commander'
import { type LoadedConfig, loadConfig } from '../config/load-config.ts'
import { done, failed } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { type OpenApiRun, openApiRuns } from '../openapi/openapi-runs.ts'
import { printDiagnostics } from '../report/print-diagnostics.ts'
import { putFile } from './put-file.ts'

/** The options of `ctxgen openapi`. */
export interface OpenApiFlags {
  /** The command as typed. */
  readonly argv: readonly string[]
  readonly output?: string
  readonly spec?: SpecVersion
  readonly check?: boolean
  /** `true` for the app itself. */
  readonly verify?: string | true
  readonly against?: string
  /** The port, `true` for the default one. */
  readonly serve?: string | true
  readonly target: string
  readonly host?: string
  readonly force?: boolean
  readonly config?: string
  readonly project?: string
  readonly cache: boolean
  readonly json: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
}

/** Reads the operations of an app and writes its OpenAPI documents. */
export async function openapi(argv: readonly string[], host: Host): Promise<number> {
  const command = declareOpenApi(host).parse([...argv], { from: 'user' })
  const off = { json: false, quiet: false, verbose: false }
  const flags: OpenApiFlags = {
    ...off,
    ...command.opts<Omit<OpenApiFlags, 'argv' | keyof typeof off>>(),
    argv: ['openapi', ...argv],
  }
  const config = await loadConfig(flags.config, host.cwd)
  if (flags.serve !== undefined) {
    const { serveOpenApi } = await import('./serve-openapi.ts')
    return serveOpenApi(openApiRuns(command.args[0], flags, config, host), { ...inertFlags, ...flags }, host)
  }
  const codes = []
  for (const run of openApiRuns(command.args[0], flags, config, host))
    codes.push(await runOne(run, flags, config, host))
  return Math.max(...codes)
}

function declareOpenApi(host: Host): Command {
  return new Command('ctxgen openapi')
    .description(
      'Describes an app in OpenAPI, read from its code. Nothing of the app runs, unless you ask for --verify.',
    )
    .argument(
      '[app]',
      'the module that exports the app, src/app.ts or src/app.ts#app (default: that of the config)',
    )
    .option(
      '-o, --output <file>',
      'the file to write, JSON or YAML by its extension (default: that of the config, or stdout)',
    )
    .addOption(new Option('--spec <version>', 'the version of OpenAPI').choices(['3.0', '3.1', '3.2']))
    .option('--check', 'write nothing; exit 1 and show the difference if the file is stale')
    .option('--verify [module]', 'import the app, and compare its routes with the document')
    .option('--against <file>', 'write nothing; exit 1 if the app breaks clients of this earlier document')
    .option('--serve [port]', 'show the document as a page on this port, 4000 by default, until Ctrl-C')
    .addOption(
      new Option('--target <url>', 'with --serve, the running service that the page tries').default(
        'http://localhost:3000',
      ),
    )
    .option('--host <name>', 'with --serve, the name or address to listen on (default: 127.0.0.1)')
    .option('--force', 'describe sources that do not compile, too; the errors become warnings')
    .option('--config <file>', 'the config file')
    .option('--project <tsconfig>', 'the tsconfig that resolves imports (default: the nearest one)')
    .option('--no-cache', 'ignore the records of earlier runs')
    .option('--json', 'print each diagnostic as one line of JSON')
    .addOption(new Option('--quiet', 'print errors only').conflicts('verbose'))
    .option('--verbose', 'print full diffs')
    .option('--no-color', 'print without colours')
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run ctxgen openapi --help for usage.')
    .exitOverride()
    .configureOutput({ writeOut: host.stdout, writeErr: host.stderr })
}

async function runOne(
  run: OpenApiRun,
  flags: OpenApiFlags,
  config: LoadedConfig,
  host: Host,
): Promise<number> {
  const start = Date.now()
  const result = await resultOf(run, flags)
  const verified = flags.verify === undefined ? [] : await verify(run, flags.verify, result, host)
  const broken =
    flags.against === undefined
      ? []
      : [...(await compare(result, flags.against, host)), ...(await brokenCalls(config, host))]
  const diagnostics = [...result.diagnostics, ...verified, ...broken]
  if (diagnostics.length > 0) printDiagnostics(diagnostics, flags, host)
  const isFailed = diagnostics.some(({ severity }) => severity === 'error')
  const isCompared = flags.against !== undefined && !flags.check
  const codes = isFailed || isCompared ? [] : result.documents.map((one) => put(one, run, flags, host))
  if (!flags.quiet && !flags.json) host.stderr(`${summary(result, diagnostics, Date.now() - start)}\n`)
  return isFailed || codes.includes(failed) ? failed : done
}

/** The cached variant loads the compiler only on demand. */
async function resultOf({ options }: OpenApiRun, { cache }: OpenApiFlags): Promise<OpenApiResult> {
  if (cache) return openApiCached(options)
  return (await import('@ctxgen/codegen/openapi')).generateOpenApi(options)
}

/** Options of the generator that print the same reports. */
const inertFlags = { inputs: [], watch: false, check: false, clean: false, dryRun: false, cache: false }

/** Writes a document, compares it with its file, or prints it. */
function put(
  { output, document }: GeneratedDocument,
  run: OpenApiRun,
  flags: OpenApiFlags,
  host: Host,
): number {
  const name = output ?? run.output
  if (name === undefined) {
    if (flags.check)
      throw new UsageError('--check needs the file: -o openapi.json, or openapi.output in the config.')
    host.stdout(documentText(document, ''))
    return done
  }
  const path = resolve(run.folder, name)
  const file = { path, sourcePath: run.source, text: documentText(document, path) }
  return putFile(file, saveDocument, flags, host)
}

async function verify(
  run: OpenApiRun,
  named: string | true,
  result: OpenApiResult,
  host: Host,
): Promise<readonly Diagnostic[]> {
  const { verifyRoutes } = await import('@ctxgen/codegen/openapi')
  const { runningRoutes } = await import('../openapi/running-routes.ts')
  const place = named === true ? run.options.app : named
  const folder = named === true ? run.folder : host.cwd
  return verifyRoutes(result.routes, await runningRoutes(place, folder))
}

/** @throws UsageError if the earlier document is missing or unreadable, or if the app has several documents. */
async function compare(
  { documents }: OpenApiResult,
  against: string,
  host: Host,
): Promise<readonly Diagnostic[]> {
  const [after, ...others] = documents
  if (others.length > 0) throw new UsageError('--against compares one document: name its file with -o.')
  const path = resolve(host.cwd, against)
  if (!existsSync(path)) throw new UsageError(`${against} does not exist.`)
  const { findBreakingChanges, parseDocument } = await import('@ctxgen/codegen/openapi')
  let before: unknown
  try {
    before = parseDocument(readFileSync(path, 'utf8'))
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split(':\n')
    throw new UsageError(`${against} cannot be read: ${reason}`)
  }
  const isDocument = typeof before === 'object' && before !== null && 'openapi' in before && 'paths' in before
  if (!isDocument) throw new UsageError(`${against} is no OpenAPI document.`)
  return after === undefined ? [] : findBreakingChanges(before, after)
}

/** The calls of the config's clients that break. */
async function brokenCalls(config: LoadedConfig, host: Host): Promise<readonly Diagnostic[]> {
  if (config.projects.every(({ client }) => client === undefined)) return []
  const { clientRuns } = await import('../client/client-runs.ts')
  const { findBrokenCalls, generateClient } = await import('@ctxgen/codegen/client')
  return clientRuns(undefined, {}, config, host).flatMap(({ options }) =>
    findBrokenCalls(generateClient(options).files, host.cwd),
  )
}

function summary(
  { documents, routes }: OpenApiResult,
  diagnostics: readonly Diagnostic[],
  milliseconds: number,
): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const time = `in ${(milliseconds / 1000).toFixed(1)} s`
  if (errors > 0) return `${count(errors, 'error')}, nothing written ${time}`
  const schemas = new Set(
    documents.flatMap(({ document }) => Object.keys(document.components?.schemas ?? {})),
  )
  return `${count(operationsIn(documents) || routes.length, 'operation')}, ${count(schemas.size, 'schema')} ${time}`
}

function operationsIn(documents: readonly GeneratedDocument[]): number {
  return documents.flatMap(({ document }) =>
    Object.values(document.paths).flatMap((item) => Object.keys(item)),
  ).length
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
