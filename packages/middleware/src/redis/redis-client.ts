/** A client of Redis or Valkey: of ioredis or iovalkey (`call`), or of node-redis (`sendCommand`). */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> }

/** Sends a command with a client of either kind. */
export function redisSender(
  client: RedisClient,
): (...args: readonly [string, ...string[]]) => Promise<unknown> {
  return (...args) => ('call' in client ? client.call(...args) : client.sendCommand([...args]))
}
