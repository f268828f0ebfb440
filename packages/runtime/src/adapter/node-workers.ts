import type { Address, Cluster, Worker } from 'node:cluster'
import type { RoutedApp } from '../app/routed-app.ts'
import type { ListenOptions } from './listen-options.ts'
import { type Listening, type RunningServer, startServer, urlOf } from './node-server.ts'

/** What the first process says to a worker that is to finish. */
const finish = 'ctxgen: finish'

// A worker that falls over as it starts would otherwise be started again at once, for ever.
const restartMs = 500

/** Serves with several processes: in the first one it starts and watches them, in them it serves. */
export async function startWorkers(app: RoutedApp, options: ListenOptions): Promise<RunningServer> {
  const { default: cluster } = await import('node:cluster')
  return cluster.isPrimary ? watchOver(cluster, options) : serveAsWorker(app, options, cluster.worker)
}

async function serveAsWorker(
  app: RoutedApp,
  options: ListenOptions,
  worker: Worker | undefined,
): Promise<RunningServer> {
  const server = await startServer(app, options)
  process.on('message', (message) => {
    if (message === finish) void server.close().finally(() => worker?.disconnect())
  })
  return server
}

async function watchOver(cluster: Cluster, options: ListenOptions): Promise<RunningServer> {
  const workers = new Set<Worker>()
  let closing = false
  const start = (): Worker => {
    const worker = cluster.fork()
    workers.add(worker)
    worker.once('exit', () => {
      workers.delete(worker)
      if (!closing) setTimeout(() => closing || start(), restartMs)
    })
    return worker
  }
  const started = Array.from({ length: options.workers ?? 1 }, start)
  const close = async (): Promise<void> => {
    closing = true
    await Promise.all([...workers].map(endOf))
  }
  try {
    const [first] = await Promise.all(started.map(addressOf))
    return { listening: listeningOf(first, options), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Where a worker listens. Rejects when it ends before it does. */
function addressOf(worker: Worker): Promise<Address> {
  return new Promise((resolve, reject) => {
    worker.once('listening', resolve)
    worker.once('exit', (code) => reject(new Error(`a worker ended with code ${code} before it listened`)))
  })
}

function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve())
    if (worker.isConnected()) worker.send(finish)
    else worker.kill()
  })
}

function listeningOf(bound: Address | undefined, { cert }: ListenOptions): Listening {
  const address = bound?.address ?? '::'
  const port = bound?.port ?? 0
  const scheme = cert === undefined ? 'http' : 'https'
  return { address, port, url: urlOf(address, port, address.includes(':'), scheme) }
}
