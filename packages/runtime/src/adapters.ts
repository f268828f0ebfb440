export type { InputConfig, RequestConfig, RouteParams } from './adapter/frameworks/bind-parts.ts'
export { fromConnect } from './adapter/frameworks/connect.ts'
export type { ConnectMiddleware } from './adapter/frameworks/connect-next.ts'
export { type ExpressRequest, expressInput } from './adapter/frameworks/express.ts'
export {
  type FastifyParsers,
  type FastifyReply,
  type FastifyRequest,
  fastifyInput,
  keepFastifyBodies,
  leaveFastifyBodies,
} from './adapter/frameworks/fastify.ts'
export { fetchInput, type HonoContext, honoInput } from './adapter/frameworks/fetch-request.ts'
export { type KoaContext, koaInput } from './adapter/frameworks/koa.ts'
export { type LambdaConfig, type LambdaEvent, lambdaInput } from './adapter/frameworks/lambda.ts'
export { messageInput, type QueueMessage } from './adapter/frameworks/message.ts'
export { type Problem, problemOf } from './app/problem.ts'
export type { ProblemEntry } from './app/problem-entry.ts'
