import type { Answered, Ctx, Handler, OnResponse } from '@ctxgen/runtime'
import {
  type Attributes,
  context,
  type Meter,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { methodOf, usualBuckets } from './metric/http-names.ts'

/** The options of {@link otel}. */
export interface OtelOptions {
  /** Default: that of the global provider. */
  readonly tracer?: Tracer
  /** Default: that of the global provider. */
  readonly meter?: Meter
  /** Whose `traceparent` a span continues: `true` for everybody's, `proxies` for a trusted proxy's. Default: `true`. */
  readonly trust?: 'proxies' | boolean
  /** Requests without a span: `(c) => c.path() === '/livez'`. Default: none. */
  readonly skip?: (c: Ctx) => boolean
}

/** The two parts of the telemetry of an app. */
export interface Otel {
  /** Begins a span, which is the active one for all handlers behind it: `app.use(handler)` before all others. @answer - */
  readonly handler: Handler
  /** Ends the span, and records the duration: for `new App({ onResponse })`. */
  readonly onResponse: OnResponse
}

const scope = '@ctxgen/middleware'
const spanKey: unique symbol = Symbol('span')

/**
 * Traces and `http.server.request.duration` in the names of OpenTelemetry's semantic conventions for HTTP 1.23 and later,
 * by the API alone: an app without an SDK records nothing. Neither has a query string, and only spans have the path.
 */
export function otel(options: OtelOptions = {}): Otel {
  const { tracer = trace.getTracer(scope), meter = metrics.getMeter(scope), trust = true, skip } = options
  const duration = meter.createHistogram('http.server.request.duration', {
    description: 'Duration of HTTP server requests.',
    unit: 's',
    advice: { explicitBucketBoundaries: [...usualBuckets] },
  })
  const handler: Handler = (c) => {
    if (skip?.(c) === true) return c.next()
    const isTaken = trust === true || (trust === 'proxies' && isFromProxy(c))
    const parent = isTaken ? propagation.extract(context.active(), c, getter) : context.active()
    const span = tracer.startSpan(methodOf(c.method(), 'HTTP'), spanOptions(c), parent)
    c.locals(spanKey, span)
    return context.with(trace.setSpan(parent, span), () => c.next())
  }
  const onResponse: OnResponse = (answered) => {
    const facts = factsOf(answered)
    duration.record(answered.ms / 1000, facts)
    const span = answered.c?.locals(spanKey)
    if (isSpan(span)) endSpan(span, answered, facts)
  }
  return { handler, onResponse }
}

function spanOptions(c: Ctx): { kind: SpanKind; attributes: Attributes } {
  const method = c.method()
  const known = methodOf(method, '_OTHER')
  const [host = '', port] = c.host().split(/:(?=\d+$)/)
  const agent = c.get('user-agent')
  return {
    kind: SpanKind.SERVER,
    attributes: {
      'http.request.method': known,
      ...(known !== method && { 'http.request.method_original': method }),
      'url.path': c.path(),
      'url.scheme': c.secure() ? 'https' : 'http',
      ...(host !== '' && { 'server.address': host }),
      ...(port !== undefined && { 'server.port': Number(port) }),
      ...(c.ip() !== '' && { 'client.address': c.ip() }),
      ...(agent !== '' && { 'user_agent.original': agent }),
    },
  }
}

/** The attributes of the histogram: few values each, whatever clients send. */
function factsOf({ c, method, route, status, aborted }: Answered): Attributes {
  return {
    'http.request.method': methodOf(method, '_OTHER'),
    'url.scheme': c?.secure() === true ? 'https' : 'http',
    ...(route !== undefined && { 'http.route': route }),
    ...(status > 0 && { 'http.response.status_code': status }),
    ...(status >= 500 && { 'error.type': `${status}` }),
    ...(aborted && status < 500 && { 'error.type': 'aborted' }),
  }
}

function endSpan(span: Span, { method, route, status, bytes }: Answered, facts: Attributes): void {
  if (route !== undefined) span.updateName(`${methodOf(method, 'HTTP')} ${route}`)
  span.setAttributes({ ...facts, 'http.response.body.size': bytes })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

const getter: TextMapGetter<Ctx> = {
  get: (c, name) => c.get(name) || undefined,
  keys: (c) => Object.keys(c.getReqHeaders()),
}

function isSpan(value: unknown): value is Span {
  return typeof value === 'object' && value !== null && 'updateName' in value
}

/** `isProxyTrusted()` alone is true for everybody while `trustProxy` is off. */
function isFromProxy(c: Ctx): boolean {
  return c.app().settings.trust.trustProxy && c.isProxyTrusted()
}
