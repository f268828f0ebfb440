import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  type CodeAction,
  type CompletionItem,
  createProtocolConnection,
  type Diagnostic,
  type Hover,
  type Location,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'

/** An editor with the language server of a project, over stdin and stdout. */
export class EditorClient {
  readonly #folder: string
  readonly #connection: ProtocolConnection
  readonly #child
  readonly #texts = new Map<string, string>()
  readonly #found = new Map<string, readonly Diagnostic[]>()
  #onDiagnostics = (): void => {}
  stderr = ''

  private constructor(folder: string, argv: readonly string[]) {
    const bin = fileURLToPath(new URL('../../bin/ctxgen.js', import.meta.url))
    this.#folder = folder
    // VS Code's client gives its process; others do not.
    const own = [`--clientProcessId=${process.pid}`, '--stdio']
    this.#child = spawn(process.execPath, [bin, 'lsp', ...argv, ...own], { cwd: folder })
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    const { stdout, stdin } = this.#child
    this.#connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    )
    this.#connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
      this.#found.set(uri, diagnostics)
      this.#onDiagnostics()
    })
    this.#connection.onRequest('client/registerCapability', () => null)
    this.#connection.listen()
  }

  static async start(folder: string, argv: readonly string[] = []): Promise<EditorClient> {
    const client = new EditorClient(folder, argv)
    await client.#connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
    })
    await client.#connection.sendNotification('initialized', {})
    return client
  }

  uri(name: string): string {
    return pathToFileURL(join(this.#folder, name)).href
  }

  async open(name: string, text: string): Promise<void> {
    this.#texts.set(name, text)
    const textDocument = { uri: this.uri(name), languageId: 'typescript', version: 1, text }
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument })
  }

  /** Types a whole new text. */
  async type(name: string, text: string): Promise<void> {
    this.#texts.set(name, text)
    const textDocument = { uri: this.uri(name), version: 2 }
    await this.#connection.sendNotification('textDocument/didChange', {
      textDocument,
      contentChanges: [{ text }],
    })
  }

  async close(name: string): Promise<void> {
    await this.#connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: this.uri(name) },
    })
  }

  async changeOnDisk(name: string): Promise<void> {
    const changes = [{ uri: this.uri(name), type: 2 }]
    await this.#connection.sendNotification('workspace/didChangeWatchedFiles', { changes })
  }

  /** The diagnostics of a file, as soon as they are so. */
  async diagnostics(
    name: string,
    areSo: (found: readonly Diagnostic[]) => boolean,
  ): Promise<readonly Diagnostic[]> {
    for (;;) {
      const found = this.#found.get(this.uri(name)) ?? []
      if (areSo(found)) return found
      await new Promise<void>((resolve) => {
        this.#onDiagnostics = resolve
      })
    }
  }

  /** @param mark the position is behind it */
  complete(name: string, mark: string): Promise<readonly CompletionItem[]> {
    return this.#at('textDocument/completion', name, mark)
  }

  hover(name: string, mark: string): Promise<Hover | null> {
    return this.#at('textDocument/hover', name, mark)
  }

  implementation(name: string, mark: string): Promise<readonly Location[]> {
    return this.#at('textDocument/implementation', name, mark)
  }

  definition(name: string, mark: string): Promise<Location | null> {
    return this.#at('textDocument/definition', name, mark)
  }

  /** The text after the quick fix of a diagnostic. */
  async fix(name: string, { range }: Diagnostic): Promise<string | undefined> {
    const textDocument = { uri: this.uri(name) }
    const context = { diagnostics: [] }
    const request = { textDocument, range, context }
    const actions = await this.#connection.sendRequest<CodeAction[]>('textDocument/codeAction', request)
    const [edit] = actions[0]?.edit?.changes?.[textDocument.uri] ?? []
    if (edit === undefined) return undefined
    const text = this.#texts.get(name) ?? ''
    const [from, to] = [offsetOf(text, edit.range.start), offsetOf(text, edit.range.end)]
    return text.slice(0, from) + edit.newText + text.slice(to)
  }

  /** Returns the exit code. */
  async stop(): Promise<unknown> {
    const exit = once(this.#child, 'exit')
    await this.#connection.sendRequest('shutdown')
    await this.#connection.sendNotification('exit')
    const [code] = await exit
    this.#connection.dispose()
    return code
  }

  #at<T>(method: string, name: string, mark: string): Promise<T> {
    const text = this.#texts.get(name) ?? ''
    const before = text.slice(0, text.indexOf(mark) + mark.length).split('\n')
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
    return this.#connection.sendRequest(method, { textDocument: { uri: this.uri(name) }, position })
  }
}

function offsetOf(
  text: string,
  { line, character }: { readonly line: number; readonly character: number },
): number {
  const lines = text.split('\n').slice(0, line)
  return lines.reduce((sum, one) => sum + one.length + 1, 0) + character
}
