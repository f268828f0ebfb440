import type { int } from '@ctxgen/runtime'

/** @socket */
export interface EchoSocket {
  receive: { x: int }
  send: { twice: int; room: string; ip: string }
}
