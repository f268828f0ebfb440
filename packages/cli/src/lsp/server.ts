import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Diagnostic } from '@ctxgen/codegen'
import type { Completion, EditorProject } from '@ctxgen/codegen/editor'
import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  type Location,
  MarkupKind,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Flags } from '../flags.ts'
import { failureText } from '../report/failure-text.ts'
import { fixEdit } from './fix-edit.ts'
import { locationOf, protocolDiagnostic, uriOf } from './to-protocol.ts'
import { Workspace } from './workspace.ts'

/** Serves an editor until it closes the connection. */
export function serveEditor(
  connection: Connection,
  flags: Pick<Flags, 'inputs' | 'config'>,
  cwd: string,
): Promise<void> {
  return new EditorServer(connection, flags, cwd).run()
}

/** Files whose changes may matter: sources, tsconfigs, configs and manifests. */
const watched = '**/*.{ts,mts,cts,tsx,json,js,mjs}'

class EditorServer {
  readonly #connection: Connection
  readonly #documents = new TextDocuments(TextDocument)
  readonly #workspace: Workspace
  /** As published last, by path. */
  readonly #diagnostics = new Map<string, readonly Diagnostic[]>()
  #canWatch = false

  constructor(connection: Connection, flags: Pick<Flags, 'inputs' | 'config'>, cwd: string) {
    this.#connection = connection
    this.#workspace = new Workspace(flags, cwd, {
      onDiagnostics: (path, found) => {
        this.#diagnostics.set(path, found)
        void connection.sendDiagnostics({ uri: uriOf(path), diagnostics: found.map(protocolDiagnostic) })
      },
      onFailure: (error) => connection.console.error(failureText(error)),
    })
  }

  run(): Promise<void> {
    const connection = this.#connection
    connection.onInitialize((params) => this.#initialize(params))
    connection.onInitialized(() => {
      if (!this.#canWatch) return
      void connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: watched }],
      })
    })
    connection.onDidChangeWatchedFiles(({ changes }) => {
      this.#workspace.touch(changes.flatMap(({ uri }) => pathOf(uri) ?? []))
    })
    this.#documents.onDidChangeContent(({ document }) => this.#setText(document.uri, document.getText()))
    this.#documents.onDidClose(({ document }) => this.#setText(document.uri, undefined))
    connection.onCompletion((at) => this.#complete(at))
    connection.onHover((at) => this.#hover(at))
    connection.onCodeAction(({ textDocument, range }) =>
      this.#fixes(textDocument.uri, range.start.line, range.end.line),
    )
    connection.onImplementation((at) => this.#binders(at))
    connection.onDefinition((at) => this.#declaration(at))
    this.#documents.listen(connection)
    const end = new Promise<void>((resolve) => connection.onExit(resolve))
    connection.listen()
    return end
  }

  #initialize({ capabilities }: InitializeParams): InitializeResult {
    this.#canWatch = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false
    return {
      serverInfo: { name: 'ctxgen' },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        // In comments VS Code offers words behind these alone.
        completionProvider: { triggerCharacters: ['@', ' ', ',', '=', '|'] },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        implementationProvider: true,
        definitionProvider: true,
      },
    }
  }

  #setText(uri: string, text: string | undefined): void {
    const path = pathOf(uri)
    if (path !== undefined) this.#workspace.setText(path, text)
  }

  async #complete({ textDocument, position }: TextDocumentPositionParams): Promise<CompletionItem[]> {
    const { path, project } = await this.#find(textDocument.uri)
    return (project?.complete(path, position) ?? []).map((one) => itemOf(one, position))
  }

  async #hover({ textDocument, position }: TextDocumentPositionParams) {
    const { path, project } = await this.#find(textDocument.uri)
    const value = project?.hover(path, position)
    return value === undefined ? null : { contents: { kind: MarkupKind.Markdown, value } }
  }

  async #fixes(uri: string, first: number, last: number): Promise<CodeAction[]> {
    const { path } = await this.#find(uri)
    const document = this.#documents.get(uri)
    if (document === undefined) return []
    return (this.#diagnostics.get(path) ?? []).flatMap((one): CodeAction[] => {
      if (one.span === undefined || one.span.line - 1 > last || one.span.endLine - 1 < first) return []
      const fix = fixEdit(one, document)
      if (fix === undefined) return []
      return [
        {
          title: fix.title,
          kind: CodeActionKind.QuickFix,
          isPreferred: true,
          diagnostics: [protocolDiagnostic(one)],
          edit: { changes: { [uri]: [fix.edit] } },
        },
      ]
    })
  }

  /** From the name of a DTO to its binders. */
  async #binders({ textDocument, position }: TextDocumentPositionParams): Promise<Location[]> {
    const { path, project } = await this.#find(textDocument.uri)
    const found = project?.bindersAt(path, position)
    if (found === undefined || !existsSync(found.output)) return []
    const lines = readFileSync(found.output, 'utf8').split('\n')
    return found.names.flatMap((name) => {
      const heads = [`export const ${name}:`, `export function ${name}(`]
      const line = lines.findIndex((one) => heads.some((head) => one.startsWith(head)))
      const character = lines[line]?.indexOf(name) ?? -1
      if (character === -1) return []
      const range = { start: { line, character }, end: { line, character: character + name.length } }
      return [{ uri: uriOf(found.output), range }]
    })
  }

  /** From a name in a generated file to its interface. */
  async #declaration({ textDocument, position }: TextDocumentPositionParams): Promise<Location | null> {
    const { path, project } = await this.#find(textDocument.uri)
    const line = this.#documents.get(textDocument.uri)?.getText().split('\n')[position.line] ?? ''
    const word = [...line.matchAll(/[\w$]+/g)].findLast(({ index }) => index <= position.character)?.[0] ?? ''
    const span = project?.declarationOf(path, word)
    return span === undefined ? null : locationOf(span)
  }

  async #find(uri: string): Promise<{ readonly path: string; readonly project: EditorProject | undefined }> {
    const path = pathOf(uri) ?? ''
    return { path, project: await this.#workspace.projectOf(path) }
  }
}

function pathOf(uri: string): string | undefined {
  return uri.startsWith('file:') ? fileURLToPath(uri) : undefined
}

const kinds = {
  tag: CompletionItemKind.Keyword,
  rule: CompletionItemKind.Function,
  word: CompletionItemKind.Value,
  property: CompletionItemKind.Property,
} as const

function itemOf(
  { label, kind, documentation, insert = label, replaces }: Completion,
  { line, character }: TextDocumentPositionParams['position'],
): CompletionItem {
  const range = { start: { line, character: character - replaces }, end: { line, character } }
  return {
    label,
    kind: kinds[kind],
    textEdit: { range, newText: insert },
    ...(documentation && { documentation: { kind: MarkupKind.Markdown, value: documentation } }),
  }
}
