/** The line end of a text. */
export function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}
