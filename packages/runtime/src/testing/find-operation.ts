import { pathForm } from '@ctxgen/core/path-form'
import { isObject, type JsonObject, objectAt, resolved } from './document-object.ts'

/** The operation that a document has for a request. */
interface FoundOperation {
  /** `GET /cars/{id}` */
  readonly name: string
  readonly operation: JsonObject
}

/** The match of a request in a document: its operation, its path with other methods, or nothing. */
type Match = FoundOperation | 'other methods' | undefined

/** Finds the operation of a request. A path without parameters wins over one with, as OpenAPI demands. */
export function findOperation(document: JsonObject, method: string, pathname: string): Match {
  const path = pathForm(pathname)
  const matching = Object.keys(objectAt(document, 'paths'))
    .filter((template) => patternOf(template).test(path))
    .sort((a, b) => parametersIn(a) - parametersIn(b))
  for (const template of matching) {
    const item = resolved(document, objectAt(document, 'paths')[template])
    const used = methodIn(item, method)
    const operation = used === undefined ? undefined : item[used]
    if (isObject(operation)) return { name: `${used?.toUpperCase()} ${template}`, operation }
  }
  return matching.length > 0 ? 'other methods' : undefined
}

/** HEAD follows GET, as in the router. */
function methodIn(item: JsonObject, method: string): string | undefined {
  const wanted = method.toLowerCase()
  return [wanted, ...(wanted === 'head' ? ['get'] : [])].find((name) => isObject(item[name]))
}

function patternOf(template: string): RegExp {
  const parts = template.split(/(\{[^}]*\})/)
  const source = parts
    .map((part) => (part.startsWith('{') ? parameterPattern(part) : escaped(pathForm(part))))
    .join('')
  return new RegExp(`^${source}$`, 'u')
}

/** OpenAPI has no word for the wildcards of a route, so that the generator names them `{wildcard}`. */
function parameterPattern(parameter: string): string {
  return /^\{wildcard\d*\}$/.test(parameter) ? '.+' : '[^/]+'
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function parametersIn(template: string): number {
  return template.split('{').length - 1
}
