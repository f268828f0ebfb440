import { flat, samples } from '../requests.mjs'

/** How many routes there are. The time should not depend on it. */
export const sizes = [10, 100, 250, 1000]

/** What a path may meet, and a path that meets it. A static route that stands beside a parameter comes before it. */
const places = {
  static: {
    pattern: (number) => `/api/v1/account${number}/settings/profile`,
    path: (number) => ({ path: `/api/v1/account${number}/settings/profile` }),
  },
  beside: {
    pattern: (number) => `/api/v1/article${number}/latest`,
    path: (number) => ({ path: `/api/v1/article${number}/latest` }),
  },
  parameter: {
    pattern: (number) => `/api/v1/article${number}/:id`,
    path: (number, id) => ({ path: `/api/v1/article${number}/${id}`, params: { id } }),
  },
  parameters: {
    pattern: (number) => `/api/v1/project${number}/:id/members/:member/role`,
    path: (number, id) => ({
      path: `/api/v1/project${number}/${id}/members/m${id}/role`,
      params: { id, member: `m${id}` },
    }),
  },
  wildcard: {
    pattern: (number) => `/files/archive${number}/*`,
    path: (number, id) => ({
      path: `/files/archive${number}/${id}/x.tar.gz`,
      params: { rest: `${id}/x.tar.gz` },
    }),
  },
}

const kinds = Object.keys(places)

/** As many routes as asked for, of every kind in turn; their texts are equally long however many there are. */
export function routesOf(size) {
  return Array.from({ length: size }, (_, i) => places[kinds[i % kinds.length]].pattern(numberOf(i)))
}

function numberOf(i) {
  return String(Math.floor(i / kinds.length)).padStart(3, '0')
}

/** Paths to routes of one kind, spread over all of them, with what has to be found. */
export function pathsTo(kind, size) {
  return Array.from({ length: samples }, (_, i) => {
    const number = numberOf((i * 37) % size)
    const { path, params } = places[kind].path(number, `a${100 + i}`)
    return { path: flat(path), found: { pattern: places[kind].pattern(number), ...params } }
  })
}

/** Paths that meet no route: one that differs at once, and one that differs after a parameter. */
export function missingPaths(late, size) {
  return Array.from({ length: samples }, (_, i) => {
    const below = `/api/v1/project${numberOf((i * 37) % size)}/a${100 + i}/nothing`
    return { path: flat(late ? below : `/nope/nothing/here${i}`), found: null }
  })
}
