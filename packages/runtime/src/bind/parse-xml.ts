import type { X2jOptions } from 'fast-xml-parser'
import { BodyFault } from './body-fault.ts'
import type { DecodeLimits } from './codec.ts'
import { decodeEntities, scanXml } from './scan-xml.ts'
import { ElementBuilder, type XmlElement } from './xml-element.ts'

type XmlLibrary = typeof import('fast-xml-parser')

/** The root of an XML text. @throws when the text is not well-formed, or past a limit. */
export function parseXml(text: string, limits: DecodeLimits): XmlElement {
  const plain = scanXml(text, limits)
  const { XMLParser, XMLValidator } = loadXmlLibrary()
  // The parser takes a lot that is not XML: the validator does not.
  const checked = XMLValidator.validate(plain)
  if (checked !== true) throw new BodyFault('is not valid XML', { cause: new Error(checked.err.msg) })
  // The scan has counted them. The parser does not count empty ones, and has a limit of its own.
  const nodes: unknown = new XMLParser({ ...options, maxNestedTags: limits.maxDepth + 1 }).parse(plain)
  const roots = [...elementFrom(nodes).children.values()].flat()
  if (roots.length !== 1 || roots[0] === undefined) throw new BodyFault('is not valid XML')
  return roots[0]
}

let library: XmlLibrary | undefined

/**
 * Loads the parser with the first XML body: an app without XML is spared 50 ms of its start. It is loaded as one CommonJS
 * file, because binders cannot wait for an `import()`; and without importing Node's module, which not every host has.
 *
 * @throws Error where it cannot be loaded.
 */
export function loadXmlLibrary(): XmlLibrary {
  library ??= requireLibrary()
  return library
}

/** Has XML parsed by a library that was imported, where none can be loaded. */
export function provideXmlLibrary(provided: XmlLibrary): void {
  library = provided
}

function requireLibrary(): XmlLibrary {
  try {
    const builtin = globalThis.process.getBuiltinModule('module')
    return builtin.createRequire(import.meta.url)('fast-xml-parser')
  } catch (cause) {
    // In code that was bundled into one file, for example.
    const remedy = "import '@ctxgen/runtime/xml' where the App is made, or give it an xmlDecoder"
    throw new Error(`XML cannot be parsed here: ${remedy}`, { cause })
  }
}

const textName = '#text'
const cdataName = '#cdata'
/** Before every name, so that none is special to the parser, which renames or refuses those of Object.prototype. */
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
  // Of an empty tag the parser transforms the name twice.
  transformTagName: (name) => (name.startsWith(mark) ? name : mark + name),
}

/** Makes the element of its content: a list of nodes, which are objects of one member each. */
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
