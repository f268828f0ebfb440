const visible = /^[\x20-\x7e]*$/

/** Text for a line of a log: control characters and line separators as escapes, so that nobody forges a line. */
export function cleanText(text: string): string {
  if (visible.test(text)) return text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, escaped)
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
