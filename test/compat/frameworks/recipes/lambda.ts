import { deepStrictEqual, strictEqual } from 'node:assert'
import { lambdaInput, problemOf } from '@ctxgen/runtime/adapters'
import type { ALBEvent, APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda'
import { bindQuerySearchCars } from './dto.bind.js'
import { answerOf, bodyText } from './fixture-cases.ts'
import type { Check, Recipe } from './recipe.ts'

export async function handler(event: APIGatewayProxyEventV2 | APIGatewayProxyEvent | ALBEvent) {
  try {
    const { limit, colours } = bindQuerySearchCars(lambdaInput(event))
    return { statusCode: 200, body: JSON.stringify({ limit, colours }) }
  } catch (error) {
    const problem = problemOf(error)
    const headers = { 'Content-Type': 'application/problem+json' }
    return { statusCode: problem.status, headers, body: JSON.stringify(problem) }
  }
}

export const check: Check = async () => {
  const v2 = { version: '2.0', rawQueryString: 'limit=5&colours=red', headers: {}, requestContext: {} }
  const v1 = {
    multiValueQueryStringParameters: { limit: ['5'], colours: ['red'] },
    headers: {},
    requestContext: {},
    body: null,
  }
  const alb = {
    queryStringParameters: { limit: '5', colours: 'r%65d' },
    requestContext: { elb: {} },
    body: '',
  }
  for (const event of [v2, v1, alb]) {
    const { statusCode, body } = await handler(event as unknown as APIGatewayProxyEventV2)
    strictEqual(statusCode, 200)
    deepStrictEqual(JSON.parse(body), { limit: 5, colours: ['red'] })
  }
  const wrong = await handler({ ...v2, rawQueryString: 'limit=0' } as unknown as APIGatewayProxyEventV2)
  strictEqual(wrong.statusCode, 400)
}

/** A REST API has decoded the query, and lists its values by key. */
function decodedQuery(query: string): Record<string, string[]> {
  const pairs = new URLSearchParams(query)
  return Object.fromEntries([...pairs.keys()].map((key) => [key, pairs.getAll(key)]))
}

export const recipes: readonly Recipe[] = [
  {
    name: 'lambdaInput of an HTTP API',
    source: 'query',
    answer: ({ bind, request: { query = '' } }) =>
      answerOf(() => bind(lambdaInput({ version: '2.0', rawQueryString: query }))),
  },
  {
    name: 'lambdaInput of a REST API',
    source: 'query',
    answer: ({ bind, request: { query = '' } }) =>
      answerOf(() => bind(lambdaInput({ multiValueQueryStringParameters: decodedQuery(query) }))),
  },
  {
    name: 'lambdaInput with a body',
    source: 'json',
    answer: ({ bind, request }) => {
      const body = Buffer.from(bodyText(request)).toString('base64')
      const headers = { 'content-type': 'application/json' }
      return answerOf(() => bind(lambdaInput({ version: '2.0', headers, body, isBase64Encoded: true })))
    },
  },
]
