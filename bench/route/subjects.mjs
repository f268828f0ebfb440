import { missingPaths, pathsTo, routesOf, tables } from './paths.mjs'
import { routers } from './routers.mjs'

/** The kinds of paths, with their look-ups. */
const kinds = {
  static: { title: 'A static path', lookUp: 'plain', paths: (table) => pathsTo('static', table) },
  beside: {
    title: 'A static path where a parameter would do too',
    lookUp: 'plain',
    paths: (table) => pathsTo('beside', table),
  },
  parameter: { title: 'One parameter', lookUp: 'id', paths: (table) => pathsTo('parameter', table) },
  parameters: {
    title: 'Two parameters',
    lookUp: 'idAndMember',
    paths: (table) => pathsTo('parameters', table),
  },
  wildcard: { title: 'A wildcard', lookUp: 'rest', paths: (table) => pathsTo('wildcard', table) },
  unknown: {
    title: 'No such path, seen at once',
    lookUp: 'plain',
    paths: (table) => missingPaths(false, table),
  },
  missing: {
    title: 'No such path, seen after a parameter',
    lookUp: 'plain',
    paths: (table) => missingPaths(true, table),
  },
}

export const kindNames = Object.keys(kinds)

/** A look-up of one kind, by every router in every table, in turn. */
export function subjectOf(kind) {
  const { title, lookUp, paths } = kinds[kind]
  const byTable = new Map(tables.map((table) => [table.name, paths(table)]))
  const contenders = tables.flatMap((table) => {
    const handlers = routesOf(table).map((pattern) => Object.assign(() => {}, { pattern }))
    return Object.entries(routers).map(([name, router]) => ({
      name: `${name} ${table.name}`,
      takes: table.name,
      run: router(handlers)[lookUp],
    }))
  })
  const request = (i) => Object.fromEntries([...byTable].map(([name, all]) => [name, all[i].path]))
  return { title, contenders, texts: [...byTable.get(tables[0].name).keys()], request, byTable }
}

/** Checks that every router finds the right route. Returns a sentence for each disagreement. */
export function disagreements({ title, contenders, byTable }) {
  const wrong = []
  for (const { name, takes, run } of contenders) {
    const samples = byTable.get(takes)
    for (const { path, found } of [...samples, ...escapedPaths(samples[0])]) {
      const met = run(path)
      const value = met === null ? null : { pattern: met.handler.pattern, ...met, handler: undefined }
      if (JSON.stringify(value) !== JSON.stringify(found)) {
        wrong.push(`${title}: ${name} finds ${JSON.stringify(value)} for ${path}`)
        break
      }
    }
  }
  return wrong
}

/** A path with escapes in its first parameter, which every router must return decoded. */
function escapedPaths({ path, found }) {
  if (found?.id !== undefined) {
    const id = 'a b/\u00fc'
    return [{ path: path.replace(`/${found.id}`, `/${encodeURIComponent(id)}`), found: { ...found, id } }]
  }
  if (found?.rest === undefined) return []
  return [{ path: `${path}%20x`, found: { ...found, rest: `${found.rest} x` } }]
}
