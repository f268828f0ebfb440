import type { Ctx, Handler } from '../ctx/ctx.ts'
import type { Templates, ViewsHost } from '../ctx/ctx-host.ts'
import { ServedCtx } from '../ctx/served-ctx.ts'
import type { AppConfig } from './app-config.ts'

/** The template settings of a mounted app. */
export interface TemplatesOwner extends ViewsHost {
  readonly config: Pick<AppConfig, 'views' | 'viewsDir' | 'viewsLayout'>
}

/** Whether an app has its own template engine, folder or layout. */
export function hasTemplates({ config: { views, viewsDir, viewsLayout } }: TemplatesOwner): boolean {
  return views !== undefined || viewsDir !== undefined || viewsLayout !== undefined
}

/** Middleware before the routes of a mounted app: they render with its templates. */
export function enterTemplates(app: TemplatesOwner): Handler {
  const { views, viewsDir, viewsLayout = '' } = app.config
  const hasEngine = views !== undefined || viewsDir !== undefined
  return (c) =>
    renderWith(c, (outer) => ({ host: hasEngine ? app : outer?.host, layout: viewsLayout, outer }))
}

/** Middleware after the routes of a mounted app: later handlers render with the outer templates. */
export function leaveTemplates(c: Ctx): unknown {
  return renderWith(c, (templates) => templates?.outer)
}

/** Runs the following handlers with other templates, then restores the previous ones, also for error pages. */
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
