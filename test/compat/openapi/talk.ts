import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { conduit } from '../../../examples/conduit/src/app.ts'

/** The expected results of each client's conversation with conduit: a new user, tags and a missing user. */
const expected = [201, 'ann', [], 404]

const user = "{ username: 'ann', email: 'ann@mail.com', password: 'password' }"

/** A conversation in the words of each client; the compiler checks them too. */
export const talks: Readonly<Record<string, string>> = {
  'openapi-typescript': `import createClient from 'openapi-fetch'
import type { paths } from './schema'

export async function talk(baseUrl: string): Promise<unknown> {
  const api = createClient<paths>({ baseUrl })
  const made = await api.POST('/api/users', { body: { user: ${user} } })
  const tags = await api.GET('/api/tags')
  const gone = await api.GET('/api/profiles/{username}', { params: { path: { username: 'nobody' } } })
  return [made.response.status, made.data?.user.username, tags.data?.tags, gone.response.status]
}
`,
  'hey-api': `import { getProfile, getTags, createUser } from './sdk.gen'

export async function talk(baseUrl: string): Promise<unknown> {
  const made = await createUser({ baseUrl, body: { user: ${user} } })
  const tags = await getTags({ baseUrl })
  const gone = await getProfile({ baseUrl, path: { username: 'nobody' } })
  return [made.response?.status, made.data?.user.username, tags.data?.tags, gone.response?.status]
}
`,
  orval: `import { getProfile, getTags, createUser } from './client'

export async function talk(baseUrl: string): Promise<unknown> {
  const plain = globalThis.fetch
  globalThis.fetch = (input, init) => plain(new URL(String(input), baseUrl), init)
  try {
    const made = await createUser({ user: ${user} })
    const tags = await getTags()
    const gone = await getProfile('nobody')
    return [made.status, made.status === 201 ? made.data.user.username : '', tags.data.tags, gone.status]
  } finally {
    globalThis.fetch = plain
  }
}
`,
  kubb: `import { getProfile } from './gen/clients/getProfile'
import { getTags } from './gen/clients/getTags'
import { createUser } from './gen/clients/createUser'

export async function talk(baseURL: string): Promise<unknown> {
  const made = await createUser({ user: ${user} }, { baseURL, headers: { 'Content-Type': 'application/json' } })
  const tags = await getTags({ baseURL })
  const gone = await getProfile('nobody', { baseURL })
  return [made.status, made.data.user.username, tags.data.tags, gone.status]
}
`,
}

/** Lets the client in a folder talk to a fresh conduit. @returns what is wrong. */
export async function talkToConduit(folder: string): Promise<string> {
  const app = conduit()
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

export function writeTalk(generator: string, folder: string): void {
  writeFileSync(join(folder, 'talk.ts'), talks[generator] ?? '')
}
