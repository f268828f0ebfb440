/** A session that a client has. */
export interface Opened {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly touched: number
  readonly values: Values
}

/** JSON texts by key. */
export type Values = ReadonlyMap<string, string>

/** Changed values; `undefined` for deleted ones. */
export type Changes = ReadonlyMap<string, string | undefined>

/** A result, at once or later. */
export type Later<T> = T | Promise<T>

/** Where sessions are kept. Functions that return a text give the cookie its value. */
export interface Backend {
  /** The session of a cookie; `undefined` for a wrong, expired or deleted one. */
  open(cookie: string, now: number): Later<Opened | undefined>
  create(id: string, created: number, values: Values, now: number): Later<string>
  /** Changes some values, and leaves those of parallel requests. Under a new id, the session gets the others. */
  change(opened: Opened, changes: Changes, now: number): Later<string | undefined>
  /**
   * Changes some values, and gives the session a new id in the same step. One that a parallel request has ended, or given
   * another id, is not followed: its holder may be somebody else. Then the changes alone begin a session.
   */
  move(opened: Opened, newId: string, changes: Changes, now: number): Later<string | undefined>
  /** Notes that the session is in use. */
  touch(opened: Opened, now: number): Later<string | undefined>
  /** Ends the session, also under the id that a parallel request has given it. */
  end(opened: Opened, now: number): Later<void>
}

/** The record under the old id of a session, for requests already running. */
export interface Moved {
  /** The place of the session; `""` for one that has ended. */
  readonly movedTo: string
  /** The values that were set with the new id. Those of requests from before do not replace them. */
  readonly keys: readonly string[]
}

/** The milliseconds for which changes follow a session to its new id. */
export const followTime = 60_000

/** The limits of a session in milliseconds. */
export interface Lifetime {
  readonly idle: number
  readonly absolute: number
}

/** When a session ends that is in use now. */
export function endOf(created: number, now: number, { idle, absolute }: Lifetime): number {
  return Math.min(now + idle, created + absolute)
}

export function withChanges(values: Values, changes: Changes): Map<string, string> {
  const merged = new Map(values)
  for (const [key, text] of changes) {
    if (text === undefined) merged.delete(key)
    else merged.set(key, text)
  }
  return merged
}

/** The changes that a session with a new id still gets from a request of before. */
export function changesAfter(changes: Changes, { keys }: Moved): Changes {
  return new Map([...changes].filter(([key]) => !keys.includes(key)))
}
