import { flat, samples } from '../requests.mjs'

/** The numbers of routes. The time should not depend on them. */
const sizes = [10, 100, 250, 1000]

/** The kinds of routes, each with a matching path. A static route beside a parameter comes first. */
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

const ofKind = (size) => size / kinds.length

/**
 * The number of routes, and how many of one kind are requested in turn: all, but at most the number of samples. The
 * last table requests as few as the first among the most routes, which separates the effect of the number of routes
 * from that of distinct paths.
 */
export const tables = [
  ...sizes.map((size) => ({ name: `${size}`, size, asked: ofKind(size) })),
  { name: `${sizes.at(-1)}, ${ofKind(sizes[0])} asked for`, size: sizes.at(-1), asked: ofKind(sizes[0]) },
]

/** The routes of a table, alternating between kinds; their texts have equal length in every table. */
export function routesOf({ size }) {
  return Array.from({ length: size }, (_, i) =>
    places[kinds[i % kinds.length]].pattern(digits(Math.floor(i / kinds.length))),
  )
}

function digits(number) {
  return String(number).padStart(3, '0')
}

/** The route that a sample requests: those of a table take turns, spread over all of their kind. */
function numberAsked(i, { size, asked }) {
  const turn = Math.floor(((i * 37) % (asked * kinds.length)) / kinds.length)
  return digits((turn * ofKind(size)) / asked)
}

/** Paths to routes of one kind, with the expected results. */
export function pathsTo(kind, table) {
  return Array.from({ length: samples }, (_, i) => {
    const number = numberAsked(i, table)
    const { path, params } = places[kind].path(number, `a${100 + i}`)
    return { path: flat(path), found: { pattern: places[kind].pattern(number), ...params } }
  })
}

/** Paths that match no route: one differs at once, one after a parameter. */
export function missingPaths(late, table) {
  return Array.from({ length: samples }, (_, i) => {
    const below = `/api/v1/project${numberAsked(i, table)}/a${100 + i}/nothing`
    return { path: flat(late ? below : `/nope/nothing/here${i}`), found: null }
  })
}
