import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ExtensionContext, type WorkspaceFolder, workspace } from 'vscode'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'

const clients = new Map<string, LanguageClient>()

/** Starts a server for each folder, and follows the folders. */
export function activate({ subscriptions }: ExtensionContext): void {
  for (const folder of workspace.workspaceFolders ?? []) start(folder)
  subscriptions.push(
    workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      for (const folder of added) start(folder)
      for (const folder of removed) void stop(folder)
    }),
  )
}

export async function deactivate(): Promise<void> {
  await Promise.all([...clients.values()].map((client) => client.stop()))
}

/** A folder without ctxgen gets no server: the version of the project decides what is right. */
function start(folder: WorkspaceFolder): void {
  const module = join(folder.uri.fsPath, 'node_modules/ctxgen/bin/ctxgen.js')
  if (folder.uri.scheme !== 'file' || !existsSync(module)) return
  const inputs = workspace.getConfiguration('ctxgen', folder.uri).get<readonly string[]>('inputs', [])
  // The client adds --stdio and its process.
  const args = ['lsp', ...inputs]
  const client = new LanguageClient(
    'ctxgen',
    'ctxgen',
    { module, args, transport: TransportKind.stdio, options: { cwd: folder.uri.fsPath } },
    {
      documentSelector: [{ scheme: 'file', language: 'typescript', pattern: `${folder.uri.fsPath}/**/*` }],
      workspaceFolder: folder,
    },
  )
  clients.set(folder.uri.toString(), client)
  void client.start()
}

async function stop({ uri }: WorkspaceFolder): Promise<void> {
  const client = clients.get(uri.toString())
  clients.delete(uri.toString())
  await client?.stop()
}
