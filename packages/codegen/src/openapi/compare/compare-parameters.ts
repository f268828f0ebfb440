import { compareSchemas } from './compare-schemas.ts'
import {
  type DocumentValue,
  isObject,
  isSame,
  memberOf,
  objectsIn,
  pointerTo,
  resolved,
} from './document-value.ts'
import type { OperationPair } from './operation-pair.ts'

interface Parameter extends DocumentValue {
  readonly in: string
  readonly name: string
}

/** Compares the parameters of an operation, those of its path included. */
export function compareParameters(pair: OperationPair): void {
  const before = parametersOf(pair.before)
  const after = parametersOf(pair.after)
  const pathNames = renamedInPath(pair)
  for (const from of before) {
    const name = from.in === 'path' ? (pathNames.get(from.name) ?? from.name) : from.name
    const to = after.find((one) => one.in === from.in && isOneName(one, name))
    if (to === undefined) {
      report(
        pair,
        'request-parameter-removed',
        `deleted the ${from.in} request parameter ${from.name}`,
        pair.after.operation.pointer,
      )
    } else {
      compareParameter(pair, from, to)
    }
  }
  for (const to of after) {
    const isKnown = before.some(
      (one) =>
        one.in === to.in &&
        isOneName(to, (one.in === 'path' ? pathNames.get(one.name) : undefined) ?? one.name),
    )
    if (isKnown || to.value['required'] !== true) continue
    const [id, text] =
      to.in === 'path'
        ? ['new-request-path-parameter', `added the new path request parameter ${to.name}`]
        : ['new-required-request-parameter', `added the new required ${to.in} request parameter ${to.name}`]
    report(pair, id, text, to.pointer)
  }
}

function isOneName({ in: place, name }: Parameter, other: string): boolean {
  return place === 'header' ? name.toLowerCase() === other.toLowerCase() : name === other
}

/** The new names of path parameters: clients know them by their places. */
function renamedInPath({ before, after }: OperationPair): ReadonlyMap<string, string> {
  const [from, to] = [before.path, after.path].map((path) =>
    [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name),
  )
  return new Map((from ?? []).map((name, i) => [name, to?.[i] ?? name]))
}

function parametersOf({ item, operation }: OperationPair['before']): readonly Parameter[] {
  const all = [item, operation].flatMap(({ document, value, pointer }) =>
    objectsIn(value['parameters']).map((one, i): Parameter => {
      const at = pointerTo(pointerTo(pointer, 'parameters'), i)
      const found = resolved({ document, value: one, pointer: at })
      return { ...found, in: String(found.value['in']), name: String(found.value['name']) }
    }),
  )
  // An operation's parameter replaces that of its path.
  return all.filter(
    (one, i) => !all.slice(i + 1).some((later) => later.in === one.in && later.name === one.name),
  )
}

function compareParameter(pair: OperationPair, from: Parameter, to: Parameter): void {
  const named = `${to.in} request parameter ${to.name}`
  if (from.value['required'] !== true && to.value['required'] === true) {
    report(pair, 'request-parameter-became-required', `the ${named} became required`, to.pointer)
  }
  for (const word of ['style', 'explode', 'content']) {
    const [a, b] = [from, to].map((one) => serialization(one, word))
    if (isSame(a, b)) continue
    const text = `the ${named} ${word} was changed from ${a} to ${b}`
    report(pair, `request-parameter-${word}-changed`, text, to.pointer)
  }
  const [before, after] = [from, to].map(schemaOf)
  if (before === undefined || after === undefined) return
  compareDefaults(pair, named, before, after)
  const parameter = { in: to.in, name: to.name, isExploded: serialization(to, 'explode') === 'true' }
  const place = { direction: 'request', parameter } as const
  compareSchemas({ changes: pair.changes, operation: pair.name, place, path: '' }, before, after)
}

/** How a parameter is written, with the defaults of OpenAPI. */
function serialization({ in: place, value }: Parameter, word: string): string {
  if (word === 'content')
    return isObject(value['content']) ? Object.keys(value['content']).join(', ') : 'none'
  const style = String(value['style'] ?? (place === 'path' || place === 'header' ? 'simple' : 'form'))
  return word === 'style' ? style : String(value['explode'] ?? style === 'form')
}

function schemaOf(parameter: Parameter): DocumentValue {
  const { content } = parameter.value
  if (!isObject(content)) return memberOf(parameter, 'schema')
  return memberOf(memberOf(memberOf(parameter, 'content'), Object.keys(content)[0] ?? ''), 'schema')
}

function compareDefaults(
  pair: OperationPair,
  named: string,
  before: DocumentValue,
  after: DocumentValue,
): void {
  const [from, to] = [before.value['default'], after.value['default']]
  if (isSame(from, to)) return
  const [a, b] = [JSON.stringify(from), JSON.stringify(to)]
  const [id, text] =
    from === undefined
      ? ['added', `default value ${b} was added`]
      : to === undefined
        ? ['removed', `default value ${a} was removed`]
        : ['changed', `default value was changed from ${a} to ${b}`]
  report(pair, `request-parameter-default-value-${id}`, `for the ${named}, ${text}`, after.pointer)
}

function report({ changes, name }: OperationPair, id: string, text: string, pointer: string): void {
  changes.add({ id, text, pointer }, name, { text })
}
