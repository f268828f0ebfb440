/*
 * The addresses that both Go's `mail.ParseAddress` and go-playground/validator v10 accept: `local@domain`, no display
 * name, letters beyond ASCII allowed. The validator's expression would backtrack exponentially in JavaScript, so its
 * language is written out here.
 */

const beyondAscii = '\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef'
const atomCharacters = `\\w!#$%&'*+\\-\\/=?^\`\\{\\|\\}~${beyondAscii}`
const quotedText = `"(?:[\\t !#-\\[\\]-~${beyondAscii}]|\\\\[\\t -~])+"`
const domainStart = `[a-zA-Z0-9${beyondAscii}]`
const domainEnd = `[a-zA-Z${beyondAscii}]`
const domain = `${domainStart}[a-zA-Z0-9\\-.~${beyondAscii}]*${domainEnd}`
/** A dot after a letter or digit and before a letter. */
const separated = `${domainStart}\\.${domainEnd}`

/** With the flag u. It never backtracks. */
export const emailPattern: string = /* @__PURE__ */ wholePattern()

function wholePattern(): string {
  const local = `(?:[${atomCharacters}]+(?:\\.[${atomCharacters}]+)*|${quotedText})`
  return `^${local}@(?![^@]*\\.\\.)(?=[^@]*${separated})${domain}$`
}
