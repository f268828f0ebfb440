import type { Views } from '../response/view.ts'

/** What has a template engine; the default one is loaded when first needed. */
export interface ViewsHost {
  views(): Views | Promise<Views>
}

/** What `render` uses in the routes of a mounted app. */
export interface Templates {
  /** `undefined`: the app that serves the request. */
  readonly host: ViewsHost | undefined
  /** The layout of templates rendered without one; `""` for none. */
  readonly layout: string
  /** What holds around the mounted app; `undefined`: what the serving app has. */
  readonly outer: Templates | undefined
}
