import { memoryStore } from '../memory-store.ts'
import type { TextStore } from '../store/text-store.ts'
import type { KeyState } from './key-state.ts'

const half = 32 * 1024 * 1024

/**
 * The keys of one process. Answers stand apart, so that a full memory forgets answers and no keys: a request is rather
 * refused than handled again.
 */
export class MemoryKeys implements TextStore {
  readonly #states = memoryStore({ maxBytes: half })
  readonly #answers = memoryStore({ maxBytes: half })

  async get(key: string): Promise<string | undefined> {
    const state = await this.#states.get(key)
    const isAnswered = state !== undefined && stateOf(state).answer === null
    return isAnswered ? ((await this.#answers.get(key)) ?? state) : state
  }

  async set(key: string, text: string, ms: number): Promise<void> {
    await this.#states.set(key, withoutAnswer(text), ms)
    await this.#putAnswer(key, text, ms)
  }

  async replace(key: string, expected: string | undefined, text: string, ms: number): Promise<boolean> {
    const before = expected === undefined ? undefined : withoutAnswer(expected)
    const isDone = await this.#states.replace(key, before, withoutAnswer(text), ms)
    if (isDone) await this.#putAnswer(key, text, ms)
    return isDone
  }

  async delete(key: string, expected?: string): Promise<void> {
    await this.#states.delete(key, expected === undefined ? undefined : withoutAnswer(expected))
  }

  async #putAnswer(key: string, text: string, ms: number): Promise<void> {
    if (stateOf(text).answer) await this.#answers.set(key, text, ms)
    else await this.#answers.delete(key)
  }
}

function withoutAnswer(text: string): string {
  const state = stateOf(text)
  return state.answer ? JSON.stringify({ ...state, answer: null } satisfies KeyState) : text
}

function stateOf(text: string): KeyState {
  return JSON.parse(text)
}
