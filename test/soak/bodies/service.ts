// A service for bodies that never end. It samples what they hold in memory.
import { App } from '@ctxgen/runtime'
import { bodyLimit, bodyMemory } from './sizes.ts'

/** The service's answer to `state`. */
export interface BodiesState {
  /** The bytes counted for bodies, now and at most. */
  readonly used: number
  readonly mostUsed: number
  readonly uncaught: readonly string[]
}

const uncaught: string[] = []
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => uncaught.push(String(error)))
}

const app = new App({
  bodyLimit,
  bodyMemory,
  onError: () => {},
  trustProxy: true,
  trustProxyConfig: { loopback: true },
  proxyHeader: 'X-Forwarded-For',
})
app.use((c) => c.next())
app.post('/', (c) => c.sendString(`${c.bodyRaw().length}`))

let mostUsed = 0
const samples = setInterval(() => {
  mostUsed = Math.max(mostUsed, app.bodyMemory.used)
}, 5)
samples.unref()
const { port } = await app.listen({ host: '127.0.0.1' })
process.on('message', () => process.send?.({ used: app.bodyMemory.used, mostUsed, uncaught }))
process.on('disconnect', () => process.exit())
process.send?.(port)
