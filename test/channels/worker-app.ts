import cluster from 'node:cluster'
import { App } from '@ctxgen/runtime'
import { RoomEvent } from '../../fixtures/valid/channels/dto.bind.ts'

// Started in a separate process, and again by it as a worker of a cluster, which sends the results of its calls.
if (cluster.isPrimary)
  cluster.fork().once('message', (message) => {
    process.send?.(message)
    process.disconnect()
  })
else {
  const words = [
    () => new App().channel(RoomEvent, 'room', { gap: false }),
    () => new App({ channels: {} as never }).channel(RoomEvent, 'room', { gap: false }),
  ].map((call) => {
    try {
      return call().name
    } catch (error) {
      return String(error)
    }
  })
  process.send?.(words, () => process.exit())
}
