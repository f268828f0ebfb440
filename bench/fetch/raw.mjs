// One handler written for these scenarios alone: the limit for a framework on Deno and workerd.
import { routeCount } from '../requests.mjs'
import { notFound, searchAnswer, textAnswer, userAnswer } from './raw-answers.mjs'
import { serve } from './serve.mjs'

const resources = new Set()
if (process.env.ROUTES) for (let i = 0; i < routeCount; i++) resources.add(`resource${i}`)

function answer(request) {
  const { method, url } = request
  const start = url.indexOf('/', 8)
  if (method === 'POST') return url.startsWith('/users', start) ? userAnswer(request) : notFound()
  if (url.length === start + 1) return textAnswer('Hello, World!')
  if (url.startsWith('/user/', start)) return textAnswer(decodeURIComponent(url.slice(start + 6)))
  if (url.startsWith('/search?', start)) return searchAnswer(request)
  if (url.startsWith('/api/v1/', start)) return resourceAnswer(url, start + 8)
  return notFound()
}

function resourceAnswer(url, start) {
  const slash = url.indexOf('/', start)
  const end = url.indexOf('/', slash + 1)
  if (!resources.has(url.slice(start, slash)) || end + 7 !== url.length || !url.endsWith('/detail'))
    return notFound()
  return textAnswer(url.slice(slash + 1, end))
}

// biome-ignore lint/style/noDefaultExport: what a worker is.
export default serve(answer)
