/** The characters of names at the end of a text. A regular expression would try each start. */
export function typedWord(text: string): string {
  let at = text.length
  while (at > 0 && /[\w.-]/.test(text.charAt(at - 1))) at--
  return text.slice(at)
}
