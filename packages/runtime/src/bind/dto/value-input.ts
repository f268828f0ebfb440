import type { NamingSource } from '../../validate/client-names.ts'
import type { Parsers } from '../parsers/parsers.ts'
import { type BindInput, type BindSettings, defaultLimits } from '../reading/bind-input.ts'

/** Reads the values of one source. */
export interface ValueSource {
  readonly settings: BindSettings
  /** The names of its values; of a body they depend on the value. */
  readonly names: NamingSource
  readonly isText: boolean
}

export function valueSource(names: NamingSource, isText: boolean, parsers: Parsers): ValueSource {
  return { names, isText, settings: { ...defaultLimits, parsers } }
}

/** A value in the place of a request's source, so that the binders read it by their own rules. */
export class ValueInput implements BindInput {
  readonly held: unknown
  /** The source whose names the value has. */
  names: NamingSource
  private readonly settings: BindSettings

  constructor(value: unknown, { names, settings }: ValueSource) {
    this.held = value
    this.names = names
    this.settings = settings
  }

  bindSettings(): BindSettings {
    return this.settings
  }

  /** The readers of a text source take its texts from the value. */
  routeParam(): undefined {}

  rawHeaders(): readonly string[] {
    return []
  }

  rawResponseHeaders(): readonly string[] {
    return []
  }

  routeParamNames(): readonly string[] {
    return []
  }

  rawQuery(): string {
    return ''
  }

  contentType(): string {
    return ''
  }

  bodyBytes(): Uint8Array {
    return new Uint8Array()
  }
}

export function inputOf(c: BindInput): ValueInput {
  if (c instanceof ValueInput) return c
  throw new TypeError('only a value has these parsers')
}
