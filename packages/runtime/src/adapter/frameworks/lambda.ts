import { decodePercent } from '@ctxgen/core/percent'
import type { BindInput } from '../../bind/reading/bind-input.ts'
import { bindInputOf, type InputConfig, inputSettingsOf, type RouteParams } from './bind-parts.ts'
import { bodyNow, neverAborted } from './body-now.ts'

type Texts = Readonly<Record<string, string | undefined>> | null
type Lists = Readonly<Record<string, readonly string[] | undefined>> | null

/** The used part of an AWS Lambda event: of a REST API, an HTTP API, a function URL or a load balancer. */
export interface LambdaEvent {
  readonly version?: string | undefined
  readonly rawQueryString?: string | undefined
  readonly cookies?: readonly string[] | null | undefined
  readonly headers?: Texts | undefined
  readonly multiValueHeaders?: Lists | undefined
  readonly queryStringParameters?: Texts | undefined
  readonly multiValueQueryStringParameters?: Lists | undefined
  readonly pathParameters?: Texts | undefined
  readonly body?: string | null | undefined
  readonly isBase64Encoded?: boolean | undefined
  readonly requestContext?: object | undefined
}

/** @param params the route parameters, for a load balancer, which has none. */
export type LambdaConfig = InputConfig & { readonly params?: RouteParams }

/** The `BindInput` of an AWS Lambda event: of API Gateway (REST and HTTP APIs), a function URL or a load balancer. */
export function lambdaInput(event: LambdaEvent, config: LambdaConfig = {}): BindInput {
  const settings = inputSettingsOf(config)
  const rawHeaders = headersOf(event)
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded === true ? 'base64' : 'utf8')
  return bindInputOf({
    url: `?${queryOf(event)}`,
    params: config.params ?? paramsOf(event),
    rawHeaders,
    responseHeaders: () => [],
    body: bodyNow(body, rawHeaders, settings.bodyLimit),
    signal: neverAborted,
    settings,
  })
}

function headersOf({ headers, multiValueHeaders, cookies }: LambdaEvent): readonly string[] {
  const lines = pairs(multiValueHeaders ?? headers)
  return cookies == null ? lines.flat() : [...lines.flat(), 'cookie', cookies.join('; ')]
}

/** A load balancer leaves the query as it was sent; a REST API has decoded it. */
function queryOf(event: LambdaEvent): string {
  const { rawQueryString, multiValueQueryStringParameters, queryStringParameters } = event
  if (rawQueryString !== undefined) return rawQueryString
  const all = pairs(multiValueQueryStringParameters ?? queryStringParameters)
  const isRaw = event.requestContext !== undefined && 'elb' in event.requestContext
  return isRaw
    ? all.map(([name, value]) => `${name}=${value}`).join('&')
    : new URLSearchParams(all.map(([name, value]): [string, string] => [name, value])).toString()
}

/** An HTTP API has decoded them. */
function paramsOf({ version, pathParameters }: LambdaEvent): RouteParams {
  if (version === '2.0') return pathParameters ?? {}
  const decoded = pairs(pathParameters).map(([name, value]) => [name, decodePercent(value)])
  return Object.fromEntries(decoded)
}

function pairs(record: Texts | Lists | undefined): readonly (readonly [name: string, value: string])[] {
  return Object.entries(record ?? {}).flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => [name, value] as const),
  )
}
