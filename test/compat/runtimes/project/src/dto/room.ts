import type { int } from '@ctxgen/runtime'

/** @socket */
export interface EchoSocket {
  receive: { x: int }
  send: { twice: int; room: string; ip: string }
}

/** @json @response */
export interface Heard {
  heard: int
}

/** @socket */
export interface HearSocket {
  receive: { x: int }
  send: Heard
}
