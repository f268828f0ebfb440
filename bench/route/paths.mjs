import { flat, samples } from '../requests.mjs'

/** How many routes there are. The time should not depend on it. */
const sizes = [10, 100, 250, 1000]

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

const ofKind = (size) => size / kinds.length

/**
 * Among how many routes is looked, and how many of a kind are asked for in turn: all there are, but no more than there are
 * samples. The last asks for as few as the first can, among as many as there are: what then takes longer than among the
 * fewest is the number of routes, and not that so many different paths are asked for.
 */
export const tables = [
  ...sizes.map((size) => ({ name: `${size}`, size, asked: ofKind(size) })),
  { name: `${sizes.at(-1)}, ${ofKind(sizes[0])} asked for`, size: sizes.at(-1), asked: ofKind(sizes[0]) },
]

/** The routes of a table, of every kind in turn; their texts are equally long however many there are. */
export function routesOf({ size }) {
  return Array.from({ length: size }, (_, i) =>
    places[kinds[i % kinds.length]].pattern(digits(Math.floor(i / kinds.length))),
  )
}

function digits(number) {
  return String(number).padStart(3, '0')
}

/** What a sample asks for: the routes of a table take turns, and are spread over all of their kind. */
function numberAsked(i, { size, asked }) {
  const turn = Math.floor(((i * 37) % (asked * kinds.length)) / kinds.length)
  return digits((turn * ofKind(size)) / asked)
}

/** Paths to routes of one kind, with what has to be found. */
export function pathsTo(kind, table) {
  return Array.from({ length: samples }, (_, i) => {
    const number = numberAsked(i, table)
    const { path, params } = places[kind].path(number, `a${100 + i}`)
    return { path: flat(path), found: { pattern: places[kind].pattern(number), ...params } }
  })
}

/** Paths that meet no route: one that differs at once, and one that differs after a parameter. */
export function missingPaths(late, table) {
  return Array.from({ length: samples }, (_, i) => {
    const below = `/api/v1/project${numberAsked(i, table)}/a${100 + i}/nothing`
    return { path: flat(late ? below : `/nope/nothing/here${i}`), found: null }
  })
}
