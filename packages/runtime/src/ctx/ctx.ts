import { Bind } from '../bind/bind.ts'
import type { BindInput, BindSettings } from '../bind/bind-input.ts'
import { HttpError } from '../error/http-error.ts'
import { CtxResponse } from './ctx-response.ts'
import type { Handler } from './handler.ts'
import type { CtxHost } from './settings.ts'

/** What matched, as `c.route()` tells it. */
export interface RouteInfo {
  readonly method: string
  /** The pattern as written, group prefixes included. */
  readonly path: string
  /** The names of the parameters, wildcards numbered: `*1`. */
  readonly params: readonly string[]
  readonly handlers: readonly Handler[]
}

/** One request and the response to it. Good for as long as the response has not left. */
export class Ctx extends CtxResponse implements BindInput {
  app(): CtxHost {
    return this.incoming && this.host
  }

  bind(): Bind {
    return this.incoming && new Bind(this)
  }

  bindSettings(): BindSettings {
    return this.host.settings.bind
  }

  /** Stores a value for the rest of the request, or returns the stored one. */
  locals(key: unknown, ...value: [unknown?]): unknown {
    if (this.incoming && value.length === 0) return this.stored?.get(key)
    this.stored ??= new Map()
    this.stored.set(key, value[0])
    return value[0]
  }

  /** The value that `locals` stored. */
  value(key: unknown): unknown {
    return this.locals(key)
  }

  /**
   * Runs the next handler that matches. What it did to the response can be changed once it has been awaited.
   * @throws what that handler throws, and HttpError 404 or 405 when none is left.
   */
  next(): void | Promise<void> {
    if (this.incoming && this.returned) throw new Error('next() was called twice by one handler')
    const handler = this.nextHandler()
    if (handler === undefined) throw new HttpError(this.unmatchedStatus())
    const result = handler(this)
    if (isPending(result)) return this.#wait(result)
    this.returned = true
    if (result instanceof Error) throw result
  }

  /** Starts again with the first route for the path and method of now, which may have been changed. */
  restartRouting(): void | Promise<void> {
    this.returned = false
    this.incoming && this.findRoutes()
    return this.next()
  }

  /** The route that runs; in middleware before `next()`, the middleware's own. */
  route(): RouteInfo {
    const route = this.incoming && this.currentRoute
    if (route === undefined) return { method: this.verb, path: this.pathText, params: [], handlers: [] }
    const { method, path, pattern, handlers } = route
    return {
      method: method === 'use' || method === 'all' ? this.verb : method,
      path,
      params: pattern.params,
      handlers,
    }
  }

  #wait(result: PromiseLike<unknown>): Promise<void> {
    const settled = this.#settle(result)
    // Who calls next() without waiting must not bring the process down: the chain's end waits instead.
    settled.catch(ignore)
    this.unawaited = settled
    return settled
  }

  async #settle(result: PromiseLike<unknown>): Promise<void> {
    const value = await result
    this.returned = true
    if (value instanceof Error) throw value
  }
}

function isPending(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

function ignore(): void {}
