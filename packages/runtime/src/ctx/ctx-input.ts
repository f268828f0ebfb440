import { HttpError } from '../error/http-error.ts'
import { headerValue } from '../request/header-lines.ts'
import { CtxState } from './ctx-state.ts'

/** What generated binders read of a request, raw: all of `BindInput` but the response's part. */
export abstract class CtxInput extends CtxState {
  rawQuery(): string {
    return this.incoming && this.queryAt !== -1 ? this.target.slice(this.queryAt) : ''
  }

  /** Unlike `params()` it takes names exactly as the pattern spells them, as DTOs do everywhere. */
  routeParam(name: string): string | undefined {
    const exact = name === '*' || name === '+' || this.routeParamNames().includes(name)
    return exact ? this.paramValue(name) : undefined
  }

  routeParamNames(): readonly string[] {
    return (this.incoming && this.currentRoute?.pattern.params) ?? []
  }

  contentType(): string {
    return headerValue(this.incoming.rawHeaders, 'content-type') ?? ''
  }

  rawHeaders(): readonly string[] {
    return this.incoming.rawHeaders
  }

  watch<T>(work: Promise<T>, call: string): Promise<T> {
    return this.track(work, call)
  }

  bodyBytes(): Uint8Array {
    const { decoded } = this.received
    if (decoded instanceof HttpError) throw decoded
    return decoded
  }
}
