import { Command } from 'commander'
import { createConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node'
import { done } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { serveEditor } from '../lsp/server.ts'

/** A language server for editors, over stdin and stdout. */
export async function lsp(argv: readonly string[], host: Host): Promise<number> {
  const command = new Command('ctxgen lsp')
    .description(
      'Serves an editor over stdin and stdout: diagnostics while typing, completion, hover and fixes',
    )
    .argument('[inputs...]', 'files, folders or globs (default: those of the config above each document)')
    .option('-c, --config <path>', 'config file (default: the nearest one above each document)')
    .option('--stdio', 'as editors ask for it; there is no other way')
    .option('--clientProcessId <pid>', 'the process of the editor: without it the server ends')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ writeOut: host.stdout, writeErr: host.stderr })
    .parse([...argv], { from: 'user' })
  const { config } = command.opts<{ readonly config?: string }>()
  const streams = [new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout)] as const
  const connection = createConnection(...streams)
  await serveEditor(connection, { inputs: command.args, ...(config !== undefined && { config }) }, host.cwd)
  return done
}
