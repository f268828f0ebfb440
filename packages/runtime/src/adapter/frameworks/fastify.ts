import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BindInput } from '../../bind/reading/bind-input.ts'
import { inputSettingsOf, type RequestConfig, type RouteParams } from './bind-parts.ts'
import { type HeaderValues, nodeInput } from './node-parts.ts'

/** The used part of a Fastify request. */
export interface FastifyRequest {
  readonly raw: IncomingMessage
  readonly params: unknown
  readonly body?: unknown
}

export interface FastifyReply {
  readonly raw: ServerResponse
  getHeaders(): HeaderValues
}

type Done = (error: Error | null, body?: unknown) => void

/** The part of a Fastify instance that {@link keepFastifyBodies} and {@link leaveFastifyBodies} change. */
export interface FastifyParsers {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    contentType: '*',
    parser: (request: unknown, body: unknown, done: Done) => void,
  ): unknown
  addContentTypeParser(
    contentType: '*',
    options: { parseAs: 'buffer'; bodyLimit?: number },
    parser: (request: unknown, body: string | Uint8Array, done: Done) => void,
  ): unknown
}

/**
 * The `BindInput` of a Fastify request. Fastify's parsers must keep the bytes, or leave them: see {@link keepFastifyBodies} and
 * {@link leaveFastifyBodies}.
 *
 * @throws Error when a parser has read the body without keeping its bytes.
 */
export function fastifyInput(
  config?: RequestConfig,
): (request: FastifyRequest, reply: FastifyReply) => Promise<BindInput> {
  const settings = inputSettingsOf(config)
  return ({ raw, params, body }, reply) =>
    nodeInput(
      {
        req: raw,
        res: reply.raw,
        // Fastify declares them as unknown; its router creates an object of texts.
        params: (params ?? {}) as RouteParams,
        parsedBody: body,
        keepsEncoding: true,
        responseHeaders: () => reply.getHeaders(),
      },
      settings,
    )
}

/**
 * Makes Fastify pass every body as bytes, in place of its own parsers: for the instance or plugin, and everything
 * registered below it.
 * @param bodyLimit in bytes. Default: Fastify's own.
 */
export function keepFastifyBodies(fastify: FastifyParsers, bodyLimit?: number): void {
  fastify.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer' as const, ...(bodyLimit === undefined ? {} : { bodyLimit }) }
  fastify.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
}

/**
 * Makes Fastify leave every body unread, in place of its own parsers: for `fastifyInput({ body: 'stream' })` in the routes
 * of the instance or plugin, and everything registered below it.
 */
export function leaveFastifyBodies(fastify: FastifyParsers): void {
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', (_request, _body, done) => done(null))
}
