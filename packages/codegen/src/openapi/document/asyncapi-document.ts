/** A document of AsyncAPI 3, as it is written. Plain data. */
export interface AsyncApiDocument {
  readonly asyncapi: string
  readonly info: object
  readonly servers?: Readonly<Record<string, object>>
  readonly defaultContentType: string
  readonly channels: Readonly<Record<string, AsyncChannel>>
  readonly operations: Readonly<Record<string, AsyncOperation>>
  readonly components?: object
}

export interface AsyncChannel {
  /** A path, or the name of a channel. */
  readonly address: string
  readonly title?: string
  readonly description?: string
  readonly tags?: readonly { readonly name: string }[]
  readonly messages: Readonly<Record<string, object>>
  readonly parameters?: Readonly<Record<string, object>>
  readonly bindings?: object
}

export interface AsyncOperation {
  /** As the app does it. */
  readonly action: 'receive' | 'send'
  readonly channel: Reference
  readonly messages: readonly Reference[]
  readonly security?: readonly Reference[] | undefined
  readonly bindings?: object | undefined
}

interface Reference {
  readonly $ref: string
}

export function referTo(path: string): Reference {
  return { $ref: `#/${path}` }
}
