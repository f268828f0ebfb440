/** What few responses need: made when one of them does. */
export class ResponseWork {
  /** What `viewBind` was given. */
  bound: Readonly<Record<string, unknown>> | undefined = undefined
  /** Files being read and templates being rendered. A handler that did not wait for them is waited for at the end. */
  readonly underWay: Set<Promise<unknown>> = new Set()
  abort: AbortController | undefined = undefined

  track<T>(work: Promise<T>): Promise<T> {
    const done = (): void => void this.underWay.delete(work)
    this.underWay.add(work)
    work.then(done, done)
    return work
  }
}
