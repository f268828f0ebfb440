// Preloaded into an example's tests: `app.test` goes through Prism's validation proxy, which comes back to the same app.
import { createServer } from 'node:http'
import { App } from '@ctxgen/runtime'

const plainTest = App.prototype.test
const { PRISM_URL, UPSTREAM_PORT } = process.env
let current
const upstream = createServer((req, res) => current.handler()(req, res))
await new Promise((resolve) => upstream.listen(Number(UPSTREAM_PORT), '127.0.0.1', resolve))
upstream.unref()

App.prototype.test = async function testThroughPrism(target, init) {
  current = this
  const request = new Request(target instanceof Request ? target : new URL(target, 'http://localhost'), init)
  const { pathname, search } = new URL(request.url)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const body = hasBody ? await request.arrayBuffer() : undefined
  // Prism never answers a request whose JSON cannot be parsed.
  if (isBrokenJson(request, body))
    return plainTest.call(this, new Request(request.url, { ...options(request), body }))
  const answer = await fetch(new URL(pathname + search, PRISM_URL), {
    ...options(request),
    redirect: 'manual',
    ...(hasBody ? { body } : {}),
  })
  const violations = JSON.parse(answer.headers.get('sl-violations') ?? '[]')
  for (const violation of violations) {
    // A request that the service refuses was wrong on purpose.
    if (violation.location?.[0] === 'request' && answer.status >= 400) continue
    console.log(`PRISM ${request.method} ${pathname} ${answer.status} ${JSON.stringify(violation)}`)
  }
  console.log(`THROUGH PRISM ${request.method} ${pathname}`)
  const headers = new Headers(answer.headers)
  headers.delete('sl-violations')
  return new Response(answer.body, { status: answer.status, headers })
}

function options({ method, headers }) {
  return { method, headers }
}

function isBrokenJson({ headers }, body) {
  if (body === undefined || body.byteLength === 0 || !/json/.test(headers.get('Content-Type') ?? ''))
    return false
  try {
    JSON.parse(new TextDecoder().decode(body))
    return false
  } catch {
    return true
  }
}
