import { ts } from 'ts-morph'

/** The syntax errors of a generated file. */
export function syntaxErrors(path: string, text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  })
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

/** Line terminators and bidirectional controls are never harmless unescaped. */
const neverRaw = /[\p{Cf}\p{Zl}\p{Zp}]|[^\P{Cc}\t\n\r]/u

/** Places of a text outside of string literals. */
export function unescapedPlaces(path: string, text: string, wanted: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (!neverRaw.test(wanted) && isInString(source, at, at + wanted.length)) continue
    const { line, character } = source.getLineAndCharacterOfPosition(at)
    found.push(`${JSON.stringify(wanted)} stands unescaped at ${line + 1}:${character + 1}`)
  }
  return found
}

function isInString(source: ts.SourceFile, start: number, end: number): boolean {
  let node: ts.Node = source
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(node, (child) =>
      child.getStart(source) < start && end < child.end ? child : undefined,
    )
    if (inner === undefined) return ts.isStringLiteral(node)
    node = inner
  }
}
