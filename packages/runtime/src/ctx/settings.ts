import type { BindSettings } from '../bind/bind-input.ts'
import type { TrustSettings } from '../request/proxy-trust.ts'
import type { Router } from '../route/router.ts'
import type { Handler } from './handler.ts'

/** What a request needs to know of its app: the config with its defaults filled in. */
export interface Settings {
  readonly bodyLimit: number
  readonly caseSensitive: boolean
  readonly strictRouting: boolean
  readonly unescapePath: boolean
  readonly disableHeadAutoRegister: boolean
  readonly serverHeader: string
  readonly jsonEncoder: (value: unknown) => string | undefined
  readonly bind: BindSettings
  /** Bytes that getters and binders hand out are copies. */
  readonly immutable: boolean
  readonly maxRanges: number
  readonly trust: TrustSettings
}

/** The app as a request sees it. */
export interface CtxHost {
  readonly settings: Settings
  readonly router: Router<Handler>
  /** Writes a whole file. Rejects with what the file system says. */
  writeFile(path: string, bytes: Uint8Array): Promise<void>
}
