import type { LiteralValue } from '../../model/field-type.ts'
import type { TemplateForm } from '../../model/template-pattern.ts'
import * as gate from './literal.ts'

/** A value that is written as a literal. */
type Value = LiteralValue | Date | null

export type Item = Code | Value

/** The content of a hole in a template: code, a list of code, or a value, which becomes a literal. */
type Hole = Item | List | readonly Item[]

export type Piece = string | Code | List | Chain | Body

/** Whether a piece can be broken into lines: 0 never, 1 at type arguments alone, which is the last resort. */
type Breaks = 0 | 1 | 2

/**
 * A piece of generated code. Only this file makes one: of the text of a template, of other pieces and, through the gates, of
 * a user's text.
 */
export class Code {
  /** Itself on one line. */
  readonly flat: string
  readonly pieces: readonly Piece[]
  /** Columns on one line; infinite where it needs several. */
  readonly width: number
  readonly breaks: Breaks
  declare protected readonly isMadeHere: true

  constructor(flat: string, pieces: readonly Piece[], width: number = flat.length, breaks: Breaks = 0) {
    this.flat = flat
    this.pieces = pieces
    this.width = width
    this.breaks = breaks
  }

  /** A text with it in would become a literal. */
  toString(): never {
    throw new Error('code is no text')
  }
}

/** A name in a file. It is one object, so that code tells which names stand in it. */
export class Name extends Code {}

/** Code whose lists are those of the code around it. */
class Part extends Code {}

/** How a list is written. */
interface ListStyle {
  /** Between the items. Default: a comma. */
  readonly joint?: ',' | ';' | '|' | '||' | '&&'
  /** Whether a line takes as many items as fit; otherwise each item has a line. */
  readonly isFilled?: boolean
  /** Whether no comma follows the last item. */
  readonly isOpen?: boolean
  /** Whether it has several lines even where one would do. */
  readonly isTall?: boolean
  /** Breaks before a later list if the text after it then fits; `ifLong` where the text before that list does not. */
  readonly isFirst?: 'always' | 'ifLong' | undefined
  /** Breaks where nothing else does. */
  readonly isLast?: boolean
}

/** Items between brackets, or operands. */
export class List {
  readonly items: readonly Code[]
  readonly style: ListStyle
  readonly flat: string
  readonly width: number
  readonly breaks: Breaks

  constructor(items: readonly Item[], style: ListStyle) {
    const { joint = ',' } = style
    const between = joint === ',' || joint === ';' ? `${joint} ` : ` ${joint} `
    this.items = items.map(codeOf)
    this.style = style
    this.breaks = style.isLast ? 1 : 2
    let flat = ''
    let before = ''
    let isWide = style.isTall === true
    // Not joined: that would copy the text of each item once more at every level.
    for (const one of this.items) {
      flat += before + one.flat
      before = between
      isWide ||= one.width === Infinity
    }
    this.flat = flat
    this.width = isWide ? Infinity : flat.length
  }
}

/** Operands with operators, which begin the lines after the first. */
export class Chain {
  readonly start: Code
  readonly more: readonly (readonly [operator: string, operand: Code])[]
  readonly flat: string
  readonly width: number
  readonly breaks: Breaks = 2

  constructor(start: Code, more: Chain['more']) {
    this.start = start
    this.more = more
    this.flat = more.reduce((all, [operator, { flat }]) => `${all} ${operator} ${flat}`, start.flat)
    this.width = this.flat.length
  }
}

/** The statements of a function that is an argument. */
export class Body {
  readonly flat = ''
  readonly width: number = Infinity
  readonly breaks: Breaks = 2
  readonly statements: readonly Statement[]

  constructor(statements: readonly Statement[]) {
    this.statements = statements
  }
}

export type Statement =
  /** A line, or as many as it needs. */
  | Code
  | Block
  | Assignment
  | If
  /** `for (…)` */
  | { readonly kind: 'loop'; readonly head: Code; readonly body: readonly Statement[] }
  /** `case 'a':`, with its statements behind or below it. */
  | { readonly kind: 'case'; readonly label: Code; readonly body: readonly Code[] }
  | { readonly kind: 'blank' }

interface Block {
  readonly kind: 'block'
  readonly open: Code
  readonly body: readonly Statement[]
  readonly close: Code
}

export interface If {
  readonly kind: 'if'
  readonly condition: Code | List
  readonly body: readonly Statement[]
  readonly otherwise: readonly Statement[]
}

/** A value behind its start where it fits on that line, else below it. */
export interface Assignment {
  readonly kind: 'assign'
  readonly start: Code
  readonly value: Code
  /** Whether a longer value begins behind its start: always, or where it has no line of its own. */
  readonly isBehind?: 'always' | 'ifLong'
}

/** Code from a template. Its own texts are code; a value in a hole becomes a literal. */
function ofTemplate(texts: TemplateStringsArray, ...holes: readonly Hole[]): Code {
  let text = texts[0] ?? ''
  const pieces: Piece[] = []
  for (let i = 0; i < holes.length; i++) {
    const piece = pieceOf(holes[i] ?? null)
    const after = texts[i + 1] ?? ''
    if (typeof piece === 'string') text += piece + after
    // `{ }` around no members is `{}`.
    else if (piece instanceof List && piece.items.length === 0) text = text.trimEnd() + after.trimStart()
    else {
      if (text !== '') pieces.push(text)
      if (piece instanceof Part) pieces.push(...piece.pieces)
      else pieces.push(piece)
      text = after
    }
  }
  if (pieces.length === 0) return new Code(text, pieces)
  if (text !== '') pieces.push(text)
  return ofPieces(pieces)
}

function pieceOf(hole: Hole): string | Code | List {
  if (hole instanceof Code || hole instanceof List) return hole
  return isList(hole) ? new List(hole, {}) : gate.literal(hole)
}

function isList(hole: Value | readonly Item[]): hole is readonly Item[] {
  return Array.isArray(hole)
}

function codeOf(item: Item): Code {
  return item instanceof Code ? item : new Code(gate.literal(item), [])
}

function ofPieces(pieces: readonly Piece[]): Code {
  let flat = ''
  let isWide = false
  let breaks: Breaks = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') flat += piece
    else {
      flat += piece.flat
      isWide ||= piece.width === Infinity
      if (piece.breaks > breaks) breaks = piece.breaks
    }
  }
  return new Code(flat, pieces, isWide ? Infinity : flat.length, breaks)
}

/** Items that fill lines. */
function filled(items: readonly Item[], style: ListStyle = {}): List {
  return new List(items, { ...style, isFilled: true })
}

/** Items that never break. */
function joined(items: readonly Item[], between = ', '): Code {
  const pieces = items.flatMap((one, i): Piece[] => (i === 0 ? [codeOf(one)] : [between, codeOf(one)]))
  return ofPieces(pieces)
}

/** Type arguments, which have no comma at the end. */
function types(all: readonly Item[]): List {
  return new List(all, { isOpen: true, isLast: true })
}

/** `a | b`, with a line for each where they need more than one. */
function union(items: readonly Item[]): Code {
  const types = items.map(codeOf).flatMap((one) => unionIn(one)?.items ?? [one])
  const [only = code`never`, ...others] = types
  return others.length === 0 ? only : ofPieces([new List(types, { joint: '|', isLast: true })])
}

/** The list of a type of several, which needs parentheses before `[]`. */
export function unionIn({ pieces: [list] }: Code): List | undefined {
  return list instanceof List && list.style.joint === '|' ? list : undefined
}

/** `a ?? b ?? c` */
function firstPresent([start = code`undefined`, ...others]: readonly Code[]): Code {
  return chain(
    start,
    others.map((one) => ['??', one]),
  )
}

/** `condition ? yes : no` */
function either(condition: Code, yes: Code, no: Code): Code {
  return chain(condition, [
    ['?', yes],
    [':', no],
  ])
}

function chain(start: Code, more: Chain['more']): Code {
  return more.length === 0 ? start : ofPieces([new Chain(start, more)])
}

/** The statements of a function, or the members of the object that it returns. */
export type FunctionBody =
  | readonly Statement[]
  /** `isNames`: each is written as `name`. */
  | { readonly members: readonly Code[]; readonly isNames: boolean }

/** A function as an argument: `(at) => { … }` or `(at) => ({ … })`. */
function arrow(parameters: Code, body: FunctionBody): Code {
  return 'members' in body
    ? part(code`(${parameters}) => ({ ${body.members} })`)
    : part(ofPieces(['(', parameters, ') => {', new Body(body), '}']))
}

/** Code that breaks as the code around it does. */
function part({ flat, pieces, width, breaks }: Code): Code {
  return new Part(flat, pieces, width, breaks)
}

const plainName = /^[A-Za-z_$][\w$]*$/
const anyName = /^[\p{ID_Start}_$][\p{ID_Continue}$\u200C\u200D]*$/u

/** A name of the file. It must be an identifier. */
function word(text: string): Name {
  if (!plainName.test(text) && !anyName.test(text)) throw new Error(`${text} is no name`)
  return new Name(text, [])
}

/** A property name in an object literal or a type. */
function key(property: string): Code {
  return new Code(gate.propertyKey(property), [])
}

/** `object.name`, or `object['the name']`. */
function member(object: Code, property: string, dot: '.' | '?.' = '.'): Code {
  return ofPieces([object, gate.propertyAccess('', property, dot)])
}

/** A text in a comment. */
function comment(text: string): Code {
  return new Code(gate.commentText(text), [])
}

function regexp(source: string, flags: string): Code {
  return new Code(gate.regexp(source, flags), [])
}

function templateType(form: TemplateForm): Code {
  return new Code(gate.templateType(form), [])
}

/** The tag of templates, and the functions that make other pieces. */
export const code: typeof ofTemplate & {
  readonly arrow: typeof arrow
  readonly chain: typeof chain
  readonly comment: typeof comment
  readonly either: typeof either
  readonly filled: typeof filled
  readonly firstPresent: typeof firstPresent
  readonly joined: typeof joined
  readonly key: typeof key
  readonly member: typeof member
  readonly word: typeof word
  readonly part: typeof part
  readonly regexp: typeof regexp
  readonly templateType: typeof templateType
  readonly types: typeof types
  readonly union: typeof union
} = Object.assign(ofTemplate, {
  arrow,
  chain,
  comment,
  either,
  filled,
  firstPresent,
  joined,
  key,
  member,
  word,
  part,
  regexp,
  templateType,
  types,
  union,
})

/** Calls `visit` with each name in statements, as often as it stands there. */
export function eachName(parts: readonly (Statement | Piece)[], visit: (name: Name) => void): void {
  for (const one of parts) {
    if (typeof one === 'string') continue
    if (one instanceof Name) visit(one)
    else if (one instanceof Code) eachName(one.pieces, visit)
    else if (one instanceof List) eachName(one.items, visit)
    else if (one instanceof Body) eachName(one.statements, visit)
    else if (one instanceof Chain) eachName([one.start, ...one.more.map(([, operand]) => operand)], visit)
    else eachName(partsOf(one), visit)
  }
}

function partsOf(statement: Exclude<Statement, Code>): readonly (Statement | List)[] {
  switch (statement.kind) {
    case 'block':
      return [statement.open, ...statement.body, statement.close]
    case 'assign':
      return [statement.start, statement.value]
    case 'if':
      return [statement.condition, ...statement.body, ...statement.otherwise]
    case 'loop':
      return [statement.head, ...statement.body]
    case 'case':
      return [statement.label, ...statement.body]
    case 'blank':
      return []
  }
}
