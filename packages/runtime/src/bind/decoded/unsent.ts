import type { Plain, SentForm } from './sent-form.ts'

/** A value that no branch of its union takes. It is never sent: members that nobody declared may be private. */
class UnsentError extends TypeError {
  private readonly value: unknown
  private readonly words: readonly [union: string, reason: string]

  constructor(value: unknown, union: string, reason: string, place = '') {
    const at = place === '' ? '' : ` at ${place}`
    super(`the value${at} cannot be sent: no branch of ${union} takes it, ${reason}`)
    this.value = value
    this.words = [union, reason]
  }

  /** The error with the path of the value in what was to be sent. */
  placed(root: unknown): UnsentError {
    return new UnsentError(this.value, ...this.words, pathTo(this.value, root, new Set()))
  }
}

/**
 * Refuses a value of a union, for the log.
 *
 * @param union its type as the generated file writes it.
 * @param tags the literal members that distinguish its branches.
 */
export function unsent(value: unknown, union: string, tags: readonly string[] = []): never {
  throw new UnsentError(value, union, reasonOf(value, tags))
}

function reasonOf(value: unknown, tags: readonly string[]): string {
  if (typeof value !== 'object' || value === null) return `a ${typeof value}`
  if (Array.isArray(value)) return `it is a list of ${value.length}`
  const found = tags.flatMap((tag) => {
    const sent: unknown = Reflect.get(value, tag)
    return sent === undefined ? [] : [`${JSON.stringify(tag)} is ${shownTag(sent)}`]
  })
  if (found.length > 0) return `its ${found.join(', its ')}`
  const names = Object.keys(value)
  if (names.length === 0) return 'an object without members'
  const more = names.length > maxNames ? ' …' : ''
  return `its members are ${names.slice(0, maxNames).map(shownTag).join(', ')}${more}`
}

const maxNames = 10
const maxText = 60

function shownTag(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > maxText ? `${value.slice(0, maxText)}…` : value)
  }
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** The scalar of a union of scalars. @throws UnsentError for an object. */
export function sentScalar<T>(value: T, union: string): T {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? unsent(value, union)
    : value
}

/** The text of a discriminant; `undefined` for anything but a scalar, whose text could be chosen to pass. */
export function tagOf(value: unknown): string | undefined {
  return value === undefined || typeof value === 'object' || typeof value === 'function'
    ? undefined
    : String(value)
}

/** The declared properties of a value. @throws UnsentError with the place in it. */
export function sentCopy<T>(plain: Plain<T>, value: T, form: SentForm): unknown {
  try {
    return plain(value, form)
  } catch (error) {
    throw error instanceof UnsentError ? error.placed(value) : error
  }
}

/** The path of an object in a value; `''` for the value itself, and where own members do not lead to it. */
function pathTo(wanted: unknown, from: unknown, seen: Set<object>): string {
  if (typeof from !== 'object' || from === null || from === wanted || seen.has(from)) return ''
  seen.add(from)
  for (const key of Object.keys(from)) {
    const member: unknown = Reflect.get(from, key)
    if (member === wanted) return key
    const below = pathTo(wanted, member, seen)
    if (below !== '') return `${key}.${below}`
  }
  return ''
}
