import type { int32 } from '@ctxgen/runtime'

/** The visitor of a board. */
export interface Visitor {
  /** @uri @validate required,max=40,alphanum */
  board: string
  /** @query @validate required,max=30 */
  name: string
  /** The id of the last event that the page has. @query */
  since?: string
}

/** A line from one point to another, in units of the board. */
export interface Line {
  /** @validate min=0,max=1000 */
  x1: int32
  /** @validate min=0,max=1000 */
  y1: int32
  /** @validate min=0,max=1000 */
  x2: int32
  /** @validate min=0,max=1000 */
  y2: int32
}

export interface Draw extends Line {
  type: 'draw'
}

export interface Clear {
  type: 'clear'
}

/** The events of a board. @json @response */
export type BoardEvent = Drawn | Cleared | Present | Missed

export interface Drawn {
  event: 'drawn'
  id?: string
  by: string
  line: Line
}

export interface Cleared {
  event: 'cleared'
  id?: string
  by: string
}

export interface Present {
  event: 'present'
  names: string[]
}

/** The page was away for too long, and reads the whole board again. */
export interface Missed {
  event: 'missed'
}

/** All lines of a board. @json @response */
export interface Board {
  lines: Line[]
}

/** @socket */
export interface BoardSocket {
  receive: Draw | Clear
  send: BoardEvent
}
