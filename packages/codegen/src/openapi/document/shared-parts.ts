import { STATUS_CODES } from 'node:http'
import { escaped, type Places } from './document-places.ts'
import { isOperation } from './document-schemas.ts'
import type {
  DocumentedOperation,
  DocumentedResponse,
  Header,
  Parameter,
  PathItem,
  Reference,
} from './openapi-document.ts'

interface SharedParts {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly responses: Readonly<Record<string, DocumentedResponse>>
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly headers: Readonly<Record<string, Header>>
}

/**
 * Moves responses, headers, and parameters in headers and cookies, which a document repeats, to its components. Those of
 * path and query are the operation's own.
 */
export function withSharedParts(paths: Readonly<Record<string, PathItem>>, places: Places): SharedParts {
  const responses = new Repetitions<DocumentedResponse>()
  const parameters = new Repetitions<Parameter>()
  const inline: DocumentedResponse[] = []
  mapOperations(paths, {
    response(one, status) {
      inline.push(one)
      // One without content and headers is as short as a reference.
      if ((one.content ?? one.headers) !== undefined)
        responses.add(JSON.stringify(one), nameOf(status, one), one)
      return one
    },
    parameter(one) {
      if (one.in === 'header' || one.in === 'cookie')
        parameters.add(JSON.stringify(one), keyOf(one.name), one)
      return one
    },
  })
  const isShared = (one: DocumentedResponse): boolean => responses.nameOf(JSON.stringify(one)) !== undefined
  const headers = new Repetitions<Header>()
  for (const one of [...inline.filter((other) => !isShared(other)), ...responses.shared.values()])
    for (const [name, header] of headersOf(one)) headers.add(headerKey(name, header), keyOf(name), header)
  const withHeaders = (one: DocumentedResponse): DocumentedResponse => {
    if (one.headers === undefined) return one
    const named = headersOf(one).map(([name, header]) => {
      const shared = headers.nameOf(headerKey(name, header))
      return [name, shared === undefined ? header : { $ref: `#/components/headers/${shared}` }] as const
    })
    return { ...one, headers: Object.fromEntries(named) }
  }
  const refer = (kind: string, name: string, pointer: string): Reference => {
    const span = places.map.get(pointer)
    if (span !== undefined) places.add(`/components/${kind}/${name}`, span)
    return { $ref: `#/components/${kind}/${name}` }
  }
  return {
    paths: mapOperations(paths, {
      response(one, _status, pointer) {
        const name = responses.nameOf(JSON.stringify(one))
        return name === undefined ? withHeaders(one) : refer('responses', name, pointer)
      },
      parameter(one, pointer) {
        const name = parameters.nameOf(JSON.stringify(one))
        return name === undefined ? one : refer('parameters', name, pointer)
      },
    }),
    responses: mapped(responses.shared, withHeaders),
    parameters: mapped(parameters.shared, (one) => one),
    headers: mapped(headers.shared, (one) => one),
  }
}

function headersOf({ headers = {} }: DocumentedResponse): readonly (readonly [string, Header])[] {
  return Object.entries(headers).flatMap(([name, one]) => ('$ref' in one ? [] : [[name, one] as const]))
}

/** A component's key has fewer characters than a header's name may have. */
function keyOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, '_')
}

function headerKey(name: string, header: Header): string {
  return `${name.toLowerCase()} ${JSON.stringify(header)}`
}

/** `BadRequest`, or the words of a description of its own: `NoSuchCar`. */
function nameOf(status: string, { description }: DocumentedResponse): string {
  const title = STATUS_CODES[status] ?? description
  const isUsual = description === title || description.length > longestName
  const words = (isUsual ? title : description).split(/[^A-Za-z0-9]+/)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') || `Status${status}`
}

/** The longest description that gives a name. */
const longestName = 40

/** Values by key, with names for those that were added twice. */
class Repetitions<T> {
  readonly #all = new Map<string, { readonly name: string; readonly value: T; count: number }>()
  #names: ReadonlyMap<string, string> | undefined

  add(key: string, name: string, value: T): void {
    const known = this.#all.get(key)
    if (known === undefined) this.#all.set(key, { name, value, count: 1 })
    else known.count++
  }

  /** The name of a repeated value. Nothing may be added after it. */
  nameOf(key: string): string | undefined {
    this.#names ??= this.#named()
    return this.#names.get(key)
  }

  /** By name, in order of first use. */
  get shared(): ReadonlyMap<string, T> {
    const values = [...this.#all].flatMap(([key, { value }]) => {
      const name = this.nameOf(key)
      return name === undefined ? [] : [[name, value] as const]
    })
    return new Map(values)
  }

  #named(): ReadonlyMap<string, string> {
    const names = new Map<string, string>()
    const taken = new Set<string>()
    for (const [key, { name, count }] of this.#all) {
      if (count < 2) continue
      let free = name
      for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name}${n}`
      taken.add(free.toLowerCase())
      names.set(key, free)
    }
    return names
  }
}

function mapped<T>(values: ReadonlyMap<string, T>, change: (value: T) => T): Readonly<Record<string, T>> {
  return Object.fromEntries([...values].map(([name, value]) => [name, change(value)]))
}

interface Change {
  response(one: DocumentedResponse, status: string, pointer: string): DocumentedResponse | Reference
  parameter(one: Parameter, pointer: string): Parameter | Reference
}

function mapOperations(
  paths: Readonly<Record<string, PathItem>>,
  change: Change,
): Readonly<Record<string, PathItem>> {
  const ofOperation = (operation: DocumentedOperation, pointer: string): DocumentedOperation => ({
    ...operation,
    ...(operation.parameters && {
      parameters: operation.parameters.map((one, i) =>
        '$ref' in one ? one : change.parameter(one, `${pointer}/parameters/${i}`),
      ),
    }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, one]) => [
        status,
        '$ref' in one ? one : change.response(one, status, `${pointer}/responses/${status}`),
      ]),
    ),
  })
  const ofMethods = (item: Readonly<Record<string, DocumentedOperation>>, pointer: string) =>
    Object.fromEntries(
      Object.entries(item).map(([method, one]) => [method, ofOperation(one, `${pointer}/${method}`)]),
    )
  const ofItem = (item: PathItem, pointer: string): PathItem =>
    Object.fromEntries(
      Object.entries(item).map(([method, one]) => {
        const at = `${pointer}/${method}`
        return [method, isOperation(one) ? ofOperation(one, at) : ofMethods(one, at)]
      }),
    )
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, ofItem(item, `/paths/${escaped(path)}`)]),
  )
}
