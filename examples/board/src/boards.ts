import type { Redis } from 'ioredis'
import type { Board, Line } from './dto/board.js'

/** The lines of boards: the newest 2000 of each, of the 1000 boards that were drawn on last. */
export interface Boards {
  add(board: string, line: Line): Promise<void>
  clear(board: string): Promise<void>
  /** @answer - */
  read(board: string): Promise<Board>
}

const maxLines = 2000
const maxBoards = 1000

/** In this process. */
export function boardsInMemory(): Boards {
  const boards = new Map<string, Line[]>()
  return {
    async add(board, line) {
      const lines = [...(boards.get(board) ?? []), line].slice(-maxLines)
      boards.delete(board)
      boards.set(board, lines)
      const [oldest] = boards.keys()
      if (boards.size > maxBoards && oldest !== undefined) boards.delete(oldest)
    },
    async clear(board) {
      boards.delete(board)
    },
    async read(board) {
      return { lines: boards.get(board) ?? [] }
    },
  }
}

/** In Redis, for several processes. A board is forgotten a day after its last line. */
export function boardsInRedis(redis: Redis): Boards {
  const keyOf = (board: string): string => `board:${board}`
  return {
    async add(board, line) {
      const text = JSON.stringify(line)
      const key = keyOf(board)
      await redis
        .multi()
        .rpush(key, text)
        .ltrim(key, -maxLines, -1)
        .expire(key, 24 * 60 * 60)
        .exec()
    },
    async clear(board) {
      await redis.del(keyOf(board))
    },
    async read(board) {
      const texts = await redis.lrange(keyOf(board), 0, -1)
      return { lines: texts.map((text) => JSON.parse(text)) }
    },
  }
}
