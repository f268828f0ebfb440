import type { int } from '@ctxgen/runtime'

/** A message of a client. */
export interface Say {
  type: 'say'
  id: int
  /** @validate min=1,max=500 */
  text: string
  /** @validate max=5 */
  tags: string[]
}

/** The answer to a message, and what everybody hears. @json @response */
export interface Said {
  type: 'said'
  id: int
  by: string
  text: string
  tags: string[]
}

/** @socket */
export interface Chat {
  receive: Say
  send: Said
}
