import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { HeldBytes } from '../../app/body-memory.ts'
import type { RoutedApp } from '../../app/routed-app.ts'

const held: unique symbol = Symbol('bytes of the request body')
type Holding = (ServerResponse | Http2ServerResponse) & { [held]?: HeldBytes }

/** Counts the body of a request until its handlers are done or the client disconnects. */
export function holdBody({ bodyMemory }: RoutedApp, res: Holding): HeldBytes {
  const { req } = res
  const session = 'stream' in res ? res.stream.session : undefined
  const bytes = new HeldBytes(session === undefined ? bodyMemory : bodyMemory.partFor(session))
  res[held] = bytes
  res.on('close', releaseHeld)
  // A response that waits for an earlier one gets no 'close' event of the connection.
  if (res.socket === null) req.once('close', () => req.complete || bytes.release())
  return bytes
}

/** The handlers no longer need the body. */
export function releaseBody(res: Holding): void {
  res[held]?.release()
}

function releaseHeld(this: Holding): void {
  releaseBody(this)
}
