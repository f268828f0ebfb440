import { Undecodable } from './decode-msgpack.ts'
import { OpenPoint } from './outcome.ts'

/** An XML element: its own text and its children. */
export interface XmlNode {
  readonly name: string
  readonly text: string
  readonly children: readonly XmlNode[]
}

/** The root of an XML text, parsed recursively after the accepted grammar. @throws Undecodable */
export function decodeXml(text: string): XmlNode {
  if (text.includes('\ufeff', 1)) throw new OpenPoint('a byte order mark in the text')
  // Names beyond 16 bits are valid XML, but the library refuses them.
  if (/<[^>]*\p{Surrogate}|<[^>\s]*[\u{10000}-\u{10ffff}]/u.test(text)) throw new OpenPoint('an odd name')
  if (![...text].every((character) => isCharacter(character.codePointAt(0) ?? 0) || character === '\ufeff'))
    throw new Undecodable('no character of XML')
  const scanner = new Scanner(text.replace(/^\ufeff/, ''))
  scanner.declaration()
  scanner.passOver()
  const root = scanner.element()
  scanner.passOver()
  scanner.end()
  return root
}

const name = /[A-Za-z_:\u0080-\uffff][-.:\w\u0080-\uffff]*/y

class Scanner {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  end(): void {
    if (this.at < this.text.length) throw new Undecodable('text behind the root')
  }

  /** The pseudo-attributes of a declaration: a version, optionally an encoding and `standalone`. */
  declaration(): void {
    if (this.skip(/<\?xml(?=[ \t\r\n])/y) === undefined) return
    const value = (attribute: string): string | undefined =>
      this.skip(
        new RegExp(`[ \\t\\r\\n]+${attribute}[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"[^"<]*"|'[^'<]*')`, 'y'),
      )?.split(/["']/)[1]
    const version = value('version') ?? ''
    const encoding = value('encoding') ?? 'utf-8'
    const standalone = value('standalone') ?? 'yes'
    this.must(/[ \t\r\n]*\?>/y)
    if (!/^1\.[0-9]+$/.test(version) || !/^(yes|no)$/.test(standalone))
      throw new Undecodable('no declaration')
    if (!/^(utf-?8|us-ascii)$/i.test(encoding)) throw new Undecodable('another encoding')
  }

  /** Whitespace, comments and processing instructions outside of the root. */
  passOver(): void {
    while (this.skip(/\s+/y) !== undefined || this.comment() !== undefined);
  }

  /** A comment, or a processing instruction other than a declaration. */
  private comment(): string | undefined {
    const comment = this.skip(
      /<!--(?:(?!--)[\s\S])*-->|<\?[A-Za-z_:\u0080-\uffff][-.:\w\u0080-\uffff]*(?:[ \t\r\n][\s\S]*?)?\?>/y,
    )
    if (comment !== undefined && /^<\?xml[\s?]/i.test(comment)) throw new Undecodable('a second declaration')
    return comment
  }

  element(): XmlNode {
    this.must(/</y)
    const tag = this.must(name)
    const attributes = new Set<string>()
    for (let one = this.attribute(); one !== undefined; one = this.attribute()) {
      if (attributes.has(one)) throw new Undecodable('an attribute twice')
      attributes.add(one)
    }
    this.skip(/\s+/y)
    if (this.skip(/\/>/y) !== undefined) return { name: tag, text: '', children: [] }
    this.must(/>/y)
    return this.content(tag)
  }

  private attribute(): string | undefined {
    const found = this.skip(/\s+[A-Za-z_:][-.:\w]*\s*=\s*(?:"[^"<]*"|'[^'<]*')/y)
    if (found === undefined) return undefined
    unescaped(found)
    return found.trim().split(/[\s=]/, 1)[0]
  }

  private content(tag: string): XmlNode {
    let text = ''
    const children: XmlNode[] = []
    for (;;) {
      const characters = this.skip(/[^<]+/y)
      const cdata = this.skip(/<!\[CDATA\[[\s\S]*?\]\]>/y)
      const comment = this.comment()
      if (characters?.includes(']]>')) throw new Undecodable('the end of a section in text')
      if (characters !== undefined) text += unescaped(characters)
      if (cdata !== undefined) text += cdata.slice(9, -3)
      if (characters !== undefined || cdata !== undefined || comment !== undefined) continue
      if (this.skip(/<\//y) === undefined) {
        children.push(this.element())
        continue
      }
      if (this.must(name) !== tag) throw new Undecodable('another end tag')
      this.must(/[ \t\r\n]*>/y)
      return { name: tag, text, children }
    }
  }

  skip(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    this.at += found?.length ?? 0
    return found
  }

  private must(pattern: RegExp): string {
    const found = this.skip(pattern)
    if (found === undefined) throw new Undecodable('no XML')
    return found
  }
}

const known: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&([^;]*);?/g, (all, entity: string) => {
    if (!all.endsWith(';')) throw new Undecodable('a bare ampersand')
    if (Object.hasOwn(known, entity)) return known[entity] ?? ''
    const code = /^#(\d{1,7})$/.exec(entity)?.[1] ?? /^#x([0-9A-Fa-f]{1,6})$/.exec(entity)?.[1]
    const value = code === undefined ? Number.NaN : Number.parseInt(code, entity.startsWith('#x') ? 16 : 10)
    if (!isCharacter(value)) throw new Undecodable('no entity that is known')
    return String.fromCodePoint(value)
  })
}

/** XML 1.0 section 2.2. */
function isCharacter(code: number): boolean {
  if (code === 9 || code === 10 || code === 13) return true
  return (
    (code >= 0x20 && code < 0xd800) ||
    (code >= 0xe000 && code < 0xfffe) ||
    (code >= 0x10000 && code <= 0x10ffff)
  )
}
