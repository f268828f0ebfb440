import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Host } from './host.ts'
import { readVersion } from './report/version.ts'

/** A parsed, valid command line. */
export interface Flags {
  readonly inputs: readonly string[]
  readonly outDir?: string
  readonly watch: boolean
  readonly check: boolean
  readonly clean: boolean
  readonly dryRun: boolean
  readonly missing?: 'error' | 'zero'
  readonly any?: 'error' | 'unknown'
  readonly aliasTag?: string
  readonly config?: string
  readonly project?: string
  readonly cache: boolean
  readonly cacheDir?: string
  readonly json: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
}

/** @throws CommanderError after printing the error, the help or the version. */
export function readFlags(argv: readonly string[], host: Host): Flags {
  const command = declareCommand(host)
  command.parse([...argv], { from: 'user' })
  const off = {
    watch: false,
    check: false,
    clean: false,
    dryRun: false,
    json: false,
    quiet: false,
    verbose: false,
  }
  return { ...off, ...command.opts<Omit<Flags, 'inputs'>>(), inputs: command.args }
}

export function declareCommand(host: Host): Command {
  const existing = (path: string): string => existingPath(path, host.cwd)
  return new Command('ctxgen')
    .description(
      'Generates functions that bind requests to your TypeScript interfaces, one file beside each source.',
    )
    .usage('[options] <files, folders or globs...>')
    .argument(
      '[inputs...]',
      'sources: files, folders (recursive) or globs (default: the inputs of the config)',
    )
    .addOption(
      new Option('-o, --out-dir <dir>', 'write to this folder, mirroring the inputs').argParser(nonEmpty),
    )
    .addOption(new Option('-w, --watch', watchHelp).conflicts(['check', 'dryRun']))
    .option('--check', checkHelp)
    .option('--clean', 'remove generated files without a source')
    .option('--dry-run', 'print what would be written, and write nothing')
    .addOption(new Option('--missing <mode>', missingHelp).choices(['error', 'zero']))
    .addOption(new Option('--any <mode>', anyHelp).choices(['error', 'unknown']))
    .addOption(new Option('--alias-tag <tag>', aliasHelp).argParser(tagName))
    .addOption(new Option('--config <file>', configHelp).argParser(existing))
    .addOption(new Option('--project <tsconfig>', projectHelp).argParser(existing))
    .option('--no-cache', 'ignore the records of earlier runs')
    .addOption(new Option('--cache-dir <dir>', cacheHelp).argParser(nonEmpty))
    .option('--json', 'print each diagnostic as one line of JSON')
    .addOption(new Option('--quiet', 'print errors only').conflicts('verbose'))
    .option('--verbose', 'print the outcome of each file, and full diffs')
    .option('--no-color', 'print without colours')
    .version(readVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', moreHelp)
    .showHelpAfterError('Run ctxgen --help for usage.')
    .exitOverride()
    .configureOutput({ writeOut: host.stdout, writeErr: host.stderr })
}

const watchHelp = 'regenerate on changes, until Ctrl-C'
const checkHelp = 'write nothing; exit 1 and explain when a file is stale, edited, missing or orphaned'
const missingHelp = "the result of a missing required property: an error (default), or Go's zero value"
const anyHelp = 'the meaning of a property of type any: an error (default), or unknown'
const aliasHelp = 'a tag that means uri, query, header, cookie and form at once'
const configHelp =
  'the config file (default: the nearest ctxgen.config.{ts,js,mjs,json} or package.json "ctxgen")'
const projectHelp = 'the tsconfig that resolves imports (default: the nearest one)'

const cacheHelp = 'keep records of runs in this folder, for CI (default: node_modules/.cache/ctxgen)'

const moreHelp = `
Commands:
  ctxgen init                         write a config, a sample DTO, an app that serves it and scripts
  ctxgen openapi [app]                write an OpenAPI document of an app
  ctxgen asyncapi [app]               write an AsyncAPI document of its sockets and events
  ctxgen client [app]                 write a typed client of an app
  ctxgen lsp                          serve an editor: diagnostics while typing, completion, hover, fixes
  ctxgen migrate <library> <inputs>   write interfaces in place of schemas of zod, class-validator or typebox
  ctxgen completion <shell>           print completions for bash, zsh or fish

Examples:
  $ ctxgen src/dto                    write src/dto/user.bind.ts for src/dto/user.ts, and so on
  $ ctxgen                            the same for the config, with its documents and clients
  $ ctxgen --watch src/dto            and regenerate on changes
  $ ctxgen "src/**/*.dto.ts"          quote a glob to keep the shell from expanding it
  $ ctxgen -o src/generated src/dto   write elsewhere
  $ ctxgen --check src/dto            for CI: are all committed files up to date?
  $ ctxgen --clean --dry-run src/dto  print what would be written and removed
  $ source <(ctxgen completion bash)  complete options in this shell

Exit codes: 0 success, 1 an error in a source or an outdated file, 2 wrong usage.`

function nonEmpty(value: string): string {
  if (value === '') throw new InvalidArgumentError('It must not be empty.')
  return value
}

function tagName(value: string): string {
  const name = value.replace(/^@/, '')
  if (!/^[A-Za-z][\w-]*$/.test(name))
    throw new InvalidArgumentError('Expected a letter, then letters, digits, - or _.')
  return name
}

function existingPath(value: string, cwd: string): string {
  if (value === '' || !existsSync(resolve(cwd, value))) throw new InvalidArgumentError('It does not exist.')
  return value
}
