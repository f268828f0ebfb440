import { AsyncLocalStorage } from 'node:async_hooks'
import { type OtelOptions, otel } from '@ctxgen/middleware/otel'
import { App, type AppConfig, HttpError } from '@ctxgen/runtime'
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

/** A span as the test sees it. */
interface Noted {
  name: string
  kind: number | undefined
  parent: string | undefined
  attributes: Attributes
  status: number | undefined
  ends: number
}

interface Recorded {
  readonly spans: Noted[]
  readonly durations: { readonly seconds: number; readonly attributes: Attributes }[]
}

/** The two providers that an SDK would give, by the interfaces of the API. */
function recorder(): Recorded & OtelOptions {
  const spans: Noted[] = []
  const durations: Recorded['durations'] = []
  const tracer = {
    startSpan(
      name: string,
      options: { kind?: number; attributes?: Attributes } = {},
      parent: Context = ROOT_CONTEXT,
    ): Span {
      const span: Noted = {
        name,
        kind: options.kind,
        parent: trace.getSpanContext(parent)?.traceId,
        attributes: { ...options.attributes },
        status: undefined,
        ends: 0,
      }
      spans.push(span)
      const noted = {
        ...trace.wrapSpanContext({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
        spanContext: () => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
        updateName: (name: string) => Object.assign(span, { name }),
        setAttributes: (more: Attributes) => Object.assign(span.attributes, more),
        setStatus: ({ code }: { code: number }) => Object.assign(span, { status: code }),
        end: () => void span.ends++,
      }
      return noted as unknown as Span
    },
    startActiveSpan: () => undefined as never,
  }
  const meter = metrics.getMeterProvider().getMeter('test')
  const createHistogram = () => ({
    record: (seconds: number, attributes: Attributes = {}) => void durations.push({ seconds, attributes }),
  })
  return { spans, durations, tracer, meter: Object.assign(Object.create(meter), { createHistogram }) }
}

class StoredContext implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()
  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT
  }
  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    run: F,
    self?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => Reflect.apply(run, self, args))
  }
  bind<T>(_: Context, target: T): T {
    return target
  }
  enable(): this {
    return this
  }
  disable(): this {
    return this
  }
}

context.setGlobalContextManager(new StoredContext())
propagation.setGlobalPropagator({
  inject: () => {},
  fields: () => ['traceparent'],
  extract(from, carrier, getter) {
    const [, traceId = '', spanId = ''] = String(getter.get(carrier, 'traceparent') ?? '').split('-')
    return traceId === ''
      ? from
      : trace.setSpanContext(from, { traceId, spanId, traceFlags: 1, isRemote: true })
  },
})

function appWith(recorded: OtelOptions, more: OtelOptions = {}, config: AppConfig = {}): App {
  const { handler, onResponse } = otel({ ...recorded, ...more })
  const app = new App({ onError: () => {}, onResponse, ...config }).use(handler)
  app.get('/cars/:id', (c) => c.sendString(trace.getActiveSpan()?.spanContext().traceId ?? 'none'))
  app.get('/later', async (c) => {
    await new Promise(setImmediate)
    c.sendString(trace.getActiveSpan()?.spanContext().traceId ?? 'none')
  })
  app.get('/broken', () => {
    throw new Error('broken')
  })
  return app.get('/refused', () => {
    throw new HttpError(403)
  })
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise(setImmediate)
}

test('a span for each request, in the names of the conventions', () => {
  let recorded = recorder()
  return onEachServer(
    () => {
      recorded = recorder()
      return appWith(recorded)
    },
    async (send, server) => {
      const got = await send('/cars/7?secret=x', { headers: { 'user-agent': 'test' } })
      assert.is(got.body, 'a'.repeat(32), server)
      await until(() => recorded.durations.length > 0)
      const [span] = recorded.spans
      assert.equal([span?.name, span?.kind, span?.ends, span?.status], ['GET /cars/:id', 1, 1, undefined])
      const {
        'client.address': _,
        'server.port': __,
        'server.address': host,
        ...attributes
      } = span?.attributes ?? {}
      assert.ok(host)
      assert.equal(attributes, {
        'http.request.method': 'GET',
        'url.path': '/cars/7',
        'url.scheme': 'http',
        'user_agent.original': 'test',
        'http.route': '/cars/:id',
        'http.response.status_code': 200,
        'http.response.body.size': 32,
      })
      const [duration] = recorded.durations
      assert.ok((duration?.seconds ?? -1) >= 0)
      assert.equal(duration?.attributes, {
        'http.request.method': 'GET',
        'url.scheme': 'http',
        'http.route': '/cars/:id',
        'http.response.status_code': 200,
      })
    },
  )
})

test('the span is active after an await as well', async () => {
  assert.is((await fetchSend(appWith(recorder()))('/later')).body, 'a'.repeat(32))
})

const statuses: readonly (readonly [
  path: string,
  method: string,
  status: number,
  code: number | undefined,
  name: string,
])[] = [
  ['/broken', 'GET', 500, SpanStatusCode.ERROR, 'GET /broken'],
  ['/refused', 'GET', 403, undefined, 'GET /refused'],
  ['/nowhere', 'GET', 404, undefined, 'GET'],
  ['/cars/7', 'BREW', 405, undefined, 'HTTP'],
]

for (const [path, method, status, code, name] of statuses)
  test(`${method} ${path}: ${status}`, async () => {
    const recorded = recorder()
    await fetchSend(appWith(recorded))(path, { method })
    const [span] = recorded.spans
    assert.equal([span?.name, span?.status, span?.ends], [name, code, 1])
    assert.is(span?.attributes['http.response.status_code'], status)
    assert.is(span?.attributes['error.type'], status === 500 ? '500' : undefined)
    assert.is(recorded.durations[0]?.attributes['http.request.method'], method === 'BREW' ? '_OTHER' : 'GET')
  })

test('the trace of a client is continued, or of trusted proxies alone', async () => {
  const sent = { headers: { traceparent: `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01` } }
  for (const [trust, parent] of [
    [true, 'c'.repeat(32)],
    [false, undefined],
    ['proxies', undefined],
  ] as const) {
    const recorded = recorder()
    await fetchSend(appWith(recorded, { trust }))('/cars/7', sent)
    assert.is(recorded.spans[0]?.parent, parent)
  }
  const recorded = recorder()
  const app = appWith(
    recorded,
    { trust: 'proxies' },
    { trustProxy: true, trustProxyConfig: { private: true } },
  )
  await app.fetch(new Request('http://localhost/cars/7', sent), { remoteAddress: '10.0.0.1' })
  assert.is(recorded.spans[0]?.parent, 'c'.repeat(32))
})

test('skip leaves out the span', async () => {
  const recorded = recorder()
  await fetchSend(appWith(recorded, { skip: () => true }))('/cars/7')
  assert.equal([recorded.spans.length, recorded.durations.length], [0, 1])
})

test('without an SDK nothing happens', async () => {
  const { handler, onResponse } = otel()
  const app = new App({ onResponse }).use(handler).get('/', (c) => c.sendString('hi'))
  assert.is((await fetchSend(app)('/')).body, 'hi')
})

test.run()
