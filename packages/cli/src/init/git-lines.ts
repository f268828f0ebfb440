import { lineEnd } from './line-end.ts'

/** A line of a file of git, and the pattern of equivalent ones. */
export interface GitLine {
  readonly text: string
  readonly covered: RegExp
}

/** Excludes generated files (also `.bind.mts` and `.bind.cts`) from GitHub's statistics, and folds them in reviews. */
export const attributeLine: GitLine = {
  text: '*.bind.*ts linguist-generated=true',
  covered: /^\s*\*\.bind\.\S*ts\s.*linguist-generated/m,
}

/** The folders of installed packages and of compiled code. */
export const ignoredLines: readonly GitLine[] = [
  { text: 'node_modules/', covered: /^\s*(\*\*\/|\/)?node_modules(\/|\s*$)/m },
  { text: 'dist/', covered: /^\s*(\*\*\/|\/)?dist(\/|\s*$)/m },
]

/** Adds the lines that a file lacks; keeps all other text. */
export function addLines(text: string, lines: readonly GitLine[]): string {
  const missing = lines.filter(({ covered }) => !covered.test(text))
  if (missing.length === 0) return text
  const eol = lineEnd(text)
  const gap = text === '' || text.endsWith('\n') ? '' : eol
  return `${text}${gap}${missing.map((line) => `${line.text}${eol}`).join('')}`
}
