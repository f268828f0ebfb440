import { lineEnd } from './line-end.ts'

/** Excludes generated files (also `.bind.mts` and `.bind.cts`) from GitHub's statistics, and folds them in reviews. */
export const attributeLine = '*.bind.*ts linguist-generated=true'

/** Adds the line to a .gitattributes; `undefined` if it has one for these files already. */
export function addAttribute(text: string): string | undefined {
  if (/^\s*\*\.bind\.\S*ts\s.*linguist-generated/m.test(text)) return undefined
  const eol = lineEnd(text)
  const gap = text === '' || text.endsWith('\n') ? '' : eol
  return `${text}${gap}${attributeLine}${eol}`
}
