import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Host } from './host.ts'

/** The command line, read and found right. */
export interface Flags {
  readonly inputs: readonly string[]
  readonly outDir?: string
  readonly watch: boolean
  readonly check: boolean
  readonly clean: boolean
  readonly dryRun: boolean
  readonly missing?: 'error' | 'zero'
  readonly aliasTag?: string
  readonly config?: string
  readonly project?: string
  readonly cache: boolean
  readonly json: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
}

/** @throws CommanderError after it has printed why, or the help or the version. */
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
      'Writes the functions that bind requests to your TypeScript interfaces, one file beside each source.',
    )
    .usage('[options] <files, folders or globs...>')
    .argument(
      '[inputs...]',
      'where the interfaces are: files, folders (with all below them) or globs (default: those of the config)',
    )
    .addOption(new Option('-o, --out-dir <dir>', 'write there, mirroring the inputs').argParser(nonEmpty))
    .addOption(new Option('-w, --watch', watchHelp).conflicts(['check', 'dryRun']))
    .option('--check', checkHelp)
    .option('--clean', 'remove generated files whose source is gone')
    .option('--dry-run', 'say what would be written')
    .addOption(new Option('--missing <mode>', missingHelp).choices(['error', 'zero']))
    .addOption(new Option('--alias-tag <tag>', aliasHelp).argParser(tagName))
    .addOption(new Option('--config <file>', configHelp).argParser(existing))
    .addOption(new Option('--project <tsconfig>', projectHelp).argParser(existing))
    .option('--no-cache', 'read every source, whatever an earlier run has found')
    .option('--json', 'print each diagnostic as one line of JSON')
    .addOption(new Option('--quiet', 'print errors only').conflicts('verbose'))
    .option('--verbose', 'print what became of each file, and whole diffs')
    .option('--no-color', 'print without colours')
    .version(readVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', moreHelp)
    .showHelpAfterError('Run ctxgen --help to see what it understands.')
    .exitOverride()
    .configureOutput({ writeOut: host.stdout, writeErr: host.stderr })
}

const watchHelp = 'generate again what changed, until Ctrl-C'
const checkHelp =
  'write nothing; exit 1 when a file is stale, edited, missing or orphaned, and say which and why'
const missingHelp = "what an absent required property becomes: an error (the default), or Go's zero value"
const aliasHelp = 'a tag that stands for uri, query, header, cookie and form at once'
const configHelp = 'the config (default: the nearest ctxgen.config.{ts,js,mjs,json} or package.json "ctxgen")'
const projectHelp = 'the tsconfig that resolves imports (default: the nearest one)'

const moreHelp = `
Commands:
  ctxgen init                         write a config, a sample DTO, an app that serves it and scripts
  ctxgen completion <shell>           print the completions of bash, zsh or fish

Examples:
  $ ctxgen src/dto                    write src/dto/user.bind.ts for src/dto/user.ts, and so on
  $ ctxgen                            the same for the inputs that the config names
  $ ctxgen --watch src/dto            and again whenever something changes
  $ ctxgen "src/**/*.dto.ts"          quote a glob, so that ctxgen and not the shell reads it
  $ ctxgen -o src/generated src/dto   write elsewhere
  $ ctxgen --check src/dto            for CI: is everything that is committed up to date?
  $ ctxgen --clean --dry-run src/dto  what would be written and removed?
  $ source <(ctxgen completion bash)  complete options in this shell

Exit codes: 0 done, 1 an error in a source or a file that is not up to date, 2 wrong usage.`

function nonEmpty(value: string): string {
  if (value === '') throw new InvalidArgumentError('It is empty.')
  return value
}

function tagName(value: string): string {
  const name = value.replace(/^@/, '')
  if (!/^[A-Za-z][\w-]*$/.test(name))
    throw new InvalidArgumentError('A tag is a letter, then letters, digits, - or _.')
  return name
}

function existingPath(value: string, cwd: string): string {
  if (value === '' || !existsSync(resolve(cwd, value))) throw new InvalidArgumentError('It does not exist.')
  return value
}

function readVersion(): string {
  const path = createRequire(import.meta.url).resolve('ctxgen/package.json')
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return 'unknown'
  return String(manifest.version)
}
