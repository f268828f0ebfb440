/** How the lines of a text end. */
export function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}
