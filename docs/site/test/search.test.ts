import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import MiniSearch from 'minisearch'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { siteFolder, siteUrl } from '../places.ts'
import { indexOptions, searchOptions } from '../search.ts'

/** Words of somebody who has not read the documentation, and the pages that answer. */
const tasks: readonly (readonly [words: readonly string[], pages: readonly string[]])[] = [
  [
    ['send json with status', 'return a status code', 'response status'],
    ['answers', 'ctx', 'tutorial'],
  ],
  [['read the query string', 'query parameters', 'bind query'], ['query']],
  [
    ['read json body', 'parse request body'],
    ['json', 'bodies'],
  ],
  [['current user', 'typed user', 'logged in user in handler'], ['auth']],
  [['CORS', 'cross origin', 'allow other origins'], ['middleware']],
  [['access log', 'log requests', 'request logging'], ['middleware']],
  [['rate limit', 'rate limiting', 'throttle', 'too many requests'], ['middleware']],
  [['WebSockets', 'websocket'], ['real-time']],
  [['server-sent events', 'SSE', 'event stream'], ['real-time']],
  [['partial update', 'PATCH', 'null or absent'], ['partial-updates']],
  [['custom error', 'own field error', 'error for a field', 'email is taken'], ['errors']],
  [['openapi', 'swagger', 'generate openapi document'], ['openapi']],
  [['typed client', 'generate client', 'call the api from the frontend'], ['client']],
  [
    ['trim', 'lower case', 'trim whitespace'],
    ['tags', 'validation', 'types'],
  ],
  [['docker', 'Dockerfile', 'deploy', 'production'], ['deploying']],
  [['unknown keys', 'reject unknown properties', 'strict', 'additional properties'], ['partial-updates']],
  [['hide from openapi', 'exclude middleware from openapi', 'hidden route'], ['openapi']],
  [
    ['upload limit', 'maximum body size', 'body size limit'],
    ['bodies', 'forms-and-files'],
  ],
  [['file upload', 'upload a file', 'multipart'], ['forms-and-files']],
  [['test without a port', 'testing a route', 'unit test'], ['testing']],
  [['hide password from response', 'never send password hash'], ['answers']],
]

const [chunk = ''] = readdirSync(join(siteFolder, 'assets/chunks')).filter((name) =>
  name.startsWith('@localSearchIndex'),
)
const { default: text } = (await import(pathToFileURL(join(siteFolder, 'assets/chunks', chunk)).href)) as {
  default: string
}
const index = MiniSearch.loadJSON(text, { ...indexOptions, searchOptions })

/** The pages of the first two results: `tags`. */
function foundBy(words: string): readonly string[] {
  const ids = index
    .search(words)
    .slice(0, 2)
    .map(({ id }) => String(id))
  return ids.map((id) =>
    id
      .slice(siteUrl.pathname.length)
      .replace(/#.*/, '')
      .replace(/\.html$/, ''),
  )
}

for (const [searches, pages] of tasks) {
  for (const words of searches) {
    test(`"${words}" finds ${pages.join(' or ')}`, () => {
      const found = foundBy(words)
      assert.ok(
        found.some((page) => pages.includes(page)),
        `found: ${found.join(', ')}`,
      )
    })
  }
}

test.run()
