import { ts } from 'ts-morph'
import type { SourceSpan } from '../../model/source-span.ts'

export function spanOf(file: ts.SourceFile, start: number, end: number): SourceSpan {
  const from = file.getLineAndCharacterOfPosition(start)
  // Most spans are on one line; this check is cheaper than looking up the end.
  const isOneLine = end < (file.getLineStarts()[from.line + 1] ?? Number.POSITIVE_INFINITY)
  const to = isOneLine
    ? { line: from.line, character: from.character + end - start }
    : file.getLineAndCharacterOfPosition(end)
  return {
    path: file.fileName,
    line: from.line + 1,
    column: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
  }
}

export function spanOfNode(node: ts.Node): SourceSpan {
  const named = ts.isPropertySignature(node) || ts.isMethodSignature(node) || ts.isInterfaceDeclaration(node)
  const at = named ? node.name : node
  const file = node.getSourceFile()
  return spanOf(file, at.getStart(file), at.getEnd())
}
