/** A regular expression, reduced to the parts that cause ambiguity. `source` is the text of the node. */
export type PatternNode =
  /** Matches one character. */
  | { readonly kind: 'atom'; readonly source: string }
  /** Matches nothing and may fail. */
  | { readonly kind: 'assertion'; readonly source: string }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly items: readonly PatternNode[] }
  | {
      readonly kind: 'repeat'
      readonly source: string
      readonly item: PatternNode
      readonly min: number
      readonly max: number
    }
  /** `(?=…)`: matches nothing; its content is matched separately. */
  | { readonly kind: 'look'; readonly item: PatternNode }

/** Parses a valid expression. */
export function parsePattern(source: string, flags: string): PatternNode {
  return new PatternParser(source, flags).choice()
}

const atom = /\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|.)|./suy
const assertion = /\^|\$|\\[bB]/y
const backreference = /\\([1-9]\d*)|\\k<([^>]*)>/y
const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y
const groupStart = /\((?:\?(?:<(?![=!])([^>]*)>|([a-z-]*:)|(<?[=!])))?/y

const classString = /\\q\{((?:[^\\}]|\\.)*)\}/gs
const alternative = /(?:[^\\|]|\\.)+/gs
const property = /\\p\{(?:Basic_Emoji|Emoji_Keycap_Sequence|RGI_\w+)\}/
const emoji: PatternNode = { kind: 'atom', source: '[\\p{Emoji}\\p{Emoji_Component}]' }

/** With the flag v a class (`[\q{ab|a}]`) or a property (`\p{RGI_Emoji}`) matches texts of several characters as well. */
function withStrings(source: string): PatternNode {
  const own: PatternNode = { kind: 'atom', source }
  const texts = [...source.matchAll(classString)].flatMap(([, list = '']) => stringsIn(list))
  if (property.test(source)) texts.push({ kind: 'sequence', items: [emoji, emoji] })
  return texts.length === 0 ? own : { kind: 'choice', items: [own, ...texts] }
}

/** The texts of `ab|a|` that are not one character; the class itself matches those. */
function stringsIn(list: string): readonly PatternNode[] {
  const atoms = new RegExp(atom.source, 'gsu')
  const texts = [...list.matchAll(alternative)].map(([text]) =>
    [...text.matchAll(atoms)].map(([one]): PatternNode => ({ kind: 'atom', source: `[${one}]` })),
  )
  const isEmpty = list === '' || /^\||\|\||\|$/.test(list)
  const several = texts.filter(({ length }) => length > 1)
  return [...several, ...(isEmpty ? [[]] : [])].map((items) => ({ kind: 'sequence', items }))
}

class PatternParser {
  readonly #source: string
  readonly #nestedClasses: boolean
  /** Closed groups, by number and by name. */
  readonly #groups = new Map<string, PatternNode>()
  #groupCount = 0
  #at = 0

  constructor(source: string, flags: string) {
    this.#source = source
    this.#nestedClasses = flags.includes('v')
  }

  choice(): PatternNode {
    const items = [this.#sequence()]
    while (this.#source[this.#at] === '|') {
      this.#at++
      items.push(this.#sequence())
    }
    const [only] = items
    return items.length === 1 && only !== undefined ? only : { kind: 'choice', items }
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = []
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] ?? ''))
      items.push(this.#term())
    return { kind: 'sequence', items }
  }

  #term(): PatternNode {
    const start = this.#at
    const item = this.#item()
    const found = this.#take(quantifier)
    if (found === undefined) return item
    const [text, least, comma, most] = found
    const min = least === undefined ? (text.startsWith('+') ? 1 : 0) : Number(least)
    const open = text.startsWith('?') ? 1 : Number.POSITIVE_INFINITY
    const max =
      least === undefined
        ? open
        : comma === undefined
          ? min
          : most === ''
            ? Number.POSITIVE_INFINITY
            : Number(most)
    return { kind: 'repeat', source: this.#source.slice(start, this.#at), item, min, max }
  }

  #item(): PatternNode {
    const asserted = this.#take(assertion)
    if (asserted !== undefined) return { kind: 'assertion', source: asserted[0] }
    const [reference, number, name] = this.#take(backreference) ?? []
    if (reference !== undefined) return this.#again(reference, number ?? name ?? '')
    const start = this.#take(groupStart)
    if (start !== undefined) return this.#group(start)
    const one = this.#source[this.#at] === '[' ? this.#class() : (this.#take(atom)?.[0] ?? '')
    return this.#nestedClasses ? withStrings(one) : { kind: 'atom', source: one }
  }

  /** A backreference matches a text of its group, or nothing. */
  #again(source: string, group: string): PatternNode {
    const none: PatternNode = { kind: 'assertion', source }
    const item = this.#groups.get(group)
    return item === undefined ? none : { kind: 'choice', items: [item, none] }
  }

  #group([, name, uncaptured, look]: RegExpExecArray): PatternNode {
    const isCaptured = uncaptured === undefined && look === undefined
    if (isCaptured) this.#groupCount++
    const number = String(this.#groupCount)
    const item = this.choice()
    this.#at++
    if (isCaptured) this.#groups.set(number, item)
    if (name !== undefined) this.#groups.set(name, item)
    return look === undefined ? item : { kind: 'look', item }
  }

  #class(): string {
    const start = this.#at
    let depth = 0
    do {
      const char = this.#source[this.#at]
      if (char === '\\') this.#at++
      else if (char === '[' && (depth === 0 || this.#nestedClasses)) depth++
      else if (char === ']') depth--
      this.#at++
    } while (depth > 0 && this.#at < this.#source.length)
    return this.#source.slice(start, this.#at)
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#source) ?? undefined
    if (found !== undefined) this.#at += found[0].length
    return found
  }
}
