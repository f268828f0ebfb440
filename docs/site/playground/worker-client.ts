import type { Reply } from './messages.ts'

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly timer: ReturnType<typeof setTimeout>
}

/** Asks a worker, and ends it when an answer takes too long. The next question starts another one. */
export class WorkerClient<Question extends { readonly kind: string }, Results> {
  readonly #start: () => Worker
  readonly #limit: number
  readonly #firstLimit: number
  #worker: Worker | undefined
  #hasAnswered = false
  #waiting = new Map<number, Waiting>()
  #lastId = 0

  /** @param limit in ms. @param firstLimit of the first answer of a worker, which is loaded for it */
  constructor(
    start: () => Worker,
    { limit, firstLimit }: { readonly limit: number; readonly firstLimit: number },
  ) {
    this.#start = start
    this.#limit = limit
    this.#firstLimit = firstLimit
  }

  ask<Kind extends Question['kind'] & keyof Results>(
    question: Question & { readonly kind: Kind },
  ): Promise<Results[Kind]> {
    this.#worker ??= this.#started()
    const worker = this.#worker
    const id = ++this.#lastId
    const limit = this.#hasAnswered ? this.#limit : this.#firstLimit
    return new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => this.#end(`stopped after ${limit / 1000} s without an answer`), limit)
      this.#waiting.set(id, { resolve, reject, timer })
      worker.postMessage({ ...question, id })
    }) as Promise<Results[Kind]>
  }

  /** Ends the worker; questions that wait are refused. */
  close(): void {
    this.#end('closed')
  }

  #started(): Worker {
    const worker = this.#start()
    this.#hasAnswered = false
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      this.#hasAnswered = true
      const waiting = this.#waiting.get(data.id)
      this.#waiting.delete(data.id)
      clearTimeout(waiting?.timer)
      if ('failure' in data) waiting?.reject(new Error(data.failure))
      else waiting?.resolve(data.result)
    }
    worker.onerror = ({ message = '' }) => this.#end(message === '' ? 'could not be loaded' : message)
    return worker
  }

  #end(reason: string): void {
    this.#worker?.terminate()
    this.#worker = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting = new Map()
    for (const { reject, timer } of waiting) {
      clearTimeout(timer)
      reject(new Error(reason))
    }
  }
}
