import type { Handler, OnResponse } from '@ctxgen/runtime'
import { Histogram, labelText } from './metric/histogram.ts'
import { methodOf, usualBuckets } from './metric/http-names.ts'

/** The options of {@link metrics}. */
export interface MetricsOptions {
  /** Upper bounds of the histogram's buckets, in seconds. Default: those of OpenTelemetry, 0.005 to 10. */
  readonly buckets?: readonly number[]
}

/** The two parts of the metrics of an app. */
export interface Metrics {
  /** Counts an answer: for `new App({ onResponse })`. */
  readonly onResponse: OnResponse
  /**
   * Shows the metrics as Prometheus' text. Put a guard before it: they reveal much about a service.
   * @answer 200 text/plain Cache-Control
   */
  readonly handler: Handler
  /** The text that `handler` sends. */
  text(): string
}

const name = 'http_server_request_duration_seconds'

/**
 * The durations of requests as a histogram by method, route and status, in the names of OpenTelemetry. There is no label
 * with a path, and unknown methods are `_OTHER`, so clients cannot add series. A client that left counts as 499.
 * @throws RangeError unless there are buckets, and they rise.
 */
export function metrics({ buckets = usualBuckets }: MetricsOptions = {}): Metrics {
  if (buckets.length === 0) throw new RangeError('metrics: buckets: none')
  if (buckets.some((bound, i) => !(bound > (buckets[i - 1] ?? 0))))
    throw new RangeError(`metrics: buckets that do not rise: ${buckets.join(' ')}`)
  const series = new Map<string, Histogram>()
  const onResponse: OnResponse = ({ method, route = '', status, ms, aborted }) => {
    const labels = labelsOf(method, route, aborted ? 499 : status)
    let histogram = series.get(labels)
    if (histogram === undefined) {
      histogram = new Histogram(buckets)
      series.set(labels, histogram)
    }
    histogram.add(ms / 1000)
  }
  const text = (): string => {
    const lines = [...series].flatMap(([labels, histogram]) => histogram.lines(name, labels))
    return [
      `# HELP ${name} Duration of HTTP server requests.`,
      `# TYPE ${name} histogram`,
      ...lines,
      '',
    ].join('\n')
  }
  const handler: Handler = (c) => {
    c.set('Content-Type', 'text/plain; version=0.0.4; charset=utf-8').set('Cache-Control', 'no-store')
    c.sendString(text())
  }
  return { onResponse, handler, text }
}

function labelsOf(method: string, route: string, status: number): string {
  const known = methodOf(method, '_OTHER')
  return `http_request_method="${known}",http_route="${labelText(route)}",http_response_status_code="${status}"`
}
