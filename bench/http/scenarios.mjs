import { isDeepStrictEqual } from 'node:util'
import { lastRoutePath, search, searchQuery, user, userJson } from '../requests.mjs'

const badUsers = [
  userJson(0).replace('"age":36', '"age":"many"'),
  userJson(0).replace('"city":"London",', ''),
  userJson(0).slice(0, -1),
]

/** What is asked of every server: `good` requests have one right answer, `bad` ones a 4xx; `path` (and `body`) is timed. */
export const scenarios = {
  a: { title: 'GET /', path: '/', good: [{ path: '/', text: 'Hello, World!' }], bad: [] },
  b: {
    title: 'GET /user/:id',
    path: '/user/u12345',
    good: [
      { path: '/user/u12345', text: 'u12345' },
      { path: '/user/a%20b', text: 'a b' },
    ],
    bad: [],
  },
  c: {
    title: 'GET /search, typed query → JSON',
    path: `/search?${searchQuery(0)}`,
    good: [
      { path: `/search?${searchQuery(0)}`, json: search },
      {
        path: '/search?q=%C3%A9&limit=5&active=false&tags=a&tags=b&minPrice=2',
        json: { q: 'é', page: 1, limit: 5, tags: ['a', 'b'], active: false, minPrice: 2 },
      },
    ],
    bad: [
      { path: '/search?limit=20&active=true&tags=a' },
      { path: '/search?q=a&limit=many&active=true&tags=a' },
      { path: '/search?q=a&limit=20&active=maybe&tags=a' },
    ],
  },
  d: {
    title: 'POST /users, 956 bytes of JSON → typed → JSON',
    path: '/users',
    body: userJson(0),
    good: [
      { path: '/users', body: userJson(0), json: user },
      { path: '/users', body: userJson(0).replace('Ada', 'Zoë'), json: { ...user, name: 'Zoë Lovelace' } },
    ],
    bad: badUsers.map((body) => ({ path: '/users', body })),
  },
  e: { title: '404', path: '/nope/nothing/here', good: [], bad: [{ path: '/nope/nothing/here' }] },
  f: {
    title: '200 routes, the last one',
    path: lastRoutePath,
    manyRoutes: true,
    good: [{ path: lastRoutePath, text: 'abc123' }],
    bad: [{ path: `${lastRoutePath}s` }],
  },
}

/** What is wrong with a server's answers to a scenario; `undefined` when nothing is. */
export async function wrongAnswer(origin, { good, bad }) {
  for (const { path, body, text, json } of good) {
    const { status, answer } = await ask(origin + path, body)
    const right = json === undefined ? answer === text : isDeepStrictEqual(parsed(answer), json)
    if (status !== 200 || !right) return `${path} gave ${status} ${answer.slice(0, 200)}`
  }
  for (const { path, body } of bad) {
    const { status } = await ask(origin + path, body)
    if (status < 400 || status > 499) return `${path} ${body?.slice(0, 80) ?? ''} gave ${status}`
  }
  return undefined
}

async function ask(url, body) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const response = await fetch(url, body === undefined ? {} : post)
  return { status: response.status, answer: await response.text() }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
