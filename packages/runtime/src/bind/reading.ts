import { BindError, type BindIssue, type BindSourceName } from '../error/bind-error.ts'
import { type Key, withDetails } from '../error/issue-details.ts'
import { ParseError } from '../error/parse-error.ts'
import { RouteError } from '../error/route-error.ts'
import { type BindInput, defaultBindSettings } from './bind-input.ts'
import { parserConfig } from './parser-config.ts'
import { type Missing, uncovered } from './uncovered.ts'

/** The order in which sources are read, and so the order of their faults, unless a DTO says otherwise. */
const sourceOrder: readonly BindSourceName[] = ['uri', 'body', 'query', 'header', 'cookie', 'respHeader']

/** Most faults that are collected: a body has room for a million. */
const maxFaults = 20_000

/** Most characters in the paths of all faults: a body has room for a key of its own length above each of them. */
const maxPaths = 2 ** 18

interface Fault {
  readonly source: BindSourceName
  /** From the value up to the source. */
  readonly keys: Key[]
  readonly message: string
  readonly cause: unknown
  /** Where else a missing value may come from; `undefined` for a wrong one. */
  readonly others: readonly string[] | undefined
  readonly isDecoded: boolean
  /** The level up to which `keys` lead. */
  level: number
}

/**
 * One reading of a request: what is read, how deep it is in, and what is wrong so far.
 *
 * Nothing is allocated for a fault before there is one, and its path is made on the way out. What a reader returns for a
 * faulty value is never seen by anyone, because {@link Reading.check} throws before the result leaves the binder.
 */
export class Reading {
  readonly c: BindInput
  /** The source being read now; readers of nested values report under it. */
  source: BindSourceName = 'query'
  /** Whether the body is of a format that has bytes, which JSON has not. */
  isBinary = false
  /** Whether the body was decoded to objects and lists, into which paths lead. */
  isDecoded = false
  /** Whether the body could not say that a list is empty, so that an absent one is. */
  lacksEmptyLists = false
  /** Whether decoded objects are nobody else's, so that what is made of one may be made in its place. */
  ownsBody = false
  /** Whether a key that is not declared is a fault. */
  readonly isStrict: boolean = !parserConfig().ignoreUnknownKeys
  /** How deep a decoded value may be nested; {@link Reading.enter} goes no deeper. */
  maxDepth: number = defaultBindSettings.maxDepth
  /** What sources had of properties that may come from several of them. */
  drafts: Readonly<Partial<Record<BindSourceName, object>>> | undefined = undefined
  /** The order of faults, where it is not the usual one. */
  order: readonly BindSourceName[] = sourceOrder
  /** Properties of several sources, of which none is missing before all were read. */
  shared: readonly string[] | undefined = undefined
  /** What a custom binder made of the body. */
  custom: object | undefined = undefined
  /** Whether the body is read as one without content. */
  isEmpty = false
  /** The properties of the DTO by those of its keys in the decoded body that are other than their names. */
  names: Readonly<Record<string, string>> | undefined = undefined
  private readonly out: object | undefined
  private lacksParameter = false
  private faults: Fault[] | undefined = undefined
  private level = 0

  constructor(c: BindInput, out?: object) {
    this.c = c
    this.out = out
  }

  /** What an absent list becomes where there is no notation for one without elements. */
  emptyList(): never[] | undefined {
    return this.lacksEmptyLists && this.level === 0 ? [] : undefined
  }

  /** A value that is there but does not fit; what a {@link ParseError} says comes before `message`. */
  wrong(key: Key, message: string, cause?: unknown): undefined {
    const words = (cause instanceof ParseError && cause.message) || message
    this.report(this.source, [key], words, cause, undefined)
  }

  /**
   * A required value that no source had. `others` are the places beside this one that it may come from, `query page_no`: a
   * wrong value there is said already, and not that there is none.
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
    // No caller goes on with it: check() throws first.
    return undefined as never
  }

  /** What a required value becomes that is absent: that of `out`, or a fault. */
  required(key: Key, property?: string): never {
    const held = this.held(property ?? propertyOf(key, this.names))
    return held === absent ? this.missing(key) : (held as never)
  }

  /** As {@link Reading.required}, of an object that may be absent as a whole but for members, of whose keys `below` are. */
  requiredBelow(key: Key, below: readonly (readonly string[])[], property?: string): never {
    const held = this.held(property ?? this.names?.[key] ?? String(key))
    if (held !== absent) return held as never
    for (const keys of below) this.missing([key, ...keys])
    return undefined as never
  }

  /** What a value becomes that is absent: that of `out`, or `otherwise`. */
  orElse<T>(key: Key, otherwise: T, property?: string): T {
    const held = this.held(property ?? propertyOf(key, this.names))
    return held === absent ? otherwise : (held as T)
  }

  /** What `out` has in place of an absent value, or nothing. */
  standIn(key: Key, property?: string): never {
    const held = this.held(property ?? propertyOf(key, this.names))
    return (held === absent ? undefined : held) as never
  }

  /** What stands in for a property of the DTO; members of what it nests have nothing. */
  private held(property: string): unknown {
    if (this.level > 0) return absent
    const made = ownValue(this.custom, property)
    if (made !== undefined) return made
    if (this.shared?.includes(property)) return undefined
    const held = ownValue(this.out, property)
    return held === undefined ? absent : held
  }

  /** Notes that the route has no value for a parameter, which its pattern may lack. */
  lackParameter(): void {
    this.lacksParameter = true
  }

  /**
   * Steps into a value; undone by {@link Reading.leave}.
   *
   * @throws BindError past `maxDepth`, so that a recursive type cannot be used to exhaust the stack.
   */
  enter(): void {
    if (++this.level > this.maxDepth) this.tooDeep()
  }

  /** Whether there is a level left to step into. */
  mayEnter(): boolean {
    return this.level < this.maxDepth
  }

  /** @throws BindError about the whole source. */
  tooDeep(): never {
    throw new BindError([
      { source: this.source, path: '', message: `is more than ${this.maxDepth} values deep` },
    ])
  }

  /** Steps out of the value at `key`, under which the faults that were found in it stand. */
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
      fault.keys.push(key)
    }
  }

  private report(
    source: BindSourceName,
    keys: Key[],
    message: string,
    cause: unknown,
    others: readonly string[] | undefined,
  ): void {
    this.faults ??= []
    if (this.faults.length === maxFaults) return
    // '' is the value itself that was stepped into.
    if (this.level > 0 && keys[0] === '') keys.shift()
    const isDecoded = source === 'body' && this.isDecoded
    this.faults.push({ source, keys, message, cause, others, isDecoded, level: this.level })
  }

  /** Throws when anything was reported. @throws BindError with every fault. */
  check(): void {
    if (this.faults === undefined) return
    if (this.lacksParameter) this.checkRoute(this.faults)
    const [first, ...rest] = this.issues()
    if (first !== undefined) throw new BindError([first, ...rest])
  }

  /** @throws RouteError when the pattern of the route lacks what a property needs */
  private checkRoute(faults: readonly Fault[]): void {
    const route = this.c.route?.()
    if (route === undefined) return
    const names = this.c.routeParamNames()
    for (const { source, keys, others } of faults) {
      const path = String(keys[0])
      const name = path === '*' || path === '+' ? `${path}1` : path
      if (source !== 'uri' || others?.length !== 0 || names.includes(name)) continue
      throw new RouteError(path, route)
    }
  }

  /** What was reported: by source, and of each source wrong values before missing ones. */
  issues(): BindIssue[] {
    const wrong: BindIssue[] = []
    const missing: Missing[] = []
    let characters = 0
    for (const fault of this.faults ?? []) {
      const issue = issueOf(fault)
      characters += issue.path.length
      if (characters > maxPaths && wrong.length + missing.length > 0) break
      if (fault.others === undefined) wrong.push(issue)
      else missing.push({ issue, others: fault.others })
    }
    // What is missing in a source that was not read comes last.
    const { order } = this
    const rank = ({ source }: BindIssue): number =>
      order.includes(source) ? order.indexOf(source) : order.length
    return [...wrong, ...uncovered(missing, wrong)].sort((a, b) => rank(a) - rank(b))
  }
}

/** Of a name that every object inherits, only a property of its own counts. `null` is a value. */
function ownValue(object: object | undefined, property: string): unknown {
  return object !== undefined && Object.hasOwn(object, property) ? Reflect.get(object, property) : undefined
}

/** The property that a key is of. */
export function propertyOf(key: Key, names: Readonly<Record<string, string>> | undefined): string {
  return (names !== undefined && Object.hasOwn(names, key) ? names[key] : undefined) ?? String(key)
}

/** Says that nothing stands in for a value; `undefined` may. */
const absent = Symbol('absent')

function issueOf({ source, keys: upward, message, cause, isDecoded }: Fault): BindIssue {
  const keys = upward.toReversed()
  const path = keys.join('.')
  const issue = cause === undefined ? { source, path, message } : { source, path, message, cause }
  return isDecoded ? withDetails(issue, { keys }) : issue
}
