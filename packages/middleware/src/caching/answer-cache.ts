import { createHash, randomUUID } from 'node:crypto'
import type { Ctx } from '@ctxgen/runtime'
import type { Report, StoreOutage } from '../store/store-outage.ts'
import type { TextStore } from '../store/text-store.ts'
import { keptFor, type StoredAnswer } from './stored-answer.ts'

/** The parts of a request that select one of a URL's answers. */
interface Variants {
  /** Another one after an invalidation, so that older answers are out of reach. */
  readonly generation: string
  /** The request headers of Vary, in lower case and in order. */
  readonly headers: readonly string[]
}

type RequestHeaders = ReturnType<Ctx['getReqHeaders']>

/** Answers by URL and by the request headers that their Vary names. */
export class AnswerCache {
  readonly #store: TextStore
  readonly #outage: StoreOutage

  constructor(store: TextStore, outage: StoreOutage) {
    this.#store = store
    this.#outage = outage
  }

  find(c: Ctx, url: string): Promise<StoredAnswer | undefined> {
    const look = async (): Promise<StoredAnswer | undefined> => {
      const variants = await this.#variantsOf(url)
      const text = variants && (await this.#store.get(keyOf(c.getReqHeaders(), url, variants)))
      return text === undefined ? undefined : JSON.parse(text)
    }
    return this.#outage.ask(c, look, () => undefined)
  }

  put(c: Ctx, url: string, stored: StoredAnswer): Promise<void> {
    return this.writer(c, url)(stored)
  }

  /** Reports failures of the store, also once the request is over. */
  reporter(c: Ctx): Report {
    return this.#outage.reporter(c)
  }

  /** Keeps an answer to this request, also once that is over. */
  writer(c: Ctx, url: string): (stored: StoredAnswer) => Promise<void> {
    const names = c.getRespHeader('vary').toLowerCase().split(',')
    const vary = names.map((name) => name.trim()).filter((name) => name !== '')
    const sent = c.getReqHeaders()
    const report = this.#outage.reporter(c)
    const write = async (stored: StoredAnswer): Promise<void> => {
      const found = await this.#variantsOf(url)
      const variants: Variants = {
        generation: found?.generation ?? randomUUID(),
        headers: [...new Set([...(found?.headers ?? []), ...vary])].sort(),
      }
      const ms = keptFor(stored)
      await this.#store.set(keyOf(sent, url, variants), JSON.stringify(stored), ms)
      // It must outlive all answers of its generation.
      await this.#store.set(`cache:${url}`, JSON.stringify(variants), Math.max(ms, 86_400_000))
    }
    return (stored) =>
      this.#outage.ask(
        report,
        () => write(stored),
        () => {},
      )
  }

  /** Takes all answers of a URL away. */
  drop(c: Ctx | Report, url: string): Promise<void> {
    return this.#outage.tell(c, () => this.#store.delete(`cache:${url}`))
  }

  async #variantsOf(url: string): Promise<Variants | undefined> {
    const text = await this.#store.get(`cache:${url}`)
    return text === undefined ? undefined : JSON.parse(text)
  }
}

/** A header that is absent is another than an empty one (RFC 9111 section 4.1). */
function keyOf(sent: RequestHeaders, url: string, { generation, headers }: Variants): string {
  const hash = createHash('sha256').update(url)
  for (const name of headers) {
    const lines = sent[name]
    hash.update(lines === undefined ? `\0${name}` : `\0${name}=${lines.join(', ')}`)
  }
  return `cache:${generation}:${hash.digest('base64url')}`
}
