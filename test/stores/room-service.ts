// One process of rooms whose channels go over a broker. It prints its port.
import { natsChannels } from '@ctxgen/middleware/nats-channels'
import { redisChannels } from '@ctxgen/middleware/redis-channels'
import type { ChannelBroker } from '@ctxgen/runtime'
import { connect } from '@nats-io/transport-node'
import { Redis } from 'ioredis'
import { serveRooms } from '../channels/shared.ts'

const [kind = '', brokerPort = ''] = process.argv.slice(2)

async function brokerOf(): Promise<ChannelBroker> {
  if (kind === 'nats') {
    const connection = await connect({
      port: Number(brokerPort),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 50,
    })
    return natsChannels(connection, { keep: 5000 })
  }

  const redis = new Redis({ port: Number(brokerPort), host: '127.0.0.1', retryStrategy: () => 50 })
  redis.on('error', () => {})
  return redisChannels(redis)
}

const { app, port, room } = await serveRooms(
  { channels: await brokerOf() },
  { keep: 5000, presenceTimeout: 3000 },
)
app.post('/rooms/:room/:n', async (c) => {
  const n = Number(c.params('n'))
  c.sendString(await room(c.params('room')).publish({ event: 'said', by: 'test', text: 'text', n }))
})
app.get('/rooms/:room/members', async (c) => c.json(await room(c.params('room')).members()))
console.log(port)
