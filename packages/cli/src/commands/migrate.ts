import { relative } from 'node:path'
import {
  type Library,
  libraries,
  type MigratedFile,
  migrate as migrateSources,
} from '@ctxgen/codegen/migrate'
import { openProjectFile, writeProjectFile } from '@ctxgen/codegen/project-file'
import { findProjectRoot } from '@ctxgen/codegen/project-root'
import { Argument, Command, Option } from 'commander'
import { done, failed } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { printDiagnostics } from '../report/print-diagnostics.ts'
import { printableName } from '../report/printable.ts'

interface MigrateFlags {
  readonly outDir?: string
  readonly source: string
  readonly dryRun: boolean
  readonly json: boolean
  readonly color: boolean
}

/** Writes interfaces with tags in place of schemas, once: the new files are the user's. */
export async function migrate(argv: readonly string[], host: Host): Promise<number> {
  const command = declareMigrate(host).parse([...argv], { from: 'user' })
  const [library, ...inputs] = command.args as [Library, ...string[]]
  const off = { dryRun: false, json: false }
  const flags: MigrateFlags = { ...off, ...command.opts<Omit<MigrateFlags, keyof typeof off>>() }
  const { outDir, source } = flags
  const options = { library, inputs, cwd: host.cwd, source, ...(outDir !== undefined && { outDir }) }
  const { files, diagnostics } = migrateSources(options)
  if (diagnostics.length > 0) printDiagnostics(diagnostics, { ...flags, quiet: false }, host)
  const refused = files.filter((file) => !write(file, flags, host))
  const count = files.length - refused.length
  const written = `${count} ${count === 1 ? 'file' : 'files'} ${flags.dryRun ? 'to write' : 'written'}`
  if (!flags.json) host.stderr(`${written}, ${diagnostics.length} not carried over\n`)
  return refused.length > 0 ? failed : done
}

/** Returns whether the file was, or would be, written. */
function write({ path, text }: MigratedFile, { dryRun, json }: MigrateFlags, host: Host): boolean {
  const shown = printableName(relative(host.cwd, path))
  const found = openProjectFile(path, findProjectRoot(host.cwd), () => false)
  if ('refusal' in found) {
    const why = found.refusal === 'foreign' ? 'exists, and is left unchanged' : 'is outside the project'
    host.stderr(`error: ${shown} ${why}. Write elsewhere with -o.\n`)
    return false
  }
  if (!dryRun) writeProjectFile(found, text)
  if (!json) host.stdout(dryRun ? `// ${shown}\n${text}\n` : `${shown}\n`)
  return true
}

function declareMigrate(host: Host): Command {
  return new Command('ctxgen migrate')
    .description('Writes interfaces with tags in place of schemas, and lists what has no tag')
    .addArgument(new Argument('<library>', 'the library of the schemas').choices([...libraries]))
    .argument('<inputs...>', 'files, folders or globs with schemas')
    .option('-o, --out-dir <dir>', 'write to this folder, mirroring the inputs (default: beside each source)')
    .addOption(
      new Option('--source <tag>', 'the tag of the interfaces')
        .choices(['json', 'body', 'query', 'form'])
        .default('json'),
    )
    .option('--dry-run', 'print the new files, and write nothing')
    .option('--json', 'print each diagnostic as one line of JSON')
    .option('--no-color', 'print without colours')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run ctxgen migrate --help for usage.')
    .exitOverride()
    .configureOutput({ writeOut: host.stdout, writeErr: host.stderr })
}
