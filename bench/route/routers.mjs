import { App } from '@ctxgen/runtime'
import findMyWay from 'find-my-way'
import { Memoirist } from 'memoirist'

/**
 * Every router makes of handlers, each with its `pattern`, the four look-ups that are timed: they give the handler and the
 * values of parameters, percent-decoded; `null` for none. Each is written out, so that what one router does is not compiled
 * for all.
 */
export const routers = { ctxgen, 'find-my-way': usingFindMyWay, memoirist: usingMemoirist }

/** The router of a real `App`, asked as a request asks it; parameters are read as `c.params()` reads them. */
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
  // By itself it decodes nothing. Elysia has it decode with a function that looks for an escape first, as this does.
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
