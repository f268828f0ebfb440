import { lineEnd } from './line-end.ts'

/** Keeps generated files (also `.bind.mts` and `.bind.cts`) out of the statistics and folded in reviews on GitHub. */
export const attributeLine = '*.bind.*ts linguist-generated=true'

/** The text of a .gitattributes with our line, or `undefined` when it says something of these files already. */
export function addAttribute(text: string): string | undefined {
  if (/^\s*\*\.bind\.\S*ts\s.*linguist-generated/m.test(text)) return undefined
  const eol = lineEnd(text)
  const gap = text === '' || text.endsWith('\n') ? '' : eol
  return `${text}${gap}${attributeLine}${eol}`
}
