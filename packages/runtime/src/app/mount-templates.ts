import type { Ctx } from '../ctx/ctx.ts'
import type { Handler } from '../ctx/handler.ts'
import { ServedCtx } from '../ctx/served-ctx.ts'
import type { Templates, ViewsHost } from '../ctx/templates.ts'
import type { AppConfig } from './app-config.ts'

/** A mounted app, as far as templates are concerned. */
export interface TemplatesOwner extends ViewsHost {
  readonly config: Pick<AppConfig, 'views' | 'viewsDir' | 'viewsLayout'>
}

/** Whether an app brings templates or a layout of its own. */
export function hasTemplates({ config: { views, viewsDir, viewsLayout } }: TemplatesOwner): boolean {
  return views !== undefined || viewsDir !== undefined || viewsLayout !== undefined
}

/** Middleware before the routes of a mounted app: they render its templates. */
export function enterTemplates(app: TemplatesOwner): Handler {
  const { views, viewsDir, viewsLayout = '' } = app.config
  const hasEngine = views !== undefined || viewsDir !== undefined
  return (c) =>
    renderWith(c, (outer) => ({ host: hasEngine ? app : outer?.host, layout: viewsLayout, outer }))
}

/** Middleware behind the routes of a mounted app: what follows renders as if it was not there. */
export function leaveTemplates(c: Ctx): unknown {
  return renderWith(c, (templates) => templates?.outer)
}

/** Runs what comes next with other templates. Who called it has its own again, to show what failed there too. */
function renderWith(
  c: Ctx,
  change: (templates: Templates | undefined) => Templates | undefined,
): void | Promise<void> {
  if (!(c instanceof ServedCtx)) return c.next()
  const before = c.templates
  const restore = (): void => {
    c.templates = before
  }
  c.templates = change(before)
  let pending: void | Promise<void>
  try {
    pending = c.next()
  } catch (error) {
    restore()
    throw error
  }
  if (pending instanceof Promise) return pending.finally(restore)
  restore()
}
