import type { X2jOptions } from 'fast-xml-parser'
import type { DecodeLimits } from '../reading/codec.ts'
import { invalid } from './decode-body.ts'
import { decodeEntities, scanXml } from './scan-xml.ts'
import { emptyElement, noChildren, type XmlElement } from './xml-element.ts'

type XmlLibrary = typeof import('fast-xml-parser')

/** The root of an XML text. @throws when the text is not well-formed or exceeds a limit. */
export function parseXml(text: string, limits: DecodeLimits): XmlElement {
  const plain = scanXml(text, limits)
  const { XMLParser, XMLValidator } = loadXmlLibrary()
  // The parser accepts a lot that is not XML; the validator does not.
  const checked = XMLValidator.validate(plain)
  if (checked !== true) throw invalid('XML', { cause: new Error(checked.err.msg) })
  // The scan has enforced the limits. The parser has its own limit, which ignores empty elements.
  const nodes: unknown = new XMLParser({ ...options, maxNestedTags: limits.maxDepth + 1 }).parse(plain)
  const roots = [...elementFrom(nodes).children.values()].flat()
  if (roots.length !== 1 || roots[0] === undefined) throw invalid('XML')
  return roots[0]
}

let library: XmlLibrary | undefined

/**
 * Loads the parser with the first XML body, which saves 50 ms at the start of an app without XML. It is one CommonJS
 * file, because binders cannot await `import()`; Node's module API is not imported, because not every host has it.
 *
 * @throws Error when it cannot be loaded.
 */
export function loadXmlLibrary(): XmlLibrary {
  library ??= requireLibrary()
  return library
}

/** Provides an imported library for hosts that cannot load one. */
export function provideXmlLibrary(provided: XmlLibrary): void {
  library = provided
}

function requireLibrary(): XmlLibrary {
  try {
    const builtin = globalThis.process.getBuiltinModule('module')
    return builtin.createRequire(import.meta.url)('fast-xml-parser')
  } catch (cause) {
    // For example, in code bundled into one file.
    const remedy = "import '@ctxgen/runtime/xml' where the App is made, or give it an xmlDecoder"
    throw new Error(`XML cannot be parsed here: ${remedy}`, { cause })
  }
}

const textName = '#text'
const cdataName = '#cdata'
/** Prefixes every name, because the parser renames or refuses names of Object.prototype. */
const mark = '.'

const options: X2jOptions = {
  preserveOrder: true,
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: false,
  trimValues: false,
  textNodeName: textName,
  cdataPropName: cdataName,
  jPath: false,
  // The parser transforms the name of an empty tag twice.
  transformTagName: (name) => (name.startsWith(mark) ? name : mark + name),
}

/** Builds an element from its content, a list of nodes that each have one member. */
function elementFrom(nodes: unknown): XmlElement {
  const builder = new ElementBuilder()
  if (!Array.isArray(nodes)) return builder.element()
  for (const node of nodes) {
    for (const name of Object.keys(node)) addNode(builder, name, node[name])
  }
  return builder.element()
}

function addNode(builder: ElementBuilder, name: string, content: unknown): void {
  if (name.startsWith(mark)) builder.child(name.slice(mark.length), elementFrom(content))
  else if (name === textName) builder.text += decodeEntities(String(content))
  else if (name === cdataName && Array.isArray(content)) builder.text += content[0]?.[textName] ?? ''
}

/** Collects the parts of an element. */
class ElementBuilder {
  text = ''
  #children: Map<string, XmlElement[]> | undefined

  child(name: string, element: XmlElement): void {
    this.#children ??= new Map()
    const held = this.#children.get(name)
    if (held === undefined) this.#children.set(name, [element])
    else held.push(element)
  }

  element(): XmlElement {
    return { text: this.text, children: this.#children ?? noChildren }
  }
}

/** An element as a plain value: its text, or an object of its children, in which repeated ones form a list. */
export function plainValue({ text, children }: XmlElement): unknown {
  if (children.size === 0) return text
  const object: Record<string, unknown> = Object.create(null)
  for (const [name, elements] of children) {
    const values = elements.map(plainValue)
    object[name] = values.length === 1 ? values[0] : values
  }
  return object
}

/** The element of a plain value, from a custom `xmlDecoder`: the inverse of {@link plainValue}. */
export function elementOf(value: unknown): XmlElement {
  if (value === undefined || value === null) return emptyElement
  const builder = new ElementBuilder()
  if (typeof value !== 'object') builder.text = String(value)
  else {
    for (const [name, member] of Object.entries(value)) {
      for (const one of Array.isArray(member) ? member : [member]) builder.child(name, elementOf(one))
    }
  }
  return builder.element()
}
