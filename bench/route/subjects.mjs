import { missingPaths, pathsTo, routesOf, sizes } from './paths.mjs'
import { routers } from './routers.mjs'

/** What is looked up, and by which of the look-ups. */
const kinds = {
  static: { title: 'A static path', lookUp: 'plain', paths: (size) => pathsTo('static', size) },
  beside: {
    title: 'A static path where a parameter would do too',
    lookUp: 'plain',
    paths: (size) => pathsTo('beside', size),
  },
  parameter: { title: 'One parameter', lookUp: 'id', paths: (size) => pathsTo('parameter', size) },
  parameters: {
    title: 'Two parameters',
    lookUp: 'idAndMember',
    paths: (size) => pathsTo('parameters', size),
  },
  wildcard: { title: 'A wildcard', lookUp: 'rest', paths: (size) => pathsTo('wildcard', size) },
  unknown: {
    title: 'No such path, seen at once',
    lookUp: 'plain',
    paths: (size) => missingPaths(false, size),
  },
  missing: {
    title: 'No such path, seen after a parameter',
    lookUp: 'plain',
    paths: (size) => missingPaths(true, size),
  },
}

export const kindNames = Object.keys(kinds)

/** A look-up of one kind, by every router with every number of routes: they take turns. */
export function subjectOf(kind) {
  const { title, lookUp, paths } = kinds[kind]
  const bySize = new Map(sizes.map((size) => [size, paths(size)]))
  const contenders = sizes.flatMap((size) => {
    const handlers = routesOf(size).map((pattern) => Object.assign(() => {}, { pattern }))
    return Object.entries(routers).map(([name, router]) => ({
      name: `${name} ${size}`,
      router: name,
      size,
      takes: size,
      run: router(handlers)[lookUp],
    }))
  })
  const request = (i) => Object.fromEntries([...bySize].map(([size, all]) => [size, all[i].path]))
  return { title, contenders, texts: [...bySize.get(sizes[0]).keys()], request, bySize }
}

/** Whether every router finds what is there. Returns a sentence for each disagreement. */
export function disagreements({ title, contenders, bySize }) {
  const wrong = []
  for (const { name, size, run } of contenders) {
    for (const { path, found } of [...bySize.get(size), ...escapedPaths(bySize.get(size)[0])]) {
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

/** A path with escapes in its first parameter, which every router has to give decoded. */
function escapedPaths({ path, found }) {
  if (found?.id !== undefined) {
    const id = 'a b/\u00fc'
    return [{ path: path.replace(`/${found.id}`, `/${encodeURIComponent(id)}`), found: { ...found, id } }]
  }
  if (found?.rest === undefined) return []
  return [{ path: `${path}%20x`, found: { ...found, rest: `${found.rest} x` } }]
}
