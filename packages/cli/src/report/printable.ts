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

const unsafe = /(?![\t\n])[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu

/** A path for messages: relative to the working directory, with forward slashes. */
export function displayPath(cwd: string, path: string): string {
  return printable(relative(cwd, path).replaceAll(sep, '/') || '.')
}
