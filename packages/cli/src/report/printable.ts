/**
 * Text from sources and file names, made safe for a terminal: a control character would move its cursor or change
 * its colours, a bidirectional one show the text in another order. Tabs and line ends stay.
 */
export function printable(text: string): string {
  return text.replace(unsafe, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Like {@link printable}, with one character for one, so that columns stay. */
export function printableLine(text: string): string {
  return text.replace(unsafe, '\uFFFD')
}

const unsafe = /(?![\t\n])[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu
