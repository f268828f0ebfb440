import type { App } from '@ctxgen/runtime'
import { DocumentError, documented } from '@ctxgen/runtime/testing'

/** The differences that requests of a service's tests find between its answers and a document. */
export type Probe = (app: App, document: object) => Promise<readonly string[]>

type Send = (call: string, body?: unknown, token?: string) => Promise<unknown>

/** Reaches every operation of conduit and every status that a request can cause. */
export const probeConduit: Probe = async (app, document) => {
  const { send, differences } = sender(app, document)
  const ann = await register(send, 'ann')
  const bob = await register(send, 'bob')
  const article = { title: 'Dragons', description: 'How', body: 'All', tagList: ['fire'] }
  const comment = { comment: { body: 'Nice' } }
  const calls: readonly (readonly [call: string, body?: unknown, token?: string])[] = [
    ['POST /users', { user: { username: 'ann', email: 'x@y.co', password: 'password' } }],
    ['POST /users', { user: {} }],
    ['POST /users/login', { user: { email: 'ann@mail.com', password: 'password' } }],
    ['POST /users/login', { user: { email: 'ann@mail.com', password: 'wrong one' } }],
    ['GET /user', undefined, ann],
    ['GET /user'],
    ['PUT /user', { user: { bio: 'Hi' } }, ann],
    ['POST /articles', { article }, ann],
    ['POST /articles', { article: { ...article, title: 'Owls' } }, ann],
    ['GET /articles'],
    ['GET /articles?limit=0'],
    ['GET /articles/feed', undefined, bob],
    ['GET /articles/dragons'],
    ['GET /articles/none'],
    ['PUT /articles/dragons', { article: { body: 'More' } }, ann],
    ['PUT /articles/dragons', { article: { body: 'More' } }, bob],
    ['POST /articles/dragons/favorite', undefined, bob],
    ['DELETE /articles/dragons/favorite', undefined, bob],
    ['POST /articles/dragons/comments', comment, bob],
    ['GET /articles/dragons/comments'],
    ['DELETE /articles/dragons/comments/99', undefined, bob],
    ['DELETE /articles/dragons/comments/5', undefined, bob],
    ['GET /profiles/ann'],
    ['GET /profiles/nobody'],
    ['POST /profiles/ann/follow', undefined, bob],
    ['DELETE /profiles/ann/follow', undefined, bob],
    ['GET /tags'],
    ['DELETE /articles/dragons', undefined, ann],
  ]
  for (const [call, body, token] of calls) await send(call.replace(' ', ' /api'), body, token)
  return differences
}

export const probeGarage: Probe = async (app, document) => {
  const { send, differences } = sender(app, document)
  await send('GET /garages/7/cars')
  await send('GET /garages/8/cars')
  await send('GET /garages/7/cars?page=x')
  await send('POST /garages/7/cars', { plate: 'ZH 1', doors: 4, owner: { name: 'Ann' } })
  return differences
}

async function register(send: Send, username: string): Promise<string> {
  const user = { username, email: `${username}@mail.com`, password: 'password' }
  return tokenIn(await send('POST /api/users', { user }))
}

/** Any text without a token: a mutated handler may send anything. */
function tokenIn(answer: unknown): string {
  const text = JSON.stringify(answer) ?? ''
  return /"token":"([^"]+)"/.exec(text)?.[1] ?? 'none'
}

function sender(
  app: App,
  document: object,
): { readonly send: Send; readonly differences: readonly string[] } {
  const differences: string[] = []
  // Later calls need the answer of a mutated handler, so that it is kept beside the check.
  let answer: Response | undefined
  const checked = documented({ test: async (...request) => (answer = await app.test(...request)) }, document)
  const send: Send = async (call, body, token) => {
    const [method = '', path = ''] = call.split(' ')
    const headers = {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Token ${token}` }),
      Cookie: 'session=s3cret',
    }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    try {
      await checked.test(path, init)
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      differences.push(...error.differences)
    }
    return answer?.json().catch(() => undefined)
  }
  return { send, differences }
}
