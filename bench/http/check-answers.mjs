import { isDeepStrictEqual } from 'node:util'

/** The failure of a server's answers to a scenario; `undefined` for right ones. */
export async function wrongAnswer(origin, { good, bad }) {
  for (const request of good) {
    const { text, json } = request
    const { status, answer } = await ask(origin, request)
    const right = json === undefined ? answer === text : isDeepStrictEqual(parsed(answer), json)
    if (status !== 200 || !right) return `${request.path} gave ${status} ${answer.slice(0, 300)}`
  }
  for (const request of bad) {
    const { status } = await ask(origin, request)
    if (status < 400 || status > 499) {
      return `${request.path} ${JSON.stringify(request.headers ?? {})} gave ${status}, which is no refusal`
    }
  }
  return undefined
}

async function ask(origin, { path, headers = {}, body }) {
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(origin + path, { method, headers, body })
  return { status: response.status, answer: await response.text() }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
