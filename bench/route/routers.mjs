import { App } from '@ctxgen/runtime'
import findMyWay from 'find-my-way'
import { Memoirist } from 'memoirist'
import { decodePercent } from '../../packages/runtime/dist/request/percent.js'

/**
 * Every router makes of patterns the four look-ups that are timed: they give the pattern that was met, and the values of
 * its parameters; `null` for none. Each is written out, so that what one router does is not compiled for all of them.
 */
export const routers = { ctxgen, 'find-my-way': usingFindMyWay, memoirist: usingMemoirist }

/** The router of a real `App`, asked as a request asks it; parameters are read as `c.params()` reads them. */
function ctxgen(patterns) {
  const app = new App()
  for (const pattern of patterns)
    app.get(
      pattern,
      Object.assign(() => {}, { pattern }),
    )
  const { router } = app
  const value = (route, path, name) =>
    decodePercent(router.paramText(route, route.places.byName.get(name), path))
  return {
    plain(path) {
      const [route] = router.find('GET', path)
      return route === undefined ? null : { pattern: route.handlers[0].pattern }
    },
    id(path) {
      const [route] = router.find('GET', path)
      if (route === undefined) return null
      return { pattern: route.handlers[0].pattern, id: value(route, path, 'id') }
    },
    idAndMember(path) {
      const [route] = router.find('GET', path)
      if (route === undefined) return null
      const id = value(route, path, 'id')
      return { pattern: route.handlers[0].pattern, id, member: value(route, path, 'member') }
    },
    rest(path) {
      const [route] = router.find('GET', path)
      return route === undefined
        ? null
        : { pattern: route.handlers[0].pattern, rest: value(route, path, '*') }
    },
  }
}

function usingFindMyWay(patterns) {
  const router = findMyWay()
  for (const pattern of patterns) router.on('GET', pattern, () => {}, pattern)
  return {
    plain(path) {
      const found = router.find('GET', path)
      return found === null ? null : { pattern: found.store }
    },
    id(path) {
      const found = router.find('GET', path)
      return found === null ? null : { pattern: found.store, id: found.params.id }
    },
    idAndMember(path) {
      const found = router.find('GET', path)
      if (found === null) return null
      const { store, params } = found
      return { pattern: store, id: params.id, member: params.member }
    },
    rest(path) {
      const found = router.find('GET', path)
      return found === null ? null : { pattern: found.store, rest: found.params['*'] }
    },
  }
}

function usingMemoirist(patterns) {
  const router = new Memoirist()
  for (const pattern of patterns) router.add('GET', pattern, pattern)
  return {
    plain(path) {
      const found = router.find('GET', path)
      return found === null ? null : { pattern: found.store }
    },
    id(path) {
      const found = router.find('GET', path)
      return found === null ? null : { pattern: found.store, id: found.params.id }
    },
    idAndMember(path) {
      const found = router.find('GET', path)
      if (found === null) return null
      const { store, params } = found
      return { pattern: store, id: params.id, member: params.member }
    },
    rest(path) {
      const found = router.find('GET', path)
      return found === null ? null : { pattern: found.store, rest: found.params['*'] }
    },
  }
}
