import type { BindIssue, BindSourceName } from '../../error/bind-error.ts'
import { isRequired, unknownKey } from '../../error/english-issues.ts'
import type { Key } from '../../error/issue-details.ts'
import type { IssueText } from '../../error/issue-text.ts'
import { maxIssues } from '../../error/max-issues.ts'
import { type BindInput, defaultLimits, type NamedKeys, type UnknownKeys } from './bind-input.ts'
import { issueAt } from './issue-at.ts'
import { parserConfig } from './parser-config.ts'
import { type Missing, uncovered } from './uncovered.ts'

/** The maximum number of characters in all paths: every issue could lie below a key as long as the body. */
const maxPaths = 2 ** 18

/** An issue as it was reported. */
export interface FoundIssue {
  readonly source: BindSourceName
  /** From the value up to the source. */
  readonly keys: Key[]
  readonly issue: IssueText
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
  /** The maximum nesting depth of a decoded value; `enter` enforces it. */
  maxDepth: number = defaultLimits.maxDepth
  /** The values of each source, for properties with several sources. */
  drafts: Readonly<Partial<Record<BindSourceName, object>>> | undefined = undefined
  /** The order of issues, if it differs from the default. */
  order: readonly BindSourceName[] | undefined = undefined
  /** Properties with several sources, which are only missing after all sources were read. */
  shared: readonly string[] | undefined = undefined
  /** The result of a custom binder for the body. */
  custom: object | undefined = undefined
  /** Whether the body is treated as absent. */
  isEmpty = false
  /** The issue of a body that was read and has no bytes. */
  emptyBody: IssueText | undefined = undefined
  /** Whether the maximum number of issues is reached, after which no further elements are read. */
  isFull = false
  /** The property names by body key, where the two differ. */
  names: Readonly<Record<string, string>> | undefined = undefined
  private readonly out: object | undefined
  found: FoundIssue[] | undefined = undefined
  /** The depth of the current value. */
  level = 0
  /** The number of unknown keys so far. */
  private unknown = 0

  /** @param unknown of the DTO, before the setting of the app */
  constructor(c: BindInput, out?: object, unknown?: UnknownKeys) {
    this.c = c
    this.out = out
    this.refusesNull = false
    this.isStrict = false
    this.setUnknown(unknown)
  }

  /** Sets whether unknown keys are issues. @param unknown of the DTO, before the setting of the app */
  setUnknown(unknown: UnknownKeys | undefined): void {
    const declared = unknown ?? this.c.bindSettings().unknownKeys
    this.refusesNull = declared === 'error'
    this.isStrict = declared === undefined ? !parserConfig().ignoreUnknownKeys : this.refusesNull
  }

  /** The issue of an unknown key. */
  unknownIssue(key: string, known: NamedKeys | undefined): IssueText {
    return (known && this.c.bindSettings().similarKey?.(key, known, this.unknown++)) ?? unknownKey
  }

  /** Reports a value that does not fit. */
  wrong(key: Key, issue: IssueText): undefined {
    this.report(this.source, [key], issue, undefined)
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
    this.report(source, typeof key === 'object' ? [...key].reverse() : [key], isRequired, others)
    // Never used: the binder throws first.
    return undefined as never
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

  private report(
    source: BindSourceName,
    keys: Key[],
    issue: IssueText,
    others: readonly string[] | undefined,
  ): void {
    if (this.isFull) return
    this.found ??= []
    // '' means the entered value itself.
    if (this.level > 0 && keys[0] === '') keys.shift()
    const isDecoded = source === 'body' && this.isDecoded
    this.found.push({ source, keys, issue, others, isDecoded, level: this.level })
    this.isFull = this.found.length === maxIssues
  }

  /** The reported issues, wrong values before missing ones. */
  issues(): BindIssue[] {
    if (this.found === undefined) return []
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

function issueOf({ source, keys: upward, issue, isDecoded }: FoundIssue): BindIssue {
  const keys = upward.toReversed()
  return issueAt(source, keys.join('.'), issue, isDecoded ? keys : undefined)
}
