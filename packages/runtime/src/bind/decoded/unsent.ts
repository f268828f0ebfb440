/** A value that its declared type does not take. It is never sent: members that nobody declared may be private. */
export class UnsentError extends TypeError {
  private readonly value: unknown
  private readonly reason: string

  constructor(value: unknown, reason: string, places: readonly string[] = []) {
    const at = places.length === 0 ? '' : ` at ${places.join(' or ')}`
    super(`the value${at} cannot be sent: ${reason}`)
    this.value = value
    this.reason = reason
  }

  /** The error with the paths of the value in what was to be sent. */
  placed(root: unknown): UnsentError {
    return new UnsentError(this.value, this.reason, pathsTo(this.value, root))
  }
}

/**
 * Refuses a value of a union, for the log.
 *
 * @param union its type as the generated file writes it.
 * @param tags the literal members that distinguish its branches.
 */
export function unsent(value: unknown, union: string, tags: readonly string[] = []): never {
  throw new UnsentError(value, `no branch of ${union} takes it, ${reasonOf(value, tags)}`)
}

/** Refuses a value of another kind than the declared one, for the log. */
export function unsentKind(value: unknown, expected: string): never {
  throw new UnsentError(value, `expected ${expected}, got ${kindOf(value)}`)
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value !== 'object') return `a ${typeof value}`
  if (Array.isArray(value)) return `a list of ${value.length}`
  const names = namesOf(value)
  return names === '' ? 'an object without members' : `an object with the members ${names}`
}

function reasonOf(value: unknown, tags: readonly string[]): string {
  if (typeof value !== 'object' || value === null) return kindOf(value)
  if (Array.isArray(value)) return `it is ${kindOf(value)}`
  const found = tags.flatMap((tag) => {
    const sent: unknown = Reflect.get(value, tag)
    return sent === undefined ? [] : [`${JSON.stringify(tag)} is ${shownTag(sent)}`]
  })
  if (found.length > 0) return `its ${found.join(', its ')}`
  const names = namesOf(value)
  return names === '' ? kindOf(value) : `its members are ${names}`
}

function namesOf(value: object): string {
  const names = Object.keys(value)
  return names.slice(0, maxNames).map(shownTag).join(', ') + (names.length > maxNames ? ' …' : '')
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

/** The first paths of a value in another, which may hold it several times; none where own members do not lead to it. */
function pathsTo(wanted: unknown, root: unknown): readonly string[] {
  const found: string[] = []
  const seen = new Set<object>()
  const search = (from: unknown, path: string): void => {
    if (typeof from !== 'object' || from === null || seen.has(from)) return
    seen.add(from)
    for (const key of Object.keys(from)) {
      if (found.length === maxPlaces) return
      const member: unknown = Reflect.get(from, key)
      if (member === wanted) found.push(path + key)
      else search(member, `${path}${key}.`)
    }
  }
  search(root, '')
  return found
}

const maxPlaces = 3
