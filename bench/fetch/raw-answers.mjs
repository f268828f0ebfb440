// The answers of the bare servers on Bun, Deno and workerd, by hand.
import { bindSearchByHand } from '../contenders/hand/search-query.mjs'
import { stringifySearchByHand, stringifyUserByHand } from '../contenders/hand/stringify.mjs'
import { Refused } from '../contenders/hand/text.mjs'
import { bindUserByHand } from '../contenders/hand/user-json.mjs'

const json = { headers: { 'Content-Type': 'application/json; charset=utf-8' } }

export function textAnswer(body) {
  return new Response(body)
}

export function notFound() {
  return new Response('Not Found', { status: 404 })
}

export function searchAnswer({ url }) {
  try {
    return new Response(stringifySearchByHand(bindSearchByHand(url, url.indexOf('?') + 1)), json)
  } catch (error) {
    return refusal(error)
  }
}

export async function userAnswer(request) {
  try {
    return new Response(stringifyUserByHand(bindUserByHand(await request.json())), json)
  } catch (error) {
    return refusal(error)
  }
}

function refusal(error) {
  if (error instanceof Refused || error instanceof SyntaxError)
    return new Response(error.message, { status: 400 })
  throw error
}
