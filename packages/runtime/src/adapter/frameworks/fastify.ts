import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BindInput } from '../../bind/bind-input.ts'
import { type InputConfig, inputSettingsOf, type RouteParams } from './bind-parts.ts'
import { type HeaderValues, nodeInput } from './node-parts.ts'

/** A Fastify request, as far as it is read. */
export interface FastifyRequest {
  readonly raw: IncomingMessage
  readonly params: unknown
  readonly body?: unknown
}

export interface FastifyReply {
  readonly raw: ServerResponse
  getHeaders(): HeaderValues
}

/** The part of a Fastify instance that {@link keepFastifyBodies} changes. */
export interface FastifyParsers {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    contentType: '*',
    options: { parseAs: 'buffer'; bodyLimit?: number },
    parser: (
      request: unknown,
      body: string | Uint8Array,
      done: (error: Error | null, body?: unknown) => void,
    ) => void,
  ): unknown
}

/**
 * What binders read of a request of Fastify, whose parsers must leave the bytes: see {@link keepFastifyBodies}.
 *
 * @throws Error when a parser of Fastify has read the body and kept no bytes.
 */
export function fastifyInput(
  config?: InputConfig,
): (request: FastifyRequest, reply: FastifyReply) => Promise<BindInput> {
  const settings = inputSettingsOf(config)
  return ({ raw, params, body }, reply) =>
    nodeInput(
      {
        req: raw,
        res: reply.raw,
        // Fastify declares them unknown; its router makes an object of texts.
        params: (params ?? {}) as RouteParams,
        parsedBody: body,
        keepsEncoding: true,
        responseHeaders: () => reply.getHeaders(),
      },
      settings,
    )
}

/**
 * Has Fastify hand out every body as bytes, in place of its own parsers. It holds for the instance, or the plugin,
 * and what is registered below it. @param bodyLimit in bytes; default: Fastify's own
 */
export function keepFastifyBodies(fastify: FastifyParsers, bodyLimit?: number): void {
  fastify.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer' as const, ...(bodyLimit === undefined ? {} : { bodyLimit }) }
  fastify.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
}
