/** Parses JSON that may have comments and trailing commas, as in a tsconfig. @throws SyntaxError */
export function parseJsonWithComments(text: string): unknown {
  return JSON.parse(
    text
      .replace(/^\uFEFF/, '')
      .replaceAll(comment, blank)
      .replaceAll(trailingComma, blank),
  )
}

/** A text in quotes, which stays, or a comment. */
const comment = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g

/** A text in quotes, which stays, or the comma before a closing bracket. */
const trailingComma = /"(?:[^"\\\n]|\\.)*"|(?<=[^\s[{,:]\s*),(?=\s*[\]}])/g

/** Positions stay, for the parser's messages. */
function blank(found: string): string {
  return found.startsWith('"') ? found : found.replaceAll(/[^\n\r]/g, ' ')
}
