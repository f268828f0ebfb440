import { BodyFault } from './body-fault.ts'
import type { DecodeLimits } from './codec.ts'
import { invalid, XmlCursor } from './xml-cursor.ts'
import { ElementBuilder, emptyElement, type XmlElement } from './xml-element.ts'
import { decodeEntities } from './xml-entities.ts'

/**
 * The root of an XML text (XML 1.0, without document types, and so without entities but its own five). The root does not count
 * for `maxDepth`, nor the elements that hold the text of the deepest.
 *
 * @throws BodyFault when the text is not well-formed, or past a limit.
 */
export function parseXml(text: string, limits: DecodeLimits): XmlElement {
  if (noCharacter.test(text)) invalid()
  // XML 1.0 section 2.11
  return new XmlParser(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text, limits).parse()
}

/** XML 1.0 section 2.2: what no document may hold, escaped or not. */
const noCharacter = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/u

/** No property is bound to one, so nobody has a use for more. */
const mostAttributes = 1000

class XmlParser {
  readonly #cursor: XmlCursor
  readonly #limits: DecodeLimits
  /** The elements that have not ended, from the root down. */
  readonly #open: { readonly name: string; readonly builder: ElementBuilder }[] = []
  #count = 0
  #root: XmlElement | undefined

  constructor(text: string, limits: DecodeLimits) {
    this.#cursor = new XmlCursor(text)
    this.#limits = limits
  }

  parse(): XmlElement {
    const cursor = this.#cursor
    this.#declaration()
    for (;;) {
      const start = cursor.at
      const markup = cursor.text.indexOf('<', start)
      const end = markup === -1 ? cursor.text.length : markup
      if (end > start) this.#text(cursor.text.slice(start, end))
      if (markup === -1) break
      cursor.at = markup + 1
      this.#markup(cursor.text.charCodeAt(markup + 1))
    }
    return this.#open.length === 0 && this.#root !== undefined ? this.#root : invalid()
  }

  /** `<?xml version="1.0" encoding="UTF-8"?>`, which stands at the very beginning or nowhere. */
  #declaration(): void {
    const cursor = this.#cursor
    if (!/^<\?xml[ \t\n]/.test(cursor.text.slice(0, 6))) return
    const found = declaration.exec(cursor.until('?>').slice('<?xml'.length))
    if (found === null) invalid()
    const encoding = (found[1] ?? found[2])?.toLowerCase()
    if (encoding !== undefined && encoding !== 'utf-8' && encoding !== 'utf8' && encoding !== 'us-ascii') {
      throw new BodyFault('is not in UTF-8')
    }
  }

  /** Outside of the root may stand blanks only. */
  #text(text: string): void {
    const open = this.#open.at(-1)
    if (open === undefined ? /[^ \t\n]/.test(text) : text.includes(']]>')) invalid()
    if (open !== undefined) open.builder.text += decodeEntities(text)
  }

  /** @param c the character behind `<`. */
  #markup(c: number): void {
    switch (c) {
      case SLASH:
        this.#endTag()
        return
      case EXCLAMATION:
        this.#special()
        return
      case QUESTION:
        this.#instruction()
        return
      default:
        this.#startTag()
    }
  }

  #startTag(): void {
    const cursor = this.#cursor
    const { maxDepth, maxObjects } = this.#limits
    if (this.#root !== undefined) invalid()
    const name = cursor.name()
    if (++this.#count > maxObjects) throw new BodyFault(`has more than ${maxObjects} elements`)
    if (this.#open.length > maxDepth + 1) throw new BodyFault(`is more than ${maxDepth} values deep`)
    const isEmpty = this.#attributes()
    if (isEmpty) this.#ended(name, emptyElement)
    else this.#open.push({ name, builder: new ElementBuilder() })
  }

  /** Moves behind a start tag; whether it ends the element as well. Nobody reads an attribute, but each has to be one. */
  #attributes(): boolean {
    const cursor = this.#cursor
    let names: Set<string> | undefined
    for (;;) {
      const isApart = cursor.blanks()
      if (cursor.sees('>')) {
        cursor.at++
        return false
      }
      if (cursor.sees('/')) {
        cursor.take('/>')
        return true
      }
      if (!isApart) invalid()
      names ??= new Set()
      names.add(this.#attribute(names))
    }
  }

  #attribute(names: ReadonlySet<string>): string {
    const cursor = this.#cursor
    const name = cursor.name()
    if (names.has(name) || names.size === mostAttributes) invalid()
    cursor.blanks()
    cursor.take('=')
    cursor.blanks()
    const quote = cursor.sees("'") ? "'" : '"'
    cursor.take(quote)
    const value = cursor.until(quote)
    if (value.includes('<')) invalid()
    decodeEntities(value)
    return name
  }

  #endTag(): void {
    const cursor = this.#cursor
    const open = this.#open.pop()
    if (open === undefined) invalid()
    cursor.take('/')
    cursor.take(open.name)
    cursor.blanks()
    cursor.take('>')
    this.#ended(open.name, open.builder.element())
  }

  #ended(name: string, element: XmlElement): void {
    const parent = this.#open.at(-1)
    if (parent === undefined) this.#root = element
    else parent.builder.child(name, element)
  }

  #special(): void {
    const cursor = this.#cursor
    if (cursor.sees('!--')) {
      cursor.at += 3
      // Two dashes end a comment, or make it none.
      cursor.until('--')
      cursor.take('>')
      return
    }
    if (!cursor.sees('![CDATA[')) throw new BodyFault('has a declaration, and none is accepted')
    const open = this.#open.at(-1)
    if (open === undefined) invalid()
    cursor.take('![CDATA[')
    open.builder.text += cursor.until(']]>')
  }

  #instruction(): void {
    const cursor = this.#cursor
    cursor.take('?')
    if (cursor.name().toLowerCase() === 'xml') invalid()
    if (!cursor.sees('?>') && !cursor.blanks()) invalid()
    cursor.until('?>')
  }
}

const EXCLAMATION = 33
const SLASH = 47
const QUESTION = 63

/** What stands in a declaration (XML 1.0 section 2.8), its encoding in one of two groups. */
const declaration =
  /^[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.\d+"|'1\.\d+')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*$/
