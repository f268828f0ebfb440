import type { CaseRequest } from '../../conformance/case-types.ts'

/** A request of the trial of servers, to the routes of `project/src/app.ts`. */
export interface ServerCall {
  readonly name: string
  readonly request: CaseRequest
  /** Of the answer on Node, with which the others are compared. */
  readonly status: number
  /** The response breaks off. */
  readonly breaksOff?: boolean
  /** workerd refuses the Host with a 500 before any worker sees it. */
  readonly badHost?: boolean
}

const json = ['Content-Type', 'application/json'] as const
const gzip = ['Content-Encoding', 'gzip'] as const
const orders = '/shops/7/orders'
const order = JSON.stringify({ name: 'Ann ✓', born: '1980-02-03T00:00:00Z', size: 5 })
const photo = { field: 'photo', filename: 'a.txt', content: 'hi ✓', type: 'text/plain' }

export const serverCalls: readonly ServerCall[] = [
  { name: 'text', request: { target: '/text' }, status: 200 },
  { name: 'JSON', request: { target: orders, headers: [json], body: order }, status: 201 },
  {
    name: 'query, header and cookie',
    request: {
      target: `${orders}?page=3&colours=red&colours=blue`,
      headers: [json, ['X-Request-Id', 'r 1'], ['Cookie', 'session=s1; other=2']],
      body: order,
    },
    status: 201,
  },
  { name: 'form', request: { target: orders, form: { name: 'Ann & Ben' } }, status: 201 },
  {
    name: 'multipart',
    request: { target: orders, multipart: { fields: [['name', 'Ann ✓']], files: [photo] } },
    status: 201,
  },
  { name: 'an upload by stream', request: filmRequest('Days', 'GIF89a', 100_000), status: 200 },
  { name: 'a short title before an upload', request: filmRequest('D', 'GIF89a', 100_000), status: 400 },
  { name: 'an upload that is not of its type', request: filmRequest('Days', '%PDF-', 100_000), status: 400 },
  { name: 'an upload past its size', request: filmRequest('Days', 'GIF89a', 300_000), status: 400 },
  { name: 'an upload past the limit', request: filmRequest('Days', 'GIF89a', 600_000), status: 413 },
  {
    name: 'an XML body',
    request: {
      target: orders,
      headers: [['Content-Type', 'application/xml']],
      body: '<order><name>Ann ✓</name><size>5</size></order>',
    },
    status: 201,
  },
  {
    name: 'gzip',
    request: { target: orders, headers: [json, gzip], body: order, encode: 'gzip' },
    status: 201,
  },
  { name: 'no gzip', request: { target: orders, headers: [json, gzip], body: order }, status: 400 },
  {
    name: 'gzip that grows past the limit',
    request: { target: orders, headers: [json, gzip], body: ' '.repeat(9000), encode: 'gzip' },
    status: 413,
  },
  {
    name: 'past the limit',
    request: { target: orders, headers: [json], body: ' '.repeat(9000) },
    status: 413,
  },
  {
    name: 'issues',
    request: { target: '/shops/x/orders?page=y&colours=green', headers: [json], body: '{"name":5}' },
    status: 400,
  },
  { name: 'a rule', request: { target: orders, headers: [json], body: '{"name":"A"}' }, status: 400 },
  { name: 'broken JSON', request: { target: orders, headers: [json], body: '{"name":' }, status: 400 },
  {
    name: 'a type nobody reads',
    request: { target: orders, headers: [['Content-Type', 'text/csv']], body: 'a' },
    status: 415,
  },
  {
    name: 'cookies',
    request: { target: '/cookies', headers: [['Cookie', 'session=s1']] },
    status: 200,
  },
  { name: 'a writer', request: { target: '/writer' }, status: 200 },
  { name: 'a stream', request: { target: '/stream' }, status: 200 },
  { name: 'CBOR', request: { target: '/cbor' }, status: 200 },
  { name: 'MessagePack', request: { target: '/msgpack' }, status: 200 },
  { name: 'XML', request: { target: '/xml' }, status: 200 },
  { name: 'a redirect', request: { target: '/away' }, status: 303 },
  { name: 'no content', request: { target: '/empty' }, status: 204 },
  { name: 'HEAD', request: { method: 'HEAD', target: '/text' }, status: 200 },
  { name: 'HEAD of a stream', request: { method: 'HEAD', target: '/stream' }, status: 200 },
  { name: 'no route', request: { target: '/nowhere' }, status: 404 },
  { name: 'no such method', request: { method: 'DELETE', target: '/text' }, status: 405 },
  { name: 'an error of the handler', request: { target: '/throws' }, status: 500 },
  {
    name: 'a Host that is none',
    request: { target: '/text', headers: [['Host', 'a b']] },
    status: 400,
    badHost: true,
  },
  {
    name: 'a Host with a user',
    request: { target: '/empty', headers: [['Host', 'a@b']] },
    status: 400,
    badHost: true,
  },
  {
    name: 'a port that is none',
    request: { target: '/empty', headers: [['Host', 'a:99999']] },
    status: 400,
    badHost: true,
  },
  {
    name: 'a path with a host inside',
    request: { target: '//other/text?q=http://a/b' },
    status: 404,
  },
  {
    name: 'chunks past the limit',
    request: {
      method: 'POST',
      target: orders,
      headers: [json, ['Transfer-Encoding', 'chunked']],
      body: ' '.repeat(9000),
    },
    status: 413,
  },
  { name: 'no body in a POST', request: { method: 'POST', target: orders, headers: [json] }, status: 400 },
  { name: 'a stream that breaks', request: { target: '/broken' }, status: 200, breaksOff: true },
]

function filmRequest(title: string, begin: string, size: number): CaseRequest {
  const file = { field: 'film', filename: 'a.gif', content: begin.padEnd(size, 'x'), type: 'image/gif' }
  return { target: '/films', multipart: { fields: [['title', title]], files: [file] } }
}
