/** A request as bytes and lines, with the settings for binding it. */
export interface WireRequest {
  /** Without the `?`. */
  readonly query: string
  /** Route parameters, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** Cookie lines are included. */
  readonly headers: readonly HeaderLine[]
  readonly responseHeaders: readonly HeaderLine[]
  readonly contentType: string
  readonly body: Uint8Array
  readonly settings: WireSettings
}

export type HeaderLine = readonly [name: string, value: string]

export interface WireSettings {
  readonly splitting: boolean
  readonly maxKeys: number
  readonly maxDepth: number
  readonly maxArrayLength: number
  readonly maxParts: number
  readonly ignoreUnknownKeys: boolean
  /** Of the app. */
  readonly unknownKeys?: 'error' | 'drop' | undefined
  /** Whether `null` for an optional property that lacks it is an issue, as the DTO or the app says. */
  readonly refusesNull?: boolean
  readonly zeroEmpty: boolean
}

export const defaultSettings: WireSettings = {
  splitting: false,
  maxKeys: 1000,
  maxDepth: 32,
  maxArrayLength: 1000,
  maxParts: 1000,
  ignoreUnknownKeys: true,
  zeroEmpty: false,
}

export const emptyRequest: WireRequest = {
  query: '',
  params: {},
  headers: [],
  responseHeaders: [],
  contentType: '',
  body: new Uint8Array(),
  settings: defaultSettings,
}
