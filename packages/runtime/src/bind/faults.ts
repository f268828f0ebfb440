import { BindError, type BindIssue, type BindSourceName } from '../error/bind-error.ts'
import { type Key, withDetails } from '../error/issue-details.ts'
import { ParseError } from '../error/parse-error.ts'
import { RouteError } from '../error/route-error.ts'
import { type BindInput, defaultBindSettings } from './bind-input.ts'
import type { DecodeLimits } from './codec.ts'
import { type Missing, uncovered } from './uncovered.ts'

/** The order in which sources are read, and so the order of their faults, unless a DTO says otherwise. */
const sourceOrder: readonly BindSourceName[] = ['uri', 'body', 'query', 'header', 'cookie', 'respHeader']

/**
 * Most characters in the paths of the faults that are collected, some 20,000 faults. A body has room for a million of
 * them, each with a path as long as its keys: more than the memory of a process.
 */
const maxPaths = 2 ** 18

/**
 * Collects every fault of one bind, so that the client learns all of them at once.
 *
 * Nothing is allocated for a fault before there is one. Readers report and go on; what they return for a faulty value is
 * never seen by anyone, because {@link Faults.check} throws before the result leaves the binder.
 */
export class Faults {
  /** The source being read now; readers of nested values report under it. */
  source: BindSourceName = 'query'
  /** Whether the body is of a format that has bytes, which JSON has not. */
  isBinary = false
  /** Whether the body was decoded to objects and lists, into which paths lead. */
  isDecoded = false
  /** What a decoded value may hold; {@link Faults.enter} goes no deeper. */
  limits: DecodeLimits = defaultBindSettings
  /** How deep takers may step into a decoded body, itself included; 0 when each key must be looked at. */
  levels = 0
  /** Whether the decoded body is nobody else's, so that what is made of it may be made in its place. */
  ownsBody = false
  /** Whether {@link Faults.check} leaves what was found to the caller, who asks for the {@link Faults.issues}. */
  isAsked = false
  /** The request that had no value for a parameter of its route. */
  routed: BindInput | undefined = undefined
  private wrongs: BindIssue[] | undefined = undefined
  private missings: Missing[] | undefined = undefined
  /** Keys from the top of the body down to the value being read; `#depth` of them count. */
  private path: Key[] | undefined = undefined
  private depth = 0
  /** Characters in the paths of all faults. */
  private paths = 0
  /** What takers made of the body. */
  private whole: object | undefined = undefined

  /**
   * A value that is there but does not fit; what a {@link ParseError} says comes before `message`. Returns `undefined`, the reader's "no value".
   *
   * @throws BindError with what was found, when that is more than anybody will read.
   */
  wrong(key: Key, message: string, cause?: unknown): undefined {
    const words = (cause instanceof ParseError && cause.message) || message
    this.wrongs ??= []
    this.wrongs.push(this.issue(this.source, key, words, cause))
    if (this.paths > maxPaths) this.throwAll()
    return undefined
  }

  /**
   * A required value that no source had. `others` are the places beside this one that it may come from, `query page_no`: a
   * wrong value there is said already, and not that there is none.
   *
   * Typed `never` because no caller goes on with what it returns: {@link Faults.check} throws first.
   */
  missing(
    key: string | readonly string[],
    source: BindSourceName = this.source,
    others: readonly string[] = [],
  ): never {
    this.missings ??= []
    this.missings.push({ issue: this.issue(source, key, 'is required'), others })
    if (this.paths > maxPaths) this.throwAll()
    return undefined as never
  }

  /**
   * Steps into the value of `key`; faults from here on carry it in their path. Undone by {@link Faults.leave}.
   *
   * @throws BindError past `maxDepth`, so that a recursive type cannot be used to exhaust the stack.
   */
  enter(key: Key): void {
    this.path ??= []
    this.path[this.depth++] = key
    if (this.depth > this.limits.maxDepth) this.tooDeep()
  }

  /** Whether there is a level left to step into. */
  mayEnter(): boolean {
    return this.depth < this.limits.maxDepth
  }

  /** @throws BindError about the whole source. */
  tooDeep(): never {
    throw new BindError([
      { source: this.source, path: '', message: `is more than ${this.limits.maxDepth} values deep` },
    ])
  }

  leave(): void {
    this.depth--
  }

  /** What takers made of a decoded body, or nothing. */
  taken<T extends object>(whole: T | undefined): T | undefined {
    this.whole = whole
    return whole
  }

  /** Whether a draft is what takers made, and nothing is wrong besides: then it is the result itself. */
  isResult<T extends object>(draft: object): draft is T {
    return draft === this.whole && this.wrongs === undefined && this.missings === undefined
  }

  /** Throws when anything was reported. @throws BindError with every fault. */
  check(order: readonly BindSourceName[] = sourceOrder): void {
    if (this.wrongs === undefined && this.missings === undefined) return
    if (!this.isAsked) this.throwAll(order)
  }

  private throwAll(order?: readonly BindSourceName[]): void {
    this.checkRoute()
    const [first, ...rest] = this.issues(order)
    if (first !== undefined) throw new BindError([first, ...rest])
  }

  /** @throws RouteError when the pattern of the route lacks what a property needs */
  private checkRoute(): void {
    const route = this.routed?.route?.()
    if (route === undefined) return
    const names = this.routed?.routeParamNames() ?? []
    for (const { issue, others } of this.missings ?? []) {
      const { source, path } = issue
      const name = path === '*' || path === '+' ? `${path}1` : path
      if (source !== 'uri' || others.length > 0 || names.includes(name)) continue
      throw new RouteError(path, route)
    }
  }

  /** What was reported: by source, and of each source wrong values before missing ones. */
  issues(order: readonly BindSourceName[] = sourceOrder): BindIssue[] {
    const wrong = this.wrongs ?? []
    const missing = uncovered(this.missings ?? [], wrong)
    // What is missing in a source that was not read comes last.
    const rank = ({ source }: BindIssue): number =>
      order.includes(source) ? order.indexOf(source) : order.length
    return [...wrong, ...missing].sort((a, b) => rank(a) - rank(b))
  }

  private issue(
    source: BindSourceName,
    key: Key | readonly string[],
    message: string,
    cause?: unknown,
  ): BindIssue {
    const keys = this.keysTo(key)
    const path = keys.join('.')
    this.paths += path.length
    const issue = cause === undefined ? { source, path, message } : { source, path, message, cause }
    return source === 'body' && this.isDecoded ? withDetails(issue, { keys }) : issue
  }

  /** The keys from the top down; `''` is the value that was stepped into. */
  private keysTo(key: Key | readonly string[]): readonly Key[] {
    const below = key === '' && this.depth > 0 ? [] : typeof key === 'object' ? key : [key]
    return this.path === undefined ? below : [...this.path.slice(0, this.depth), ...below]
  }
}
