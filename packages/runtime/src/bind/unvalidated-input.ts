import type { BindInput, BindSettings } from './bind-input.ts'

/** A request for which validation is turned off; everything else is as it was. */
export class UnvalidatedInput implements BindInput {
  readonly #input: BindInput

  constructor(input: BindInput) {
    this.#input = input
  }

  rawQuery(): string {
    return this.#input.rawQuery()
  }

  routeParam(name: string): string | undefined {
    return this.#input.routeParam(name)
  }

  routeParamNames(): readonly string[] {
    return this.#input.routeParamNames()
  }

  route(): { readonly method: string; readonly path: string } | undefined {
    return this.#input.route?.()
  }

  contentType(): string {
    return this.#input.contentType()
  }

  rawHeaders(): readonly string[] {
    return this.#input.rawHeaders()
  }

  rawResponseHeaders(): readonly string[] {
    return this.#input.rawResponseHeaders()
  }

  bodyBytes(): Uint8Array {
    return this.#input.bodyBytes()
  }

  bindSettings(): BindSettings {
    return { ...this.#input.bindSettings(), structValidator: null }
  }
}
