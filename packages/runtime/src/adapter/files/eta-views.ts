import { resolve } from 'node:path'
import { Eta } from 'eta'
import type { Views } from '../../response/view.ts'

/** Settings of the default template engine. */
export interface EtaOptions {
  /** The folder of the templates, which template names cannot leave. Default: `views`. */
  readonly viewsDir?: string
  /** Whether compiled templates are cached. Default: in production (`NODE_ENV`). */
  readonly cache?: boolean
}

/** The default template engine: Eta. A layout receives its content as `it.body`. */
export function etaViews({ viewsDir = 'views', cache }: EtaOptions = {}): Views {
  const eta = new Eta({ views: resolve(viewsDir), cache: cache ?? process.env['NODE_ENV'] === 'production' })
  return {
    async render(name, data, layouts): Promise<string> {
      let html = await eta.renderAsync(name, data)
      for (const layout of layouts) html = await eta.renderAsync(layout, { ...data, body: html })
      return html
    },
  }
}
