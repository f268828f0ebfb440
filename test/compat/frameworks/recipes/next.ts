import { deepStrictEqual, strictEqual } from 'node:assert'
import { fetchInput, problemOf } from '@ctxgen/runtime/adapters'
import { NextRequest } from 'next/server.js'
import { bindAllNewCar, CarAnswer } from './dto.bind.js'
import { answerOf, bodyText } from './fixture-cases.ts'
import type { Check, Recipe } from './recipe.ts'

const input = fetchInput()

// app/garages/[garage]/cars/route.ts
export async function POST(request: NextRequest, context: { params: Promise<{ garage: string }> }) {
  try {
    const car = bindAllNewCar(await input(request, await context.params))
    return CarAnswer.response({ id: 1, ...car }, { status: 201 })
  } catch (error) {
    const problem = problemOf(error)
    return Response.json(problem, { status: problem.status })
  }
}

export const check: Check = async () => {
  const post = (body: string): Promise<Response> => {
    const headers = { 'Content-Type': 'application/json' }
    const request = new NextRequest('http://localhost/garages/7/cars', { method: 'POST', headers, body })
    return POST(request, { params: Promise.resolve({ garage: '7' }) })
  }
  const made = await post('{"plate":"AB 12","doors":4,"admin":true}')
  strictEqual(made.status, 201)
  deepStrictEqual(await made.json(), { id: 1, plate: 'AB 12', doors: 4 })
  strictEqual((await post('{"plate":""}')).status, 400)
}

export const recipes: readonly Recipe[] = [
  {
    name: 'a NextRequest with a query',
    source: 'query',
    answer: ({ bind, request }) =>
      answerOf(async () => bind(await input(new NextRequest(`http://localhost/?${request.query ?? ''}`)))),
  },
  {
    name: 'a NextRequest with a body',
    source: 'json',
    answer: ({ bind, request }) => {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: bodyText(request),
      }
      return answerOf(async () => bind(await input(new NextRequest('http://localhost/', init))))
    },
  },
]
