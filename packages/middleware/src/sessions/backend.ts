/** A session that a client has. Values are JSON texts. */
export interface Opened {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly touched: number
  readonly values: ReadonlyMap<string, string>
}

/** Changed values; `undefined` for deleted ones. */
export type Changes = ReadonlyMap<string, string | undefined>

/** A result, at once or later. */
export type Later<T> = T | Promise<T>

/** Where sessions are kept. Functions that return a text give the cookie its value. */
export interface Backend {
  /** The session of a cookie; `undefined` for a wrong, expired or deleted one. */
  open(cookie: string, now: number): Later<Opened | undefined>
  create(id: string, created: number, values: ReadonlyMap<string, string>, now: number): Later<string>
  /** Changes some values, and leaves those of parallel requests. */
  change(opened: Opened, changes: Changes, now: number): Later<string | undefined>
  /** Notes that the session is in use. */
  touch(opened: Opened, now: number): Later<string | undefined>
  delete(id: string): Later<void>
}

/** The limits of a session in milliseconds. */
export interface Lifetime {
  readonly idle: number
  readonly absolute: number
}

/** When a session ends that is in use now. */
export function endOf(created: number, now: number, { idle, absolute }: Lifetime): number {
  return Math.min(now + idle, created + absolute)
}

export function withChanges(values: ReadonlyMap<string, string>, changes: Changes): Map<string, string> {
  const merged = new Map(values)
  for (const [key, text] of changes) {
    if (text === undefined) merged.delete(key)
    else merged.set(key, text)
  }
  return merged
}
