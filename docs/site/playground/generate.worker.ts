import './node/globals.ts'
import { packageFiles } from 'built:package-files'
import type { Diagnostic } from '@ctxgen/codegen'
import { generateClient } from '@ctxgen/codegen/client'
import { EditorProject } from '@ctxgen/codegen/editor'
import { documentText, generateOpenApi } from '@ctxgen/codegen/openapi'
import { ts } from 'ts-morph'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { fixEdit } from '../../../packages/cli/src/lsp/fix-edit.ts'
import type { Described, Generated, Problem, Reply, Route, ToGenerator } from './messages.ts'
import { rmSync, writeFileSync } from './node/fs.ts'

// The generator, over files in memory. It runs nothing of what it reads.

const source = '/app/dto.ts'
const output = '/app/dto.bind.ts'
const app = '/app/app.ts'

for (const [path, text] of Object.entries(packageFiles)) writeFileSync(path, text)
writeFileSync('/app/package.json', '{"name":"playground","version":"1.0.0","type":"module"}')
writeFileSync(
  '/app/tsconfig.json',
  '{"compilerOptions":{"module":"nodenext","target":"es2023","strict":true,"types":[]}}',
)

let project: EditorProject | undefined

function generate(text: string): Generated {
  // An empty file counts as one that is just being saved.
  writeFileSync(source, text === '' ? '\n' : text)
  project ??= new EditorProject({ inputs: [source], cwd: '/app', apps: [] })
  project.update([source])
  while (project.isWaiting) project.resume()
  const binder = project.textOf(source) ?? ''
  // An empty file would be one of somebody else.
  if (binder === '') rmSync(output)
  else writeFileSync(output, binder)
  return {
    binder,
    problems: project.diagnostics.map((one) => problemOf(one, text)),
    code: binder === '' ? undefined : codeOf(text, binder),
  }
}

/** Both modules as CommonJS, so that the runner links them without an address for each. */
function codeOf(text: string, binder: string): { readonly source: string; readonly binder: string } {
  const compilerOptions = {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ES2022,
    verbatimModuleSyntax: false,
  }
  const transpiled = (input: string): string => ts.transpileModule(input, { compilerOptions }).outputText
  return { source: transpiled(text), binder: transpiled(binder) }
}

function problemOf(diagnostic: Diagnostic, text: string): Problem {
  const { code, severity, message, hint, span } = diagnostic
  const document = TextDocument.create(source, 'typescript', 0, text)
  const offset = (line: number, column: number): number =>
    document.offsetAt({ line: line - 1, character: column - 1 })
  const isHere = span?.path === source
  const fix = isHere ? fixEdit(diagnostic, document) : undefined
  return {
    code,
    severity,
    message,
    hint,
    from: isHere ? offset(span.line, span.column) : 0,
    to: isHere ? offset(span.endLine, span.endColumn) : 0,
    fix: fix && {
      title: fix.title,
      from: document.offsetAt(fix.edit.range.start),
      to: document.offsetAt(fix.edit.range.end),
      text: fix.edit.newText,
    },
  }
}

/** An app with one route, which reads the DTO. */
function describe({ method, path, dto }: Route, isClient: boolean): Described {
  writeFileSync(
    app,
    `import { App } from '@ctxgen/runtime'
import { ${dto} } from './dto.bind.js'

export const app = new App()
app.add([${JSON.stringify(method)}], ${JSON.stringify(path)}, (c) => {
  c.bind().all(${dto})
  c.sendStatus(204)
})
`,
  )
  const options = { app, cwd: '/app' }
  if (isClient) {
    const { files, diagnostics } = generateClient({ ...options, output: 'api.ts' })
    return { text: files[0]?.text ?? failureText(diagnostics) }
  }
  const { documents, diagnostics } = generateOpenApi(options)
  const [first] = documents
  return {
    text: first === undefined ? failureText(diagnostics) : documentText(first.document, 'openapi.json'),
  }
}

function failureText(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ code, message, hint }) => `${code}: ${message}${hint === undefined ? '' : `\n${hint}`}`)
    .join('\n\n')
}

function positionOf(text: string, offset: number): { line: number; character: number } {
  return TextDocument.create(source, 'typescript', 0, text).positionAt(offset)
}

function answer(message: ToGenerator): unknown {
  switch (message.kind) {
    case 'generate':
      return generate(message.text)
    case 'openapi':
    case 'client':
      return describe(message.route, message.kind === 'client')
    case 'hover':
      return project?.hover(source, positionOf(message.text, message.offset))
    case 'complete':
      return project?.complete(source, positionOf(message.text, message.offset))
  }
}

addEventListener('message', ({ data }: MessageEvent<ToGenerator & { id: number }>) => {
  const reply = (sent: Reply): void => postMessage(sent)
  try {
    reply({ id: data.id, result: answer(data) })
  } catch (error) {
    project = undefined
    reply({ id: data.id, failure: error instanceof Error ? error.message : String(error) })
  }
})
