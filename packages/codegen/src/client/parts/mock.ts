import type { Api, Problem, ServerEvent } from './api.ts'
import type { BinaryFormat } from './binary.ts'
import { xmlOf } from './body.ts'
import type { Codec } from './codec.ts'
import { exactText } from './exact-json.ts'
import { type Body, localUrl } from './send.ts'

/** An answer, or what makes one of a request. */
export type Mock<T> = T | ((request: Request) => T | Promise<T>)

/** An answer of a handler, of any operation. */
export interface MockAnswer {
  readonly status: number
  readonly body?: unknown
  readonly problem?: Problem
  readonly location?: string
}

/** Makes the content of a body, and its type. */
export type Writer = (body: unknown) => Body['body']

export type Writers = Readonly<Record<number, readonly [type: string, write: Writer]>>

/** The path of an operation below the base. */
export function pathBelow({ baseUrl }: Pick<Api, 'baseUrl'>, path: string): string {
  return (baseUrl ?? localUrl()) + path
}

/** The response that an answer stands for. */
export async function mocked(
  mock: Mock<MockAnswer>,
  request: Request,
  writers: Writers = {},
): Promise<Response> {
  const { status, body, problem, location } = typeof mock === 'function' ? await mock(request) : mock
  if (problem !== undefined)
    return new Response(JSON.stringify(problem), {
      status,
      headers: { 'content-type': 'application/problem+json' },
    })
  if (location !== undefined) return new Response(null, { status, headers: { location } })
  const [type, write] = writers[status] ?? []
  if (type === undefined || write === undefined) return new Response(null, { status })
  return new Response(write(body), { status, headers: { 'content-type': type } })
}

export function inJsonText(codec: Codec): Writer {
  return (body) => JSON.stringify(codec.to(body, 'body'))
}

export function inExactJsonText(codec: Codec): Writer {
  return (body) => exactText(codec.to(body, 'body'))
}

export function inBinary(format: BinaryFormat, codec: Codec): Writer {
  return (body) => Uint8Array.from(format.encode(codec.to(body, 'body')))
}

export function inXml(codec: Codec): Writer {
  return (body) => `<root>${xmlOf(codec.to(body, 'body'))}</root>`
}

/** A text, or a file. */
export function asItIs(body: unknown): Body['body'] {
  return body as string | Blob
}

/** Events whose data is a value each. */
export function inValues(write: Writer): Writer {
  return (body) => inEvents((body as readonly unknown[]).map((one) => ({ data: String(write(one)) })))
}

export function inEvents(all: unknown): Body['body'] {
  return (all as readonly Partial<ServerEvent>[])
    .map(({ event, data = '', id }) => {
      const lines = [
        ...(event === undefined ? [] : [`event: ${event}`]),
        ...(id === undefined ? [] : [`id: ${id}`]),
        ...data.split(/\r\n|\n|\r/).map((line) => `data: ${line}`),
      ]
      return `${lines.join('\n')}\n\n`
    })
    .join('')
}
