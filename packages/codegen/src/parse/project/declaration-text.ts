import type { ts } from 'ts-morph'

/** Matches text that {@link declarationText} must tidy. */
const untidy = /^readonly |\/[/*]|[^\S ]|\s\s|[;,]\s*$/

/** A declaration on one line, without comments: `page: int`. */
export function declarationText(node: ts.Node): string {
  const text = node.getText()
  if (!untidy.test(text)) return text
  return text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^readonly /, '')
    .replace(/[;,]\s*$/, '')
    .trim()
}
