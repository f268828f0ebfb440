import { Elysia, t } from 'elysia'
import { answerTo, port, said } from './said.mjs'

const app = new Elysia()
  .ws('/chat', {
    body: t.Object({
      type: t.Literal('say'),
      id: t.Integer(),
      text: t.String({ minLength: 1, maxLength: 500 }),
      tags: t.Array(t.String(), { maxItems: 5 }),
    }),
    open: (socket) => void socket.subscribe('news'),
    message: (socket, message) => void socket.send(said(message)),
  })
  .get('/*', ({ request }) =>
    answerTo(request.url, (message) => app.server.publish('news', JSON.stringify(message))),
  )
  .listen({ port, hostname: '127.0.0.1' })
