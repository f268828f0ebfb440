import type { Address, Cluster, Worker } from 'node:cluster'
import type { RoutedApp } from '../../app/routed-app.ts'
import type { ListenOptions } from '../listen/listen-options.ts'
import { type ListenAddress, listeningOn, type RunningServer, type Stages } from '../listen/listening.ts'
import { endWithin, type ShutdownOptions } from '../listen/shutdown.ts'
import { startNodeServer } from './node-server.ts'

/** The message that ends a worker. */
interface Finish {
  readonly ctxgen: 'finish'
  readonly options: ShutdownOptions
}

/** The message of a worker that cut connections at the deadline. */
const wasCut = 'ctxgen: cut'

// A worker that fails at start would otherwise be restarted at once, for ever.
const restartMs = 500

// A worker too busy to notice its deadline is killed after this delay.
const graceMs = 1000

// All processes run the same script, so each call of `listen` has the same number in all of them.
let calls = 0

/** Serves with several processes: starts and supervises them in the first process, serves in the others. */
export async function startWorkers(
  app: RoutedApp,
  options: ListenOptions,
  stages: Stages,
): Promise<RunningServer> {
  const { default: cluster } = await import('node:cluster')
  const portVariable = `CTXGEN_PORT_${calls++}`
  if (!cluster.isPrimary)
    return serveAsWorker(
      app,
      { ...options, port: Number(process.env[portVariable] ?? options.port ?? 0) },
      stages,
      cluster.worker,
    )
  // After all workers have ended, a new one would get another free port.
  const port = options.port || (await freePort(options.host))
  return watchOver(cluster, options, stages.stopMs, { [portVariable]: port })
}

/** A port that is free at the time of the call. */
async function freePort(host: string | undefined): Promise<number> {
  const { createServer } = await import('node:net')
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: 0, host }, resolve)
  })
  const bound = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof bound === 'object' ? (bound?.port ?? 0) : 0
}

async function serveAsWorker(
  app: RoutedApp,
  options: ListenOptions,
  stages: Stages,
  worker: Worker | undefined,
): Promise<RunningServer> {
  await stages.start()
  const server = await startNodeServer(app, options)
  process.on('message', (message) => {
    // A failed hook ends the process with its error.
    if (isFinish(message)) void stages.stop(message.options)
  })
  const leave = async (hasDrained: boolean): Promise<void> => {
    if (!hasDrained) await new Promise((resolve) => process.send?.(wasCut, resolve))
    worker?.disconnect()
  }
  return { ...server, leave }
}

function isFinish(message: unknown): message is Finish {
  return typeof message === 'object' && message !== null && 'ctxgen' in message
}

async function watchOver(
  cluster: Cluster,
  options: ListenOptions,
  stopMs: number,
  variables: Readonly<Record<string, number>>,
): Promise<RunningServer> {
  const workers = new Set<Worker>()
  let closing = false
  const start = (): Worker => {
    const worker = cluster.fork(variables)
    const closeLost = watchGiven(worker)
    workers.add(worker)
    worker.once('exit', (_code, signal) => {
      // An exception has printed itself.
      if (signal && !closing)
        console.error(`worker ${worker.process.pid} was ended by ${signal}, and is replaced`)
      closeLost()
      workers.delete(worker)
      if (!closing) setTimeout(() => closing || start(), restartMs)
    })
    return worker
  }
  const started = Array.from({ length: options.workers ?? 1 }, start)
  const stopOthers = async (stop: ShutdownOptions): Promise<boolean> => {
    closing = true
    const ended = await Promise.all([...workers].map((worker) => endOf(worker, stop, stopMs)))
    return !ended.includes(false)
  }
  const close = (timeout?: number): Promise<boolean> => stopOthers(timeout === undefined ? {} : { timeout })
  try {
    const [first] = await Promise.all(started.map(addressOf))
    return { listening: listeningOf(first, options), close, stopOthers }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Tracks the connection last passed to a worker: node passes one at a time and waits for a confirmation.
 * @returns a function that closes it. Node forgets it if the worker dies, and the client would wait.
 */
function watchGiven(worker: Worker): () => void {
  const { process: child } = worker
  const { send } = child
  let last: unknown
  Object.assign(child, {
    send(...args: readonly unknown[]): unknown {
      last = args[1] ?? last
      return Reflect.apply(send, child, args)
    },
  })
  return () => {
    if (typeof last === 'object' && last !== null && 'close' in last && typeof last.close === 'function')
      last.close()
  }
}

/** The address of a worker. Rejects when the worker ends before it listens. */
function addressOf(worker: Worker): Promise<Address> {
  return new Promise((resolve, reject) => {
    worker.once('listening', resolve)
    worker.once('exit', (code) => reject(new Error(`a worker ended with code ${code} before it listened`)))
  })
}

/** @returns false when the worker cut connections, or was killed. */
async function endOf(worker: Worker, options: ShutdownOptions, stopMs: number): Promise<boolean> {
  const { timeout, drainDelay = 0 } = options
  let drained = true
  worker.on('message', (message) => {
    if (message === wasCut) drained = false
  })
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const finish: Finish = { ctxgen: 'finish', options }
  if (worker.isConnected()) worker.send(finish)
  else worker.kill()
  const deadline = timeout === undefined ? undefined : drainDelay + timeout + stopMs + graceMs
  return (await endWithin(exit, deadline, () => worker.process.kill('SIGKILL'))) && drained
}

function listeningOf(bound: Address | undefined, { cert }: ListenOptions): ListenAddress {
  return listeningOn(bound?.address ?? '::', bound?.port ?? 0, cert !== undefined)
}
