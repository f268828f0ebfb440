import { BindError, type BindIssue, type BindSourceName } from '../error/bind-error.ts'
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
  private path: (string | number)[] | undefined = undefined
  private depth = 0
  /** Characters in the paths of all faults. */
  private paths = 0
  /** What takers made of the body. */
  private whole: object | undefined = undefined

  /**
   * A value that is there but does not fit. Returns `undefined`, the reader's "no value".
   *
   * @throws BindError with what was found, when that is more than anybody will read.
   */
  wrong(field: string | number, message: string, cause?: unknown): undefined {
    const issue: BindIssue = { source: this.source, field: this.fieldOf(field), message }
    this.wrongs ??= []
    this.wrongs.push(cause === undefined ? issue : { ...issue, cause })
    this.count(issue)
    return undefined
  }

  /**
   * A required value that no source had. `others` are the places beside this one that it may come from, `query page_no`: a
   * wrong value there is said already, and not that there is none.
   *
   * Typed `never` because no caller goes on with what it returns: {@link Faults.check} throws first.
   */
  missing(field: string, source: BindSourceName = this.source, others: readonly string[] = []): never {
    this.missings ??= []
    const issue: BindIssue = { source, field: this.fieldOf(field), message: 'is required' }
    this.missings.push({ issue, others })
    this.count(issue)
    return undefined as never
  }

  /**
   * Steps into the value of `key`; faults from here on carry it in their path. Undone by {@link Faults.leave}.
   *
   * @throws BindError past `maxDepth`, so that a recursive type cannot be used to exhaust the stack.
   */
  enter(key: string | number): void {
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
      { source: this.source, field: '', message: `is more than ${this.limits.maxDepth} values deep` },
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
      const { source, field } = issue
      const name = field === '*' || field === '+' ? `${field}1` : field
      if (source !== 'uri' || others.length > 0 || names.includes(name)) continue
      throw new RouteError(field, route)
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

  private count({ field }: BindIssue): void {
    this.paths += field.length
    if (this.paths > maxPaths) this.throwAll()
  }

  private fieldOf(key: string | number): string {
    if (this.depth === 0 || this.path === undefined) return String(key)
    const above = this.path.slice(0, this.depth).join('.')
    return key === '' ? above : `${above}.${key}`
  }
}
