import type { Key } from '../../error/issue-details.ts'
import { emptyElement, type XmlElement } from '../decoded/xml-element.ts'
import { parsersOf } from '../parsers/parsers.ts'
import type { UnknownKeys } from '../reading/bind-input.ts'
import { enter, leave, under } from '../reading/nested.ts'
import type { Reading } from '../reading/reading.ts'
import type { Scalar } from '../scalar/scalar.ts'
import { readText } from './text-values.ts'

/** Reads the content of one element. */
type XmlReader<T> = (element: XmlElement, at: Reading) => T

/** The root element of the body, with any name. `keys` are the allowed children when parsing is strict. */
export function xmlBody(at: Reading, keys: readonly string[]): XmlElement {
  const root = at.isEmpty ? undefined : parsersOf(at.c).xml(at)
  if (root === undefined) return emptyElement
  reportUnknown(root, keys, at)
  return root
}

/** The last child with a name, as `type`; `undefined` when it is absent, empty or wrong. */
export function xmlValue<T>(parent: XmlElement, name: string, at: Reading, type: Scalar<T>): T | undefined {
  return readText(parent.children.get(name)?.at(-1)?.text, name, type, at)
}

/** All children with a name, as a list; `undefined` when there are none. */
export function xmlList<T>(parent: XmlElement, name: string, at: Reading, type: Scalar<T>): T[] | undefined {
  return listOf(parent, name, at, ({ text }, i) => readText(text, String(i), type, at))
}

/** The last child with a name, read by `read`. `keys` are its allowed children when parsing is strict, as `unknown` says for a DTO of its own. */
export function xmlObject<T>(
  parent: XmlElement,
  name: string,
  at: Reading,
  read: XmlReader<T>,
  keys: readonly string[],
  unknown?: UnknownKeys | 'app',
): T | undefined {
  const element = parent.children.get(name)?.at(-1)
  return element === undefined ? undefined : readElement(element, name, at, read, keys, unknown)
}

/** All children with a name, each read by `read`; `undefined` when there are none. */
export function xmlObjects<T>(
  parent: XmlElement,
  name: string,
  at: Reading,
  read: XmlReader<T>,
  keys: readonly string[],
  unknown?: UnknownKeys | 'app',
): T[] | undefined {
  return listOf(parent, name, at, (element, i) => readElement(element, i, at, read, keys, unknown))
}

function listOf<T>(
  parent: XmlElement,
  name: string,
  at: Reading,
  read: (element: XmlElement, index: number) => T | undefined,
): T[] | undefined {
  const elements = parent.children.get(name)
  if (elements === undefined) return undefined
  const list: T[] = []
  enter(at)
  for (const [i, element] of elements.entries()) {
    if (at.isFull) break
    const value = read(element, i)
    if (value !== undefined) list.push(value)
  }
  return leave(at, name, list)
}

function readElement<T>(
  element: XmlElement,
  key: Key,
  at: Reading,
  read: XmlReader<T>,
  keys: readonly string[],
  unknown: UnknownKeys | 'app' | undefined,
): T {
  enter(at)
  const readKnown = (): T => {
    reportUnknown(element, keys, at)
    return read(element, at)
  }
  return leave(at, key, unknown === undefined ? readKnown() : under(at, unknown, readKnown))
}

/**
 * The children of the last element with a name, by name; of several with one name the last. It has no prototype, so
 * that no name is special. `undefined` when the element is absent.
 */
export function xmlRecord<T>(
  parent: XmlElement,
  name: string,
  at: Reading,
  type: Scalar<T>,
): Record<string, T> | undefined {
  const element = parent.children.get(name)?.at(-1)
  if (element === undefined) return undefined
  const record: Record<string, T> = Object.create(null)
  enter(at)
  for (const key of element.children.keys()) {
    if (at.isFull) break
    const value = xmlValue(element, key, at, type)
    if (value !== undefined) record[key] = value
  }
  return leave(at, name, record)
}

function reportUnknown({ children }: XmlElement, keys: readonly string[], at: Reading): void {
  if (!at.isStrict) return
  for (const name of children.keys()) {
    if (!keys.includes(name)) at.wrong(name, at.unknownIssue(name, undefined))
  }
}
