import { BindError, type BindIssue, type BindSourceName, ParseError } from '../../error/bind-error.ts'
import { isEmpty, isRequired, misspeltKey, tooDeep, unknownKey } from '../../error/english-issues.ts'
import { type Key, withDetails } from '../../error/issue-details.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'
import { maxIssues } from '../../error/max-issues.ts'
import { type BindInput, defaultLimits, type UnknownKeys } from './bind-input.ts'
import { parserConfig } from './parser-config.ts'
import { type Missing, uncovered } from './uncovered.ts'

/** The reading order of sources, and thus the order of issues, unless a DTO declares another one. */
const sourceOrder: readonly BindSourceName[] = ['uri', 'body', 'query', 'header', 'cookie', 'respHeader']

/** The maximum number of characters in all paths: every issue could lie below a key as long as the body. */
const maxPaths = 2 ** 18

/** The maximum number of unknown keys for which a similar one is searched. */
const maxSuggested = 20

/** An issue as it was reported. */
export interface FoundIssue {
  readonly source: BindSourceName
  /** From the value up to the source. */
  readonly keys: Key[]
  readonly issue: IssueText
  readonly cause: unknown
  /** For a missing value, the other possible places; `undefined` for a wrong value. */
  readonly others: readonly string[] | undefined
  readonly isDecoded: boolean
  /** The level that `keys` have reached so far. */
  level: number
}

/**
 * The state of reading one request: the current source, the depth, and the issues so far.
 *
 * Nothing is allocated before the first issue, and paths are built on the way out. A reader's result for a wrong value
 * is never visible, because the binder then throws.
 */
export class Reading {
  readonly c: BindInput
  /** The current source, under which readers of nested values report issues. */
  source: BindSourceName = 'query'
  /** Whether the body's format has byte strings, unlike JSON. */
  isBinary = false
  /** Whether the body was decoded to objects and lists, so that paths lead into it. */
  isDecoded = false
  /** Whether the body cannot represent an empty list, so that an absent list is empty. */
  lacksEmptyLists = false
  /** Whether decoded objects are exclusive to this reading and may be modified in place. */
  ownsBody = false
  /** Whether unknown keys are issues. */
  isStrict: boolean
  /** Whether so is `null` for an optional member whose type lacks it. */
  refusesNull: boolean
  /** The maximum nesting depth of a decoded value; {@link Reading.enter} enforces it. */
  maxDepth: number = defaultLimits.maxDepth
  /** The values of each source, for properties with several sources. */
  drafts: Readonly<Partial<Record<BindSourceName, object>>> | undefined = undefined
  /** The order of issues, if it differs from the default. */
  order: readonly BindSourceName[] = sourceOrder
  /** Properties with several sources, which are only missing after all sources were read. */
  shared: readonly string[] | undefined = undefined
  /** The result of a custom binder for the body. */
  custom: object | undefined = undefined
  /** Whether the body is treated as absent. */
  isEmpty = false
  /** Whether the body was read and has no bytes. */
  private hasEmptyBody = false
  /** Whether the maximum number of issues is reached, after which no further elements are read. */
  isFull = false
  /** The property names by body key, where the two differ. */
  names: Readonly<Record<string, string>> | undefined = undefined
  private readonly out: object | undefined
  found: FoundIssue[] | undefined = undefined
  private level = 0
  private suggested = 0

  /** @param unknown of the DTO, before the setting of the app */
  constructor(c: BindInput, out?: object, unknown?: UnknownKeys) {
    this.c = c
    this.out = out
    const declared = unknown ?? c.bindSettings().unknownKeys
    this.refusesNull = declared === 'error'
    this.isStrict = declared === undefined ? !parserConfig().ignoreUnknownKeys : this.refusesNull
  }

  /** Reads a value under the setting of its own DTO, or of the app. */
  under<T>(unknown: UnknownKeys | 'app', read: () => T): T {
    const { isStrict, refusesNull } = this
    const declared = unknown === 'app' ? this.c.bindSettings().unknownKeys : unknown
    this.refusesNull = declared === 'error'
    this.isStrict = declared === undefined ? !parserConfig().ignoreUnknownKeys : this.refusesNull
    const made = read()
    this.isStrict = isStrict
    this.refusesNull = refusesNull
    return made
  }

  /** Whether an issue was reported for a member of the current object, from this source. */
  hasIssue(key: Key): boolean {
    const isOwn = ({ source, level, keys }: FoundIssue): boolean =>
      source === this.source && level === this.level && keys.length === 1 && keys[0] === key
    return this.found?.some(isOwn) ?? false
  }

  /** Reports an unknown key. @param names the known keys that a message may list */
  unknownKey(key: Key, names: readonly string[]): void {
    this.wrong(key, this.unknownIssue(String(key), names))
  }

  /** The issue of an unknown key. Only the first ones name a similar key, since comparing takes time. */
  unknownIssue(key: string, names: readonly string[]): IssueText {
    const { nearestName } = this.c.bindSettings()
    const name = this.suggested++ < maxSuggested ? nearestName?.(key, names) : undefined
    return name === undefined ? unknownKey : withValues(misspeltKey, { name })
  }

  /** The value of an absent list if the format cannot represent an empty one. */
  emptyList(): never[] | undefined {
    return this.lacksEmptyLists && this.level === 0 ? [] : undefined
  }

  /** Reports a value that does not fit; the message of a {@link ParseError} replaces that of the issue. */
  wrong(key: Key, issue: IssueText, cause?: unknown): undefined {
    this.report(this.source, [key], issue, cause, undefined)
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
    this.report(source, typeof key === 'object' ? [...key].reverse() : [key], isRequired, undefined, others)
    // Never used: the binder throws first.
    return undefined as never
  }

  /** Notes an empty body: an object whose members are all optional or have defaults, otherwise the only issue. */
  emptyBody(): undefined {
    this.hasEmptyBody = true
  }

  /** Reports an empty body where no object stands for it. */
  refuseEmpty(): void {
    if (this.hasEmptyBody) this.wrong('', isEmpty)
  }

  /** Resolves an absent required value: the value in `out`, or an issue. */
  required(key: Key, property?: string): never {
    const held = this.held(property ?? propertyOf(key, this.names))
    return held === absent ? this.missing(key) : (held as never)
  }

  /** Resolves an absent value: the value in `out`, or `otherwise`. `undefined` is typed as jsonNothing types it. */
  fallback(key: Key, otherwise: undefined, property?: string): never
  fallback<T>(key: Key, otherwise: T, property?: string): T
  fallback<T>(key: Key, otherwise: T, property?: string): T {
    const held = this.held(property ?? propertyOf(key, this.names))
    return held === absent ? otherwise : (held as T)
  }

  /** Resolves an absent value: the value in `out`, or `undefined`. */
  existing(key: Key, property?: string): never {
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
    throw issueError(this.source, '', withValues(tooDeep, { max: this.maxDepth }))
  }

  /** Leaves the value at `key`, and adds the key to the paths of issues found in it. */
  leave<T>(key: Key, made: T): T {
    this.level--
    if (this.found !== undefined) this.place(this.found, key)
    return made
  }

  private place(found: readonly FoundIssue[], key: Key): void {
    for (let i = found.length - 1; i >= 0; i--) {
      const one = found[i]
      if (one === undefined || one.level <= this.level) return
      one.level = this.level
      // The whole body has no key.
      if (key !== '' || this.level > 0) one.keys.push(key)
    }
  }

  private report(
    source: BindSourceName,
    keys: Key[],
    issue: IssueText,
    cause: unknown,
    others: readonly string[] | undefined,
  ): void {
    if (this.isFull) return
    this.found ??= []
    // '' means the entered value itself.
    if (this.level > 0 && keys[0] === '') keys.shift()
    const isDecoded = source === 'body' && this.isDecoded
    this.found.push({ source, keys, issue, cause, others, isDecoded, level: this.level })
    this.isFull = this.found.length === maxIssues
  }

  /** The reported issues, wrong values before missing ones. */
  issues(): BindIssue[] {
    if (this.found === undefined) return []
    if (this.hasEmptyBody) return [issueAt('body', '', isEmpty, undefined, this.isDecoded ? [''] : undefined)]
    const wrong: BindIssue[] = []
    const missing: Missing[] = []
    let characters = 0
    for (const one of this.found) {
      const issue = issueOf(one)
      characters += issue.path.length
      if (characters > maxPaths && wrong.length + missing.length > 0) break
      if (one.others === undefined) wrong.push(issue)
      else missing.push({ issue, others: one.others })
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
  const held: unknown = at.fallback<unknown>(key, absent, property)
  if (held !== absent) return held as never
  for (const keys of below) at.missing([key, ...keys])
  return undefined as never
}

function issueOf({ source, keys: upward, issue, cause, isDecoded }: FoundIssue): BindIssue {
  const keys = upward.toReversed()
  return issueAt(source, keys.join('.'), issue, cause, isDecoded ? keys : undefined)
}

/** An error of one issue. */
export function issueError(
  source: BindSourceName,
  path: string,
  issue: IssueText,
  cause?: unknown,
): BindError {
  return new BindError([issueAt(source, path, issue, cause)])
}

/** An issue with its place. @param keys its path in parts, in a decoded body */
export function issueAt(
  source: BindSourceName,
  path: string,
  { code, expected, text, values, message = text }: IssueText,
  cause?: unknown,
  keys?: readonly Key[],
): BindIssue {
  const own = cause instanceof ParseError && cause.message
  if (own) return withDetails({ source, path, code: 'custom', message: own, cause }, { keys })
  const issue: Writable<BindIssue> =
    expected === undefined ? { source, path, code, message } : { source, path, code, expected, message }
  if (values !== undefined) issue.values = values
  if (cause !== undefined) issue.cause = cause
  return withDetails(issue, { keys, text })
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }
