import type { Diagnostic } from '@ctxgen/codegen'
import type { TextEdit } from 'vscode-languageserver/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'

interface FixEdit {
  readonly title: string
  readonly edit: TextEdit
}

/** The edit of a diagnostic's fix; `undefined` if the text has changed since. */
export function fixEdit({ fix, span }: Diagnostic, document: TextDocument): FixEdit | undefined {
  if (fix === undefined || span === undefined) return undefined
  if ('importType' in fix) return importEdit(fix.importType, document)
  const { wrong, right } = fix
  const text = document.getText()
  const from = document.offsetAt({ line: span.line - 1, character: span.column - 1 })
  const at = indexOfWord(text, wrong, from)
  if (at === -1) return undefined
  const range = { start: document.positionAt(at), end: document.positionAt(at + wrong.length) }
  return { title: `Replace ${wrong} by ${right}`, edit: { range, newText: right } }
}

/** The first place of a text that is no part of a longer word. */
function indexOfWord(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at !== -1; at = text.indexOf(word, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + word.length]]
    const isLonger = (/\w/.test(before) && /^\w/.test(word)) || (/\w/.test(after) && /\w$/.test(word))
    if (!isLonger) return at
  }
  return -1
}

function importEdit(name: string, document: TextDocument): FixEdit {
  const title = `Import ${name} from @ctxgen/runtime`
  const text = document.getText()
  const end = endOfImport(text)
  const at = document.positionAt(end ?? 0)
  const newText = end === undefined ? `import type { ${name} } from '@ctxgen/runtime'\n` : `, ${name}`
  return { title, edit: { range: { start: at, end: at }, newText } }
}

/** The end of the last name that a file imports from the runtime as a type. */
function endOfImport(text: string): number | undefined {
  const from = ["'", '"']
    .map((mark) => text.indexOf(`from ${mark}@ctxgen/runtime${mark}`))
    .find((at) => at !== -1)
  if (from === undefined) return undefined
  const close = Math.max(text.lastIndexOf('}', from), 0)
  const names = text.slice(Math.max(text.lastIndexOf('import type {', from), 0), close).trimEnd()
  return names.startsWith('import type {') && /[\w$]$/.test(names)
    ? text.slice(0, close).trimEnd().length
    : undefined
}
