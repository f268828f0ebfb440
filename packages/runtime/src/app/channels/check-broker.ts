import type { ChannelBroker } from './broker.ts'

/**
 * @param isOneOfSeveral whether other processes serve the same app
 * @throws Error without a broker in one of several processes, which would hear itself alone
 */
export function checkBroker(broker: ChannelBroker | undefined, isOneOfSeveral: boolean = isWorker()): void {
  if (broker === undefined && isOneOfSeveral)
    throw new Error(
      'channels of several workers need a broker: new App({ channels }), as redisChannels() of @ctxgen/middleware makes one',
    )
}

function isWorker(): boolean {
  const cluster: unknown = typeof process === 'object' && process.getBuiltinModule?.('node:cluster')
  return Reflect.get(Object(cluster), 'isWorker') === true
}
