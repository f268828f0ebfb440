import { createHash, randomUUID } from 'node:crypto'
import type { Ctx } from '@ctxgen/runtime'
import type { StoreOutage } from '../store/store-outage.ts'
import type { TextStore } from '../store/text-store.ts'
import { keptFor, type StoredAnswer } from './stored-answer.ts'

/** The parts of a request that select one of a URL's answers. */
interface Variants {
  /** Another one after an invalidation, so that older answers are out of reach. */
  readonly generation: string
  /** The request headers of Vary, in lower case and in order. */
  readonly headers: readonly string[]
}

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
      const text = variants && (await this.#store.get(keyOf(c, url, variants)))
      return text === undefined ? undefined : JSON.parse(text)
    }
    return this.#outage.ask(c, look, () => undefined)
  }

  put(c: Ctx, url: string, stored: StoredAnswer): Promise<void> {
    const names = c.getRespHeader('vary').toLowerCase().split(',')
    const vary = names.map((name) => name.trim()).filter((name) => name !== '')
    const write = async (): Promise<void> => {
      const found = await this.#variantsOf(url)
      const variants: Variants = {
        generation: found?.generation ?? randomUUID(),
        headers: [...new Set([...(found?.headers ?? []), ...vary])].sort(),
      }
      const ms = keptFor(stored)
      await this.#store.set(keyOf(c, url, variants), JSON.stringify(stored), ms)
      // It must outlive all answers of its generation.
      await this.#store.set(`cache:${url}`, JSON.stringify(variants), Math.max(ms, 86_400_000))
    }
    return this.#outage.ask(c, write, () => {})
  }

  /** Takes all answers of a URL away. */
  drop(c: Ctx, url: string): Promise<void> {
    return this.#outage.tell(c, () => this.#store.delete(`cache:${url}`))
  }

  async #variantsOf(url: string): Promise<Variants | undefined> {
    const text = await this.#store.get(`cache:${url}`)
    return text === undefined ? undefined : JSON.parse(text)
  }
}

function keyOf(c: Ctx, url: string, { generation, headers }: Variants): string {
  const hash = createHash('sha256').update(url)
  for (const name of headers) hash.update(`\0${name}\0${c.getReqHeaders()[name]?.join(', ') ?? ''}`)
  return `cache:${generation}:${hash.digest('base64url')}`
}
