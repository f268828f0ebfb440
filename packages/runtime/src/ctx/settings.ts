import type { BindSettings } from '../bind/bind-input.ts'
import type { Translator } from '../error/translator.ts'
import type { TrustSettings } from '../request/proxy-trust.ts'
import type { FileStore } from '../response/file-store.ts'
import type { Router } from '../route/router.ts'
import type { Handler } from './handler.ts'
import type { OnError } from './report.ts'
import type { ViewsHost } from './templates.ts'

/** What a request needs to know of its app: the config with its defaults filled in. */
export interface Settings {
  readonly bodyLimit: number
  readonly caseSensitive: boolean
  readonly strictRouting: boolean
  readonly unescapePath: boolean
  readonly disableHeadAutoRegister: boolean
  readonly serverHeader: string
  readonly jsonEncoder: (value: unknown) => string | undefined
  readonly xmlEncoder: (value: unknown) => string
  /** The layout of templates rendered without one; `""` for none. */
  readonly viewsLayout: string
  readonly passLocalsToViews: boolean
  readonly bind: BindSettings
  /** Bytes that getters and binders hand out are copies. */
  readonly immutable: boolean
  readonly maxRanges: number
  readonly onError: OnError
  /** What is wrong with a request, in other languages. */
  readonly messages: Translator | undefined
  readonly trust: TrustSettings
}

/** The app as a request sees it. */
export interface CtxHost extends ViewsHost {
  readonly settings: Settings
  readonly router: Router<Handler>
  /** Writes a whole file. Rejects with what the file system says. */
  writeFile(path: string, bytes: Uint8Array): Promise<void>
  /** Where `sendFile` finds files; loaded when first needed. */
  fileStore(): FileStore | Promise<FileStore>
}
