import { fileURLToPath } from 'node:url'
import { App, type Channel, type ChannelBroker } from '@ctxgen/runtime'
import type { Boards } from './boards.js'
import { Board, BoardEvent, BoardSocket, Visitor } from './dto/board.bind.js'

const page = fileURLToPath(new URL('../page.html', import.meta.url))

/** A shared board, whose pages see each other's lines and names. @param channels for several processes */
export function createApp(boards: Boards, channels?: ChannelBroker): App {
  const app = new App(channels === undefined ? {} : { channels })

  const channelOf = (board: string): Channel<BoardEvent> =>
    app.channel(BoardEvent, `board:${board}`, {
      gap: { event: 'missed' },
      stamp: (event, id) => ('by' in event ? { ...event, id } : event),
      presence: (names) => ({ event: 'present', names: [...names] }),
    })

  app.get('/', (c) => c.sendFile(page))

  app
    .get('/boards/:board/lines', async (c) => c.json(await boards.read(c.params('board')), Board))
    .name('readBoard')

  app
    .ws('/boards/:board', BoardSocket, {
      upgrade: (c) => c.bind().all(Visitor),
      async open(socket) {
        const { board, name, since } = socket.data
        await channelOf(board).subscribe(socket, { as: name, since })
      },
      async message(socket, message) {
        const { board, name: by } = socket.data
        if (message.type === 'clear') {
          await boards.clear(board)
          await channelOf(board).publish({ event: 'cleared', by })
        } else {
          const { type: _, ...line } = message
          // Stored first: a page that comes later reads it, or hears it.
          await boards.add(board, line)
          await channelOf(board).publish({ event: 'drawn', by, line })
        }
      },
    })
    .name('openBoard')

  return app
}
