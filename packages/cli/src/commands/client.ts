import {
  type BodyFormat,
  bodyFormats,
  type ClientResult,
  findBrokenCalls,
  generateClient,
  isSameClient,
  saveClient,
} from '@ctxgen/codegen/client'
import { Command, InvalidArgumentError, Option } from 'commander'
import { AppOutputs } from '../app-outputs.ts'
import { type ClientRun, clientRuns } from '../client/client-runs.ts'
import { loadConfig } from '../config/load-config.ts'
import { done, failed } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { failureText } from '../report/failure-text.ts'
import { printDiagnostics } from '../report/print-diagnostics.ts'
import { printRound } from '../report/print-round.ts'
import { FolderWatcher } from '../watch/folder-watcher.ts'
import { putFile } from './put-file.ts'

/** The options of `ctxgen client`. */
export interface ClientFlags {
  /** The command as typed. */
  readonly argv: readonly string[]
  readonly output?: string
  readonly throw?: boolean
  readonly query?: boolean
  readonly msw?: boolean
  readonly split?: 'tag'
  readonly body?: readonly BodyFormat[]
  readonly check: boolean
  readonly against: boolean
  readonly watch: boolean
  readonly force?: boolean
  readonly config?: string
  readonly project?: string
  readonly json: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
}

/** Reads the operations of an app and writes functions that call them. */
export async function client(argv: readonly string[], host: Host): Promise<number> {
  const command = declareClient(host).parse([...argv], { from: 'user' })
  const off = { check: false, against: false, watch: false, json: false, quiet: false, verbose: false }
  const flags: ClientFlags = {
    ...off,
    ...command.opts<Omit<ClientFlags, 'argv' | keyof typeof off>>(),
    argv: ['client', ...argv],
  }
  const config = await loadConfig(flags.config, host.cwd)
  const runs = clientRuns(command.args[0], flags, config, host)
  if (flags.watch) return watchClients(runs, flags, host)
  return Math.max(...runs.map((run) => runOne(run, flags, host)))
}

function declareClient(host: Host): Command {
  return new Command('ctxgen client')
    .description('Writes a typed client of an app, read from its code: it needs fetch alone.')
    .argument(
      '[app]',
      'the module that exports the app, src/app.ts or src/app.ts#app (default: that of the config)',
    )
    .option('-o, --output <file>', 'the file to write (default: that of the config)')
    .option('--throw', 'functions return the body, and throw an ApiError for other answers')
    .option('--query', 'write options of TanStack Query beside it, to api.query.ts')
    .option('--msw', 'write handlers of Mock Service Worker beside it, to api.msw.ts')
    .addOption(new Option('--split <by>', 'write a file for each tag, api.cars.ts').choices(['tag']))
    .addOption(
      new Option('--body <formats>', `preferred formats of bodies: ${bodyFormats.join(', ')}`).argParser(
        formatsOf,
      ),
    )
    .addOption(new Option('-w, --watch', 'write again on changes, until Ctrl-C').conflicts('check'))
    .option('--check', 'write nothing; exit 1 and show the difference if the file is stale')
    .addOption(
      new Option(
        '--against',
        'write nothing; exit 1 and name the calls in the project of the file that the new client breaks',
      ).conflicts(['watch', 'check']),
    )
    .option('--force', 'read sources that do not compile, too; the errors become warnings')
    .option('--config <file>', 'the config file')
    .option('--project <tsconfig>', 'the tsconfig that resolves imports (default: the nearest one)')
    .option('--json', 'print each diagnostic as one line of JSON')
    .addOption(new Option('--quiet', 'print errors only').conflicts('verbose'))
    .option('--verbose', 'print full diffs')
    .option('--no-color', 'print without colours')
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run ctxgen client --help for usage.')
    .exitOverride()
    .configureOutput({ writeOut: host.stdout, writeErr: host.stderr })
}

function formatsOf(text: string): readonly BodyFormat[] {
  const isFormat = (name: string): name is BodyFormat => bodyFormats.some((one) => one === name)
  return text.split(',').map((name) => {
    if (isFormat(name)) return name
    throw new InvalidArgumentError(`Expected some of ${bodyFormats.join(', ')}, with commas.`)
  })
}

/** Options of the generator that print the same reports. */
const inertFlags = { inputs: [], watch: false, check: false, clean: false, dryRun: false, cache: false }

function runOne(run: ClientRun, flags: ClientFlags, host: Host): number {
  const start = Date.now()
  const result = generateClient(run.options)
  printDiagnostics(result.diagnostics, flags, host)
  const isFailed = result.diagnostics.some(({ severity }) => severity === 'error')
  const codes = isFailed
    ? [failed]
    : flags.against
      ? [showBroken(result, flags, host)]
      : result.files.map((file) => {
          const made = { ...file, sourcePath: run.source }
          return putFile(made, saveClient, flags, host, isSameClient)
        })
  if (!flags.quiet && !flags.json) host.stderr(`${summary(result, isFailed, Date.now() - start)}\n`)
  return Math.max(done, ...codes)
}

/** Shows the calls that a client would break, and writes nothing. */
function showBroken({ files }: ClientResult, flags: ClientFlags, host: Host): number {
  const broken = findBrokenCalls(files, host.cwd)
  printDiagnostics(broken, flags, host)
  return broken.length > 0 ? failed : done
}

/** Writes the clients whenever their apps change, until interrupted. */
async function watchClients(runs: readonly ClientRun[], flags: ClientFlags, host: Host): Promise<number> {
  const { ClientOutput } = await import('../client/client-output.ts')
  const outputs = new AppOutputs(runs.map((run) => new ClientOutput(run)))
  const watcher = new FolderWatcher({
    onTouched: (paths) => {
      try {
        round(() => outputs.update(paths))
      } catch (error) {
        host.stderr(failureText(error))
      }
    },
    onFailure: (_folder, error) => host.stderr(failureText(error)),
  })
  const round = (work: () => ReturnType<AppOutputs['update']>): void => {
    const start = performance.now()
    const result = work()
    const { files, missing, trees } = outputs.dependencies
    watcher.follow({ trees, files: [...files, ...missing] })
    if (result === undefined) return
    const milliseconds = performance.now() - start
    const round = { host, milliseconds, hasOutputs: true, watching: files.length }
    printRound(result, { ...round, flags: { ...inertFlags, ...flags } })
  }
  try {
    round(() => outputs.refresh())
    await (host.interrupted?.() ?? new Promise<void>(() => {}))
  } finally {
    watcher.close()
  }
  return done
}

function summary({ operations }: ClientResult, isFailed: boolean, milliseconds: number): string {
  const time = `in ${(milliseconds / 1000).toFixed(1)} s`
  if (isFailed) return `errors, nothing written ${time}`
  return `${operations} ${operations === 1 ? 'operation' : 'operations'} ${time}`
}
