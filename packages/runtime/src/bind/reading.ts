import { nearestName } from '@ctxgen/core/nearest-name'
import { BindError, type BindIssue, type BindSourceName, ParseError } from '../error/bind-error.ts'
import { type Key, withDetails } from '../error/issue-details.ts'
import { mostIssues } from '../error/most-issues.ts'
import { type BindInput, defaultLimits, type UnknownKeys } from './bind-input.ts'
import { parserConfig } from './parser-config.ts'
import { type Missing, uncovered } from './uncovered.ts'

/** The reading order of sources, and thus the order of faults, unless a DTO declares another one. */
const sourceOrder: readonly BindSourceName[] = ['uri', 'body', 'query', 'header', 'cookie', 'respHeader']

/** The maximum number of characters in all paths: every fault could lie below a key as long as the body. */
const maxPaths = 2 ** 18

/** The maximum number of unknown keys for which a similar one is searched. */
const mostSuggested = 20

/** A fault as it was reported. */
export interface Fault {
  readonly source: BindSourceName
  /** From the value up to the source. */
  readonly keys: Key[]
  readonly message: string
  readonly cause: unknown
  /** For a missing value, the other possible places; `undefined` for a wrong value. */
  readonly others: readonly string[] | undefined
  readonly isDecoded: boolean
  /** The level that `keys` have reached so far. */
  level: number
}

/**
 * The state of reading one request: the current source, the depth, and the faults so far.
 *
 * Nothing is allocated before the first fault, and paths are built on the way out. A reader's result for a faulty value
 * is never visible, because the binder then throws.
 */
export class Reading {
  readonly c: BindInput
  /** The current source, under which readers of nested values report faults. */
  source: BindSourceName = 'query'
  /** Whether the body's format has byte strings, unlike JSON. */
  isBinary = false
  /** Whether the body was decoded to objects and lists, so that paths lead into it. */
  isDecoded = false
  /** Whether the body cannot represent an empty list, so that an absent list is empty. */
  lacksEmptyLists = false
  /** Whether decoded objects are exclusive to this reading and may be modified in place. */
  ownsBody = false
  /** Whether unknown keys are faults. */
  isStrict: boolean
  /** Whether so is `null` for an optional member whose type lacks it. */
  refusesNull: boolean
  /** The maximum nesting depth of a decoded value; {@link Reading.enter} enforces it. */
  maxDepth: number = defaultLimits.maxDepth
  /** The values of each source, for properties with several sources. */
  drafts: Readonly<Partial<Record<BindSourceName, object>>> | undefined = undefined
  /** The order of faults, if it differs from the default. */
  order: readonly BindSourceName[] = sourceOrder
  /** Properties with several sources, which are only missing after all sources were read. */
  shared: readonly string[] | undefined = undefined
  /** The result of a custom binder for the body. */
  custom: object | undefined = undefined
  /** Whether the body is treated as absent. */
  isEmpty = false
  /** Whether the body was read and has no bytes. */
  private hasEmptyBody = false
  /** Whether the maximum number of faults is reached, after which no further elements are read. */
  isFull = false
  /** The property names by body key, where the two differ. */
  names: Readonly<Record<string, string>> | undefined = undefined
  private readonly out: object | undefined
  faults: Fault[] | undefined = undefined
  private level = 0
  private suggested = 0

  /** @param unknown of the DTO, before the setting of the app */
  constructor(c: BindInput, out?: object, unknown?: UnknownKeys) {
    this.c = c
    this.out = out
    const said = unknown ?? c.bindSettings().unknownKeys
    this.refusesNull = said === 'error'
    this.isStrict = said === undefined ? !parserConfig().ignoreUnknownKeys : this.refusesNull
  }

  /** Reads a value under the setting of its own DTO, or of the app. */
  under<T>(unknown: UnknownKeys | 'app', read: () => T): T {
    const { isStrict, refusesNull } = this
    const said = unknown === 'app' ? this.c.bindSettings().unknownKeys : unknown
    this.refusesNull = said === 'error'
    this.isStrict = said === undefined ? !parserConfig().ignoreUnknownKeys : this.refusesNull
    const made = read()
    this.isStrict = isStrict
    this.refusesNull = refusesNull
    return made
  }

  /** Whether a fault was reported for a member of the current object. */
  hasFault(key: Key): boolean {
    const isOwn = ({ level, keys }: Fault): boolean =>
      level === this.level && keys.length === 1 && keys[0] === key
    return this.faults?.some(isOwn) ?? false
  }

  /** Reports an unknown key. @param names the known keys that a message may list */
  unknownKey(key: Key, names: readonly string[]): void {
    this.wrong(key, this.unknownMessage(String(key), names))
  }

  /** The message for an unknown key. Only the first ones name a similar key, since comparing takes time. */
  unknownMessage(key: string, names: readonly string[]): string {
    const message = 'is not a known key'
    const nearest = this.suggested++ < mostSuggested ? nearestName(key, names) : undefined
    return nearest === undefined ? message : `${message}; did you mean ${nearest}?`
  }

  /** The value of an absent list if the format cannot represent an empty one. */
  emptyList(): never[] | undefined {
    return this.lacksEmptyLists && this.level === 0 ? [] : undefined
  }

  /** Reports a value that does not fit; the message of a {@link ParseError} replaces `message`. */
  wrong(key: Key, message: string, cause?: unknown): undefined {
    const words = (cause instanceof ParseError && cause.message) || message
    this.report(this.source, [key], words, cause, undefined)
  }

  /**
   * Reports a required value without a source. `others` are its other possible places, such as `query page_no`: if a
   * wrong value was reported there, the value is not reported as missing.
   */
  missing(
    key: Key | readonly Key[],
    source: BindSourceName = this.source,
    others: readonly string[] = [],
  ): never {
    this.report(
      source,
      typeof key === 'object' ? [...key].reverse() : [key],
      'is required',
      undefined,
      others,
    )
    // Never used: the binder throws first.
    return undefined as never
  }

  /** Notes an empty body: an object whose members are all optional or have defaults, otherwise the only fault. */
  emptyBody(): undefined {
    this.hasEmptyBody = true
  }

  /** Reports an empty body where no object stands for it. */
  refuseEmpty(): void {
    if (this.hasEmptyBody) this.wrong('', 'is empty')
  }

  /** Resolves an absent required value: the value in `out`, or a fault. */
  required(key: Key, property?: string): never {
    const held = this.held(property ?? propertyOf(key, this.names))
    return held === absent ? this.missing(key) : (held as never)
  }

  /** Resolves an absent value: the value in `out`, or `otherwise`. `undefined` is typed as jsonNothing types it. */
  orElse(key: Key, otherwise: undefined, property?: string): never
  orElse<T>(key: Key, otherwise: T, property?: string): T
  orElse<T>(key: Key, otherwise: T, property?: string): T {
    const held = this.held(property ?? propertyOf(key, this.names))
    return held === absent ? otherwise : (held as T)
  }

  /** Resolves an absent value: the value in `out`, or `undefined`. */
  standIn(key: Key, property?: string): never {
    const held = this.held(property ?? propertyOf(key, this.names))
    return (held === absent ? undefined : held) as never
  }

  /** The substitute for an absent property of the DTO; nested members have none. */
  private held(property: string): unknown {
    if (this.level > 0) return absent
    const made = ownValue(this.custom, property)
    if (made !== undefined) return made
    if (this.shared?.includes(property)) return undefined
    const held = ownValue(this.out, property)
    return held === undefined ? absent : held
  }

  /**
   * Enters a value; {@link Reading.leave} undoes it.
   *
   * @throws BindError beyond `maxDepth`, so that a recursive type cannot exhaust the stack.
   */
  enter(): void {
    if (++this.level > this.maxDepth) this.tooDeep()
  }

  /** Whether another level is allowed. */
  mayEnter(): boolean {
    return this.level < this.maxDepth
  }

  /** @throws BindError for the whole source. */
  tooDeep(): never {
    throw new BindError([
      { source: this.source, path: '', message: `is more than ${this.maxDepth} values deep` },
    ])
  }

  /** Leaves the value at `key`, and adds the key to the paths of faults found in it. */
  leave<T>(key: Key, made: T): T {
    this.level--
    if (this.faults !== undefined) this.place(this.faults, key)
    return made
  }

  private place(faults: readonly Fault[], key: Key): void {
    for (let i = faults.length - 1; i >= 0; i--) {
      const fault = faults[i]
      if (fault === undefined || fault.level <= this.level) return
      fault.level = this.level
      // The whole body has no key.
      if (key !== '' || this.level > 0) fault.keys.push(key)
    }
  }

  private report(
    source: BindSourceName,
    keys: Key[],
    message: string,
    cause: unknown,
    others: readonly string[] | undefined,
  ): void {
    if (this.isFull) return
    this.faults ??= []
    // '' means the entered value itself.
    if (this.level > 0 && keys[0] === '') keys.shift()
    const isDecoded = source === 'body' && this.isDecoded
    this.faults.push({ source, keys, message, cause, others, isDecoded, level: this.level })
    this.isFull = this.faults.length === mostIssues
  }

  private emptyFault(): Fault {
    const { isDecoded, level } = this
    return {
      source: 'body',
      keys: [''],
      message: 'is empty',
      cause: undefined,
      others: undefined,
      isDecoded,
      level,
    }
  }

  /** The reported faults, wrong values before missing ones. */
  issues(): BindIssue[] {
    if (this.faults === undefined) return []
    if (this.hasEmptyBody) return [issueOf(this.emptyFault())]
    const wrong: BindIssue[] = []
    const missing: Missing[] = []
    let characters = 0
    for (const fault of this.faults) {
      const issue = issueOf(fault)
      characters += issue.path.length
      if (characters > maxPaths && wrong.length + missing.length > 0) break
      if (fault.others === undefined) wrong.push(issue)
      else missing.push({ issue, others: fault.others })
    }
    return [...wrong, ...uncovered(missing, wrong)]
  }
}

/** An own property, since every object inherits some names. `null` is a value. */
function ownValue(object: object | undefined, property: string): unknown {
  return object !== undefined && Object.hasOwn(object, property) ? Reflect.get(object, property) : undefined
}

/** The property for a key. */
export function propertyOf(key: Key, names: Readonly<Record<string, string>> | undefined): string {
  return (names !== undefined && Object.hasOwn(names, key) ? names[key] : undefined) ?? String(key)
}

/** Marks the lack of a substitute; `undefined` may be one. */
const absent = Symbol('absent')

/**
 * {@link Reading.required} for an object that may be absent except for required members, whose key paths are `below`.
 */
export function requiredBelow(
  at: Reading,
  key: Key,
  below: readonly (readonly string[])[],
  property?: string,
): never {
  const held: unknown = at.orElse<unknown>(key, absent, property)
  if (held !== absent) return held as never
  for (const keys of below) at.missing([key, ...keys])
  return undefined as never
}

function issueOf({ source, keys: upward, message, cause, isDecoded }: Fault): BindIssue {
  const keys = upward.toReversed()
  const path = keys.join('.')
  const issue = cause === undefined ? { source, path, message } : { source, path, message, cause }
  return isDecoded ? withDetails(issue, { keys }) : issue
}
