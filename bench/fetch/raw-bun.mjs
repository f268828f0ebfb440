// Bun.serve with its own router, written for these scenarios alone: the limit for a framework on Bun.
import { routeCount, routePath } from '../requests.mjs'
import { notFound, searchAnswer, textAnswer, userAnswer } from './raw-answers.mjs'

const sendId = ({ params }) => textAnswer(params.id)
const routes = {
  '/': () => textAnswer('Hello, World!'),
  '/user/:id': sendId,
  '/search': searchAnswer,
  '/users': { POST: userAnswer },
}
if (process.env.ROUTES) for (let i = 0; i < routeCount; i++) routes[routePath(i)] = sendId
Bun.serve({ port: Number(process.env.PORT), hostname: '127.0.0.1', routes, fetch: notFound })
