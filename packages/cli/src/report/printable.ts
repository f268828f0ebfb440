import { relative, sep } from 'node:path'

/**
 * Escapes text from sources and file names for a terminal: control characters would move the cursor or change colours,
 * bidirectional ones reorder the text. Keeps tabs and line ends.
 */
export function printable(text: string): string {
  return text.replace(unsafe, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Like {@link printable}, but one character for one, to keep columns. */
export function printableLine(text: string): string {
  return text.replace(unsafe, '\uFFFD')
}

/** Like {@link printable}, for a name: a line end in it would let its rest pass for a line of its own. */
export function printableName(text: string): string {
  return withoutCommands(printable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t'))
}

/**
 * Escapes what the runner of GitHub Actions would execute: `::command::` at the start of a line, after blanks, and
 * `##[command]` anywhere.
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^([^\S\n]*)::/gm, '$1\\u{3a}:').replaceAll('##[', '#\\u{23}[')
}

const unsafe = /(?![\t\n])[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu

/** A path for messages: relative to the working directory, with forward slashes. */
export function displayPath(cwd: string, path: string): string {
  return printableName(relative(cwd, path).replaceAll(sep, '/') || '.')
}
