import type { RoutedApp } from '../app/routed-app.ts'
import type { ListenOptions } from './listen/listen-options.ts'
import type { RunningServer, Stages } from './listen/listening.ts'
import { startNodeServer } from './node/node-server.ts'

/**
 * Opens a server for an app: that of Bun or Deno there, otherwise node's. Rejects when the address is unavailable.
 * The others are loaded on first use. The start hooks run before the port is open.
 */
export async function startServer(
  app: RoutedApp,
  options: ListenOptions,
  stages: Stages,
): Promise<RunningServer> {
  if (options.workers !== undefined)
    return (await import('./node/node-workers.ts')).startWorkers(app, options, stages)
  await stages.start()
  if (!needsNode(options)) {
    if (has('Bun')) return (await import('./fetch/bun-server.ts')).startBunServer(app, options)
    if (has('Deno') && !lacksInDeno(options))
      return (await import('./fetch/deno-server.ts')).startDenoServer(app, options)
  }
  return startNodeServer(app, options)
}

/** Whether an option needs node's server, which Bun and Deno emulate. */
function needsNode({ http2, requestTimeout, headersTimeout, connectionTimeout }: ListenOptions): boolean {
  return http2 === true || [requestTimeout, headersTimeout, connectionTimeout].some((ms) => ms !== undefined)
}

function lacksInDeno({ keepAliveTimeout, passphrase }: ListenOptions): boolean {
  return keepAliveTimeout !== undefined || passphrase !== undefined
}

function has(runtime: 'Bun' | 'Deno'): boolean {
  return runtime in globalThis
}
