import type { RoutedApp } from '../app/routed-app.ts'
import type { ListenOptions } from './listen-options.ts'
import type { RunningServer } from './listening.ts'

/**
 * Opens a server for an app: that of Bun or Deno there, otherwise node's. Rejects when the address is unavailable.
 * What few apps need is loaded on first use.
 */
export async function startServer(app: RoutedApp, options: ListenOptions): Promise<RunningServer> {
  if (options.workers !== undefined) return (await import('./node-workers.ts')).startWorkers(app, options)
  if (!needsNode(options)) {
    if (has('Bun')) return (await import('./bun-server.ts')).startBunServer(app, options)
    if (has('Deno')) return (await import('./deno-server.ts')).startDenoServer(app, options)
  }
  return (await import('./node-server.ts')).startNodeServer(app, options)
}

/** Whether only node's server has an option; Bun and Deno emulate that one. */
function needsNode({ http2, requestTimeout, headersTimeout }: ListenOptions): boolean {
  return http2 === true || requestTimeout !== undefined || headersTimeout !== undefined
}

function has(runtime: 'Bun' | 'Deno'): boolean {
  return runtime in globalThis
}
