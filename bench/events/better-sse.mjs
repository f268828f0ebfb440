import { createChannel, createSession } from 'better-sse'
import { publish, serveNode, tick } from './tick.mjs'

const channel = createChannel()

serveNode({
  async one(req, res, count) {
    const session = await createSession(req, res)
    for (let id = 0; id < count; id++) {
      const event = tick(id)
      session.push(event, event.event, String(id))
      // It has no back-pressure: a turn now and then lets bytes leave.
      if (id % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    res.end()
  },
  async all(req, res) {
    channel.register(await createSession(req, res))
    res.write(':\n\n')
  },
  publish: (count) =>
    publish(count, (event) => channel.broadcast(event, event.event, { eventId: String(event.id) })),
})
