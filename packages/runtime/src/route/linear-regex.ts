import type { Atom } from './regex-characters.ts'
import { compileRegex, type Program } from './regex-program.ts'

/**
 * Compiles a regular expression in the syntax of Go's `regexp` (RE2) to an unanchored test.
 *
 * It follows all possible matches at once (Thompson's construction), in time linear in the value. The language's own
 * engine takes exponential time for some expressions, and clients choose the value.
 * @throws TypeError for an invalid expression, look-around or a back-reference, which cannot be matched in linear time.
 */
export function linearRegex(source: string): (value: string) => boolean {
  const program = compileRegex(source)
  return (value) => matches(program, value)
}

function matches(program: Program, value: string): boolean {
  const characters = [...value]
  const size = program.states.length
  let current = new StateSet(size)
  let next = new StateSet(size)
  for (let at = 0; at <= characters.length; at++) {
    // A match may begin at any character.
    follow(program, program.start, characters, at, current)
    if (current.accepts) return true
    const character = characters[at]
    if (character === undefined) return false
    const code = character.codePointAt(0) ?? 0
    for (let i = 0; i < current.count; i++) {
      const state = program.states[current.states[i] ?? 0]
      if (state?.kind === 'take' && takes(state.atom, code))
        follow(program, state.next, characters, at + 1, next)
    }
    if (next.accepts) return true
    ;[current, next] = [next, current]
    next.clear()
  }
  return false
}

/** Adds a state and all states reachable from it without a character. */
function follow(
  program: Program,
  from: number,
  characters: readonly string[],
  at: number,
  into: StateSet,
): void {
  if (!into.add(from)) return
  const state = program.states[from]
  if (state === undefined || state.kind === 'take') return
  if (state.kind === 'accept') into.accepts = true
  else if (state.kind === 'assert') {
    if (holds(state.what, characters, at)) follow(program, state.next, characters, at, into)
  } else {
    follow(program, state.first, characters, at, into)
    follow(program, state.second, characters, at, into)
  }
}

function takes({ negated, ranges }: Atom, code: number): boolean {
  for (let i = 0; i < ranges.length; i++) {
    const range = ranges[i]
    if (range !== undefined && code >= range[0] && code <= range[1]) return !negated
  }
  return negated
}

function holds(
  what: 'start' | 'end' | 'word' | 'no-word',
  characters: readonly string[],
  at: number,
): boolean {
  if (what === 'start') return at === 0
  if (what === 'end') return at === characters.length
  const atBoundary = isWord(characters[at - 1]) !== isWord(characters[at])
  return atBoundary === (what === 'word')
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character)
}

/** The active states at one position of the value. */
class StateSet {
  readonly states: Uint32Array
  readonly #member: Uint8Array
  count = 0
  accepts = false

  constructor(size: number) {
    this.states = new Uint32Array(size)
    this.#member = new Uint8Array(size)
  }

  add(state: number): boolean {
    if (this.#member[state] === 1) return false
    this.#member[state] = 1
    this.states[this.count++] = state
    return true
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.#member[this.states[i] ?? 0] = 0
    this.count = 0
    this.accepts = false
  }
}
