import type { BindInput } from './bind-input.ts'
import { decodeUtf8 } from './body-text.ts'
import { decodeBody } from './decode-body.ts'
import type { Faults } from './faults.ts'
import { loadXmlLibrary, parseXml } from './parse-xml.ts'
import { parserConfig } from './parser-config.ts'
import type { Scalar } from './scalar.ts'
import { readText } from './text-values.ts'
import { elementOf, emptyElement, plainValue, type XmlElement } from './xml-element.ts'

/** Reads one element; `undefined` when it is wrong and reported. */
export type XmlReader<T> = (element: XmlElement, key: string | number, faults: Faults) => T | undefined

/** The root element of the body, whatever its name. `keys` are the children it may have when the parser is strict. */
export function xmlBody(c: BindInput, keys: readonly string[], faults: Faults): XmlElement {
  const root = xmlRoot(c, faults)
  if (root === undefined) return emptyElement
  reportUnknown(root, keys, faults)
  return root
}

/** The content of the root: its text, or an object of its children. */
export function xmlContent(c: BindInput, faults: Faults): unknown {
  const root = xmlRoot(c, faults)
  return root === undefined ? undefined : plainValue(root)
}

function xmlRoot(c: BindInput, faults: Faults): XmlElement | undefined {
  const settings = c.bindSettings()
  const { xmlDecoder } = settings
  // Outside of what turns errors into faults of the request: that there is no parser is none of them.
  if (xmlDecoder === undefined) loadXmlLibrary()
  return decodeBody(c, faults, 'XML', (bytes) => {
    const text = withoutMark(decodeUtf8(bytes))
    return xmlDecoder === undefined ? parseXml(text, settings) : elementOf(xmlDecoder(text))
  })
}

/** XML allows a byte order mark before the text, and it is no part of it. */
function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** The last child of that name as `type`; `undefined` when there is none, or it is empty or wrong. */
export function xmlValue<T>(
  parent: XmlElement,
  name: string,
  type: Scalar<T>,
  faults: Faults,
): T | undefined {
  return readText(parent.children.get(name)?.at(-1)?.text, name, type, faults)
}

/** Every child of that name as a list; `undefined` when there is none. */
export function xmlList<T>(
  parent: XmlElement,
  name: string,
  type: Scalar<T>,
  faults: Faults,
): T[] | undefined {
  return xmlObjects(parent, name, ({ text }, i) => readText(text, String(i), type, faults), faults)
}

/** The last child of that name, read by `read`. */
export function xmlObject<T>(
  parent: XmlElement,
  name: string,
  read: XmlReader<T>,
  faults: Faults,
): T | undefined {
  const element = parent.children.get(name)?.at(-1)
  return element === undefined ? undefined : read(element, name, faults)
}

/** Every child of that name, each read by `read`; `undefined` when there is none. */
export function xmlObjects<T>(
  parent: XmlElement,
  name: string,
  read: XmlReader<T>,
  faults: Faults,
): T[] | undefined {
  const elements = parent.children.get(name)
  if (elements === undefined) return undefined
  const list: T[] = []
  faults.enter(name)
  for (const [i, element] of elements.entries()) {
    const value = read(element, i, faults)
    if (value !== undefined) list.push(value)
  }
  faults.leave()
  return list
}

/**
 * The children of the last element of that name, each by its own name, the last one where there are several; without a
 * prototype, so no name is special. `undefined` when there is no such element.
 */
export function xmlRecord<T>(
  parent: XmlElement,
  name: string,
  type: Scalar<T>,
  faults: Faults,
): Record<string, T> | undefined {
  const element = parent.children.get(name)?.at(-1)
  if (element === undefined) return undefined
  const record: Record<string, T> = Object.create(null)
  faults.enter(name)
  for (const key of element.children.keys()) {
    const value = xmlValue(element, key, type, faults)
    if (value !== undefined) record[key] = value
  }
  faults.leave()
  return record
}

/** Steps into the element at `key`, to be left by `faults.leave()`. */
export function enterXml(
  element: XmlElement,
  key: string | number,
  keys: readonly string[],
  faults: Faults,
): void {
  faults.enter(key)
  reportUnknown(element, keys, faults)
}

function reportUnknown({ children }: XmlElement, keys: readonly string[], faults: Faults): void {
  if (parserConfig().ignoreUnknownKeys) return
  for (const name of children.keys()) {
    if (!keys.includes(name)) faults.wrong(name, 'is not a known key')
  }
}
