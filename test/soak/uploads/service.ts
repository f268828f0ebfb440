// A service that saves uploads by stream: node service.ts <folder>
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { App } from '@ctxgen/runtime'
import { bindFormFilm } from '../../../fixtures/valid/form-streams/dto.bind.ts'

/** The service's answer to `state`. */
export interface UploadsState {
  /** The bytes counted for bodies. */
  readonly used: number
  readonly files: readonly string[]
  readonly uncaught: readonly string[]
}

const folder = process.argv[2] ?? ''
const uncaught: string[] = []
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => uncaught.push(String(error)))
}

const app = new App({ onError: (error) => uncaught.push(String(error)) })
app.post('/', { body: 'stream' }, async (c) => {
  const { title, film } = await bindFormFilm(c)
  await film.save(join(folder, title))
  c.sendString(`${title} ${film.size}`)
})

const { port } = await app.listen({ host: '127.0.0.1' })
process.on('message', () => {
  globalThis.gc?.()
  const state: UploadsState = { used: app.bodyMemory.used, files: readdirSync(folder), uncaught }
  process.send?.(state)
})
process.on('disconnect', () => process.exit())
process.send?.(port)
