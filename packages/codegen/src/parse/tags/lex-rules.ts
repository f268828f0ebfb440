/** One rule or alternative as written. Offsets are relative to the text. */
export interface RuleWord {
  /** Trimmed. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The alternatives between two commas, usually one. */
export interface RuleGroup {
  readonly words: readonly RuleWord[]
  /** The quoted text after the rule. */
  readonly message: string | undefined
}

/** A pattern may contain commas and bars. */
const patternAt = /pattern=\/(?:[^/\\[\r\n]|\\.|\[(?:[^\]\\\r\n]|\\.)*\])+\/[a-z]*/y
const messageAt = /\s+"((?:[^"\\]|\\.)*)"\s*(?=,|$)/sy

/** Splits `required,hexcolor|rgb "must be a colour",min=3` at commas and bars. */
export function lexRules(text: string): readonly RuleGroup[] {
  const groups: RuleGroup[] = []
  let at = 0
  do {
    const words: RuleWord[] = []
    do {
      if (words.length > 0) at++
      const word = readWord(text, at)
      words.push(trimmed(word))
      at = word.end
    } while (text[at] === '|')
    const message = match(messageAt, text, at)
    at += message?.[0].length ?? 0
    groups.push({ words, message: message?.[1]?.replace(/\\(.)/gs, '$1') })
    at++
  } while (at <= text.length)
  return groups
}

function readWord(text: string, from: number): RuleWord {
  let at = from
  while (/\s/.test(text[at] ?? '')) at++
  at += match(patternAt, text, at)?.[0].length ?? 0
  while (at < text.length && text[at] !== ',' && text[at] !== '|' && !match(messageAt, text, at)) at++
  return { text: text.slice(from, at), start: from, end: at }
}

function trimmed(word: RuleWord): RuleWord {
  const start = word.start + word.text.length - word.text.trimStart().length
  return { ...word, text: word.text.trim(), start, end: start + word.text.trim().length }
}

function match(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at
  return expression.exec(text) ?? undefined
}
