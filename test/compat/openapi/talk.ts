import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { App } from '@ctxgen/runtime'
import { conduit } from '../../../examples/conduit/src/app.ts'
import { garageApp } from '../../../examples/garage-api/src/app.ts'

/** A conversation of each client with an example, which has every operation in it; the compiler checks them too. */
interface Talk {
  readonly app: () => App
  readonly expected: readonly unknown[]
  readonly texts: Readonly<Record<string, string>>
}

const user = "{ username: 'ann', email: 'ann@mail.com', password: 'password' }"
const other = "{ username: 'bob', email: 'bob@mail.com', password: 'password' }"
const account = "{ email: 'ann@mail.com', password: 'password' }"
const article = "{ title: 'A b', description: 'c', body: 'd', tagList: ['x'] }"

/** The steps with conduit, as calls in the words of a client: the operation, and its path, query and body. */
const steps = [
  ['createUser', [], '', `{ user: ${other} }`],
  ['login', [], '', `{ user: ${account} }`],
  ['getCurrentUser', [], '', ''],
  ['updateCurrentUser', [], '', "{ user: { bio: 'b' } }"],
  ['getProfile', ["'bob'"], '', ''],
  ['follow', ["'bob'"], '', ''],
  ['unfollow', ["'bob'"], '', ''],
  ['createArticle', [], '', `{ article: ${article} }`],
  ['getArticles', [], "{ tag: 'x', limit: 5 }", ''],
  ['getFeed', [], '{ limit: 5 }', ''],
  ['getArticle', ["'a-b'"], '', ''],
  ['updateArticle', ["'a-b'"], '', "{ article: { description: 'e' } }"],
  ['favorite', ["'a-b'"], '', ''],
  ['unfavorite', ["'a-b'"], '', ''],
  ['createComment', ["'a-b'"], '', "{ comment: { body: 'f' } }"],
  ['getComments', ["'a-b'"], '', ''],
  // Two users and an article came before it.
  ['deleteComment', ["'a-b'", '4'], '', ''],
  ['deleteArticle', ["'a-b'"], '', ''],
  ['getArticle', ["'a-b'"], '', ''],
] as const

type Step = (typeof steps)[number]

const names = [...new Set(['createUser', 'getTags', ...steps.map(([name]) => name)])]

/** The calls of all steps, whose statuses are what the client has heard. */
function called(write: (step: Step) => string): string {
  return steps.map((step) => `  heard.push((${write(step)}).status)`).join('\n')
}

/** Methods and paths of the operations, which openapi-fetch takes for their names. */
const places: Readonly<Record<string, readonly [method: string, path: string]>> = {
  createUser: ['POST', '/api/users'],
  login: ['POST', '/api/users/login'],
  getCurrentUser: ['GET', '/api/user'],
  updateCurrentUser: ['PUT', '/api/user'],
  getProfile: ['GET', '/api/profiles/{username}'],
  follow: ['POST', '/api/profiles/{username}/follow'],
  unfollow: ['DELETE', '/api/profiles/{username}/follow'],
  createArticle: ['POST', '/api/articles'],
  getArticles: ['GET', '/api/articles'],
  getFeed: ['GET', '/api/articles/feed'],
  getArticle: ['GET', '/api/articles/{slug}'],
  updateArticle: ['PUT', '/api/articles/{slug}'],
  favorite: ['POST', '/api/articles/{slug}/favorite'],
  unfavorite: ['DELETE', '/api/articles/{slug}/favorite'],
  createComment: ['POST', '/api/articles/{slug}/comments'],
  getComments: ['GET', '/api/articles/{slug}/comments'],
  deleteComment: ['DELETE', '/api/articles/{slug}/comments/{id}'],
  deleteArticle: ['DELETE', '/api/articles/{slug}'],
}

function pathOf(name: string, values: readonly string[]): string {
  const keys = [...(places[name]?.[1] ?? '').matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
  return values.length === 0 ? '' : `{ ${keys.map((key, i) => `${key}: ${values[i]}`).join(', ')} }`
}

/** The members of an object that are there. */
function members(all: Readonly<Record<string, string>>): string {
  const there = Object.entries(all).filter(([, text]) => text !== '')
  return there.map(([name, text]) => `${name}: ${text}`).join(', ')
}

function openApiFetch([name, path, query, body]: Step): string {
  const [method, place] = places[name] ?? []
  const params = members({ path: pathOf(name, path), query })
  return `await api.${method}('${place}', { ${members({ params: params && `{ ${params} }`, body, headers: 'headers' })} }).then((one) => one.response)`
}

function heyApi([name, path, query, body]: Step): string {
  const own = members({ path: pathOf(name, path), query, body })
  return `await ${name}({ baseUrl, headers, ${own} }).then((one) => one.response ?? Response.error())`
}

function orval([name, path, query, body]: Step): string {
  return `await ${name}(${[...path, body, query, '{ headers }'].filter((one) => one !== '').join(', ')})`
}

function kubb([name, path, query, body]: Step): string {
  const config = `{ baseURL, headers: { ...headers${body === '' ? '' : ', ...json'} } }`
  return `await ${name}(${[...path, body, query, config].filter((one) => one !== '').join(', ')})`
}

const conduitTalk: Talk = {
  app: conduit,
  expected: [
    ...['ann', 201, 200, 200, 200, 200, 200, 200, 201, 200, 200, 200, 200, 200, 200, 201, 200, 204, 204],
    ...[404, []],
  ],
  texts: {
    'openapi-typescript': `import createClient from 'openapi-fetch'
import type { paths } from './schema'

export async function talk(baseUrl: string): Promise<unknown> {
  const api = createClient<paths>({ baseUrl })
  const made = await api.POST('/api/users', { body: { user: ${user} } })
  const heard: unknown[] = [made.data?.user.username]
  const headers = { Authorization: \`Token \${made.data?.user.token}\` }
${called(openApiFetch)}
  heard.push((await api.GET('/api/tags')).data?.tags)
  return heard
}
`,
    'hey-api': `import { ${names.join(', ')} } from './sdk.gen'

export async function talk(baseUrl: string): Promise<unknown> {
  const made = await createUser({ baseUrl, body: { user: ${user} } })
  const heard: unknown[] = [made.data?.user.username]
  const headers = { Authorization: \`Token \${made.data?.user.token}\` }
${called(heyApi)}
  heard.push((await getTags({ baseUrl })).data?.tags)
  return heard
}
`,
    orval: `import { ${names.join(', ')} } from './client'

export async function talk(baseUrl: string): Promise<unknown> {
  const plain = globalThis.fetch
  globalThis.fetch = (input, init) => plain(new URL(String(input), baseUrl), init)
  try {
    const made = await createUser({ user: ${user} })
    if (made.status !== 201) return made
    const heard: unknown[] = [made.data.user.username]
    const headers = { Authorization: \`Token \${made.data.user.token}\` }
${called(orval)}
    heard.push((await getTags()).data.tags)
    return heard
  } finally {
    globalThis.fetch = plain
  }
}
`,
    kubb: `${names.map((name) => `import { ${name} } from './gen/clients/${name}'`).join('\n')}

const json = { 'Content-Type': 'application/json' }

export async function talk(baseURL: string): Promise<unknown> {
  const made = await createUser({ user: ${user} }, { baseURL, headers: json })
  const heard: unknown[] = [made.data.user.username]
  const headers = { Authorization: \`Token \${made.data.user.token}\` }
${called(kubb)}
  heard.push((await getTags({ baseURL })).data.tags)
  return heard
}
`,
  },
}

const car = "{ plate: 'A 1', doors: 5, owner: { name: 'Ann' }, extra_drivers: [{ name: 'Bob' }] }"
const search = "{ colour: ['red', 'blue'], tags: ['a', 'b'], max_price: 20000 }"
/** None of them sends the cookies of a document by itself. */
const cookie = "cookie: 'session=s'"

const garageTalk: Talk = {
  app: garageApp,
  expected: [200, 2, ['a', 'b'], 201, 'Bob', 'r', 404],
  texts: {
    'openapi-typescript': `import createClient from 'openapi-fetch'
import type { paths } from './schema'

export async function talk(baseUrl: string): Promise<unknown> {
  const api = createClient<paths>({ baseUrl })
  const params = { path: { garage: 7 }, query: { dryRun: true }, header: { 'X-Request-Id': 'r' }, cookie: { session: 's' } }
  const cars = await api.GET('/garages/{garage}/cars', { params: { path: { garage: 7 }, query: ${search} } })
  const made = await api.POST('/garages/{garage}/cars', { params, body: ${car}, headers: { ${cookie} } })
  const gone = await api.GET('/garages/{garage}/cars', { params: { path: { garage: 8 } } })
  const { asked } = made.data ?? {}
  return [cars.response.status, cars.data?.cars.length, cars.data?.search.tags, made.response.status, asked?.extra_drivers?.[0]?.name, asked?.requestId, gone.response.status]
}
`,
    'hey-api': `import { getGaragesGarageCars, postGaragesGarageCars } from './sdk.gen'

export async function talk(baseUrl: string): Promise<unknown> {
  const cars = await getGaragesGarageCars({ baseUrl, path: { garage: 7 }, query: ${search} })
  const made = await postGaragesGarageCars({
    baseUrl, path: { garage: 7 }, query: { dryRun: true }, body: ${car}, headers: { 'X-Request-Id': 'r', ...{ ${cookie} } },
  })
  const gone = await getGaragesGarageCars({ baseUrl, path: { garage: 8 } })
  const { asked } = made.data ?? {}
  return [cars.response?.status, cars.data?.cars.length, cars.data?.search.tags, made.response?.status, asked?.extra_drivers?.[0]?.name, asked?.requestId, gone.response?.status]
}
`,
    orval: `import { getGaragesGarageCars, postGaragesGarageCars } from './client'

export async function talk(baseUrl: string): Promise<unknown> {
  const plain = globalThis.fetch
  globalThis.fetch = (input, init) => plain(new URL(String(input), baseUrl), init)
  try {
    const cars = await getGaragesGarageCars(7, ${search})
    const headers = { 'X-Request-Id': 'r', ${cookie} }
    const made = await postGaragesGarageCars(7, ${car}, { dryRun: true }, { headers })
    const gone = await getGaragesGarageCars(8)
    if (cars.status !== 200 || made.status !== 201) return [cars, made]
    const { asked } = made.data
    return [cars.status, cars.data.cars.length, cars.data.search.tags, made.status, asked.extra_drivers?.[0]?.name, asked.requestId, gone.status]
  } finally {
    globalThis.fetch = plain
  }
}
`,
    // Its client joins every list with commas.
    kubb: `import { getGaragesGarageCars } from './gen/clients/getGaragesGarageCars'
import { postGaragesGarageCars } from './gen/clients/postGaragesGarageCars'

export async function talk(baseURL: string): Promise<unknown> {
  const cars = await getGaragesGarageCars(7, { tags: ['a', 'b'], max_price: 20000 }, { baseURL })
  const headers = { 'Content-Type': 'application/json', ${cookie} }
  const made = await postGaragesGarageCars(7, ${car}, { dryRun: true }, { 'X-Request-Id': 'r' }, { baseURL, headers })
  const gone = await getGaragesGarageCars(8, undefined, { baseURL })
  const { asked } = made.data
  return [cars.status, cars.data.cars.length, cars.data.search.tags, made.status, asked.extra_drivers?.[0]?.name, asked.requestId, gone.status]
}
`,
  },
}

/** The talk with the example of a document. */
function talkWith(document: string): Talk {
  return document.startsWith('conduit') ? conduitTalk : garageTalk
}

/** Lets the client in a folder talk to its example, which is new. @returns what is wrong. */
export async function talkToExample(document: string, folder: string): Promise<string> {
  const { app: make, expected } = talkWith(document)
  const app = make()
  const { url } = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const { talk } = await import(pathToFileURL(join(folder, 'talk.ts')).href)
    const heard: unknown = await talk(url)
    return isDeepStrictEqual(heard, expected) ? '' : `it heard ${JSON.stringify(heard)}`
  } catch (error) {
    return String(error)
  } finally {
    await app.shutdown()
  }
}

export function writeTalk(document: string, generator: string, folder: string): void {
  writeFileSync(join(folder, 'talk.ts'), talkWith(document).texts[generator] ?? '')
}
