import { App } from '@ctxgen/runtime'
import findMyWay from 'find-my-way'
import { Memoirist } from 'memoirist'

/**
 * For each router, a function from handlers with their `pattern` to the four timed look-ups. These return the handler
 * and the percent-decoded parameters; `null` for no match. They are written out, so that routers share no compiled
 * code.
 */
export const routers = { ctxgen, 'find-my-way': usingFindMyWay, memoirist: usingMemoirist }

/** The router of a real `App`, called as by a request; parameters are read as in `c.params()`. */
function ctxgen(handlers) {
  const app = new App()
  for (const handler of handlers) app.get(handler.pattern, handler)
  const { router } = app
  const value = (route, path, name) => router.param(route, name, path, router.lookUp)
  return {
    plain(path) {
      const [route] = router.find('GET', path)
      return route === undefined ? null : { handler: route.handlers[0] }
    },
    id(path) {
      const [route] = router.find('GET', path)
      if (route === undefined) return null
      return { handler: route.handlers[0], id: value(route, path, 'id') }
    },
    idAndMember(path) {
      const [route] = router.find('GET', path)
      if (route === undefined) return null
      const id = value(route, path, 'id')
      return { handler: route.handlers[0], id, member: value(route, path, 'member') }
    },
    rest(path) {
      const [route] = router.find('GET', path)
      return route === undefined ? null : { handler: route.handlers[0], rest: value(route, path, '*') }
    },
  }
}

function usingFindMyWay(handlers) {
  const router = findMyWay()
  for (const handler of handlers) router.on('GET', handler.pattern, handler)
  return {
    plain(path) {
      const found = router.find('GET', path)
      return found === null ? null : { handler: found.handler }
    },
    id(path) {
      const found = router.find('GET', path)
      return found === null ? null : { handler: found.handler, id: found.params.id }
    },
    idAndMember(path) {
      const found = router.find('GET', path)
      if (found === null) return null
      const { handler, params } = found
      return { handler, id: params.id, member: params.member }
    },
    rest(path) {
      const found = router.find('GET', path)
      return found === null ? null : { handler: found.handler, rest: found.params['*'] }
    },
  }
}

function usingMemoirist(handlers) {
  // Memoirist decodes nothing by default. Like this one, Elysia's decoder first looks for an escape.
  const router = new Memoirist({
    onParam: (value) => (value.includes('%') ? decodeURIComponent(value) : value),
  })
  for (const handler of handlers) router.add('GET', handler.pattern, handler)
  return {
    plain(path) {
      const found = router.find('GET', path)
      return found === null ? null : { handler: found.store }
    },
    id(path) {
      const found = router.find('GET', path)
      return found === null ? null : { handler: found.store, id: found.params.id }
    },
    idAndMember(path) {
      const found = router.find('GET', path)
      if (found === null) return null
      const { store, params } = found
      return { handler: store, id: params.id, member: params.member }
    },
    rest(path) {
      const found = router.find('GET', path)
      return found === null ? null : { handler: found.store, rest: found.params['*'] }
    },
  }
}
