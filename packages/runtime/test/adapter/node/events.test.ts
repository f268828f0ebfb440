import { gzipSync } from 'node:zlib'
import { type BindInput, HttpError } from '@ctxgen/runtime'
import { lambdaInput, messageInput } from '@ctxgen/runtime/adapters'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

function bodyOf(input: BindInput): string {
  return new TextDecoder().decode(input.bodyBytes())
}

function statusOf(input: BindInput): number {
  try {
    input.bodyBytes()
  } catch (error) {
    if (error instanceof HttpError) return error.status
  }
  return 200
}

test('an event of a REST API has decoded queries and undecoded path parameters', () => {
  const input = lambdaInput({
    headers: { 'X-A': '2', 'Content-Type': 'application/json' },
    multiValueHeaders: { 'X-A': ['1', '2'], 'Content-Type': ['application/json'], Cookie: ['a=b'] },
    queryStringParameters: { 'a[b]': 'x&y', c: '2' },
    multiValueQueryStringParameters: { 'a[b]': ['x&y'], c: ['1', '2'] },
    pathParameters: { id: 'a%20b' },
    body: '{"ä":1}',
    isBase64Encoded: false,
    requestContext: { stage: 'dev' },
  })
  assert.is(input.rawQuery(), 'a%5Bb%5D=x%26y&c=1&c=2')
  assert.is(input.routeParam('id'), 'a b')
  assert.equal(input.rawHeaders(), [
    'X-A',
    '1',
    'X-A',
    '2',
    'Content-Type',
    'application/json',
    'Cookie',
    'a=b',
  ])
  assert.is(input.contentType(), 'application/json')
  assert.is(bodyOf(input), '{"ä":1}')
})

test('an event of an HTTP API has its query as sent, cookies apart, and decoded path parameters', () => {
  const input = lambdaInput({
    version: '2.0',
    rawQueryString: 'a=%20&a=2',
    cookies: ['a=b', 'c=d'],
    headers: { 'content-type': 'application/octet-stream' },
    queryStringParameters: { a: ' ,2' },
    pathParameters: { id: 'a%20b' },
    body: Buffer.from([0, 255]).toString('base64'),
    isBase64Encoded: true,
    requestContext: { http: {} },
  })
  assert.is(input.rawQuery(), 'a=%20&a=2')
  assert.equal(input.rawHeaders(), ['content-type', 'application/octet-stream', 'cookie', 'a=b; c=d'])
  assert.is(input.routeParam('id'), 'a%20b')
  assert.equal([...input.bodyBytes()], [0, 255])
})

test('an event of a load balancer has its query undecoded, with or without lists', () => {
  const requestContext = { elb: { targetGroupArn: 'arn' } }
  const lists = lambdaInput({
    requestContext,
    multiValueHeaders: { accept: ['a', 'b'] },
    multiValueQueryStringParameters: { 'a%5Bb%5D': ['x%26y', 'z+1'] },
    body: '',
  })
  assert.is(lists.rawQuery(), 'a%5Bb%5D=x%26y&a%5Bb%5D=z+1')
  assert.equal(lists.rawHeaders(), ['accept', 'a', 'accept', 'b'])
  const plain = lambdaInput(
    { requestContext, headers: { accept: 'a' }, queryStringParameters: { a: 'x%26y' }, body: null },
    { params: { id: '7' } },
  )
  assert.is(plain.rawQuery(), 'a=x%26y')
  assert.is(plain.routeParam('id'), '7')
  assert.is(plain.bodyBytes().length, 0)
})

test('bodies are decoded and limited', () => {
  const event = { headers: { 'content-encoding': 'gzip' }, isBase64Encoded: true }
  const zipped = { ...event, body: gzipSync('x'.repeat(300)).toString('base64') }
  assert.is(bodyOf(lambdaInput(zipped)).length, 300)
  assert.is(statusOf(lambdaInput(zipped, { bodyLimit: 299 })), 413)
  assert.is(statusOf(lambdaInput(zipped, { bodyLimit: 10 })), 413)
  assert.is(statusOf(lambdaInput({ ...event, body: 'AAAA' })), 400)
  assert.is(statusOf(lambdaInput({ body: 'AAAA', headers: { 'Content-Encoding': 'zip' } })), 415)
})

test('a message has headers of any kind and a body', () => {
  const input = messageInput({
    headers: {
      id: new TextEncoder().encode('ü7'),
      retries: 2,
      list: ['a', 'b'],
      death: { count: 1 },
      none: null,
    },
    body: new TextEncoder().encode('{"a":1}'),
  })
  const lines = ['content-type', 'application/json', 'id', 'ü7', 'retries', '2', 'list', 'a', 'list', 'b']
  assert.equal(input.rawHeaders(), lines)
  assert.is(bodyOf(input), '{"a":1}')
  assert.is(messageInput({ headers: { 'Content-Type': 'text/xml' }, body: '<a/>' }).contentType(), 'text/xml')
  assert.is(messageInput({ body: null, contentType: 'application/cbor' }).contentType(), 'application/cbor')
})

test.run()
