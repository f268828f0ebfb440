import {
  hasDeclaration,
  hasEntity,
  hasNoCharacter,
  isNotUtf8,
  tooDeep,
  tooManyElements,
} from '../../error/english-issues.ts'
import { withValues } from '../../error/issue-text.ts'
import type { DecodeLimits } from '../reading/codec.ts'
import { BodyError, invalid } from './decode-body.ts'
import { RareKeys } from './rare-keys.ts'

/**
 * Refuses constructs that mainly serve attacks, before a parser sees the text: document type declarations and their
 * entities, entities other than the five of XML, an encoding other than the one used to read the text, text outside the
 * root, and elements nested beyond `maxDepth`. Neither the root nor the elements with the innermost text count.
 *
 * @returns the text without its declaration and processing instructions, which the parser treats differently from XML.
 * @throws BodyError
 */
export function scanXml(text: string, { maxDepth, maxObjects, maxRareKeys }: DecodeLimits): string {
  if (noCharacter.test(text)) throw invalid('XML')
  let start = endOfDeclaration(text)
  let kept = ''
  let keptTo = start
  let depth = 0
  const names = new RareKeys(maxRareKeys)
  const nodes = new XmlNodes(maxObjects)
  nodes.addReferences(text)
  for (let at = text.indexOf('<', start); at !== -1; at = text.indexOf('<', start)) {
    checkText(text.slice(start, at), depth)
    if (depth === 0 && text.startsWith(cdata, at)) throw invalid('XML')
    start = endOfMarkup(text, at, nodes)
    if (text[at + 1] === '?') {
      kept += text.slice(keptTo, at)
      keptTo = start
    }
    const step = stepOf(text, at)
    depth += step
    if (step === 1) {
      nodes.add()
      names.add(nameAt(text, at + 1))
    }
    if (depth < 0) throw invalid('XML')
    if (depth > maxDepth + 2) throw new BodyError(withValues(tooDeep, { max: maxDepth }))
    if (isEmptyTag(text, at, start)) depth--
  }
  checkText(text.slice(start), depth)
  return keptTo === 0 ? text : kept + text.slice(keptTo)
}

/** XML 1.0 section 2.2: characters not allowed in a document, even escaped. */
const noCharacter = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/u

// No property is bound to an attribute.
const maxAttributes = 1000

/** How long the parser takes for an element, in objects of other formats. */
const objectsOfNode = 3

/** Counts elements, attributes and references. */
class XmlNodes {
  readonly #most: number
  #count = 0

  constructor(maxObjects: number) {
    this.#most = Math.floor(maxObjects / objectsOfNode)
  }

  add(): void {
    if (++this.#count > this.#most) throw new BodyError(withValues(tooManyElements, { max: this.#most }))
  }

  addReferences(text: string): void {
    for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) this.add()
  }
}

const cdata = '<![CDATA['

/** The change of depth after a markup. */
function stepOf(text: string, at: number): number {
  switch (text[at + 1]) {
    case '/':
      return -1
    case '!':
    case '?':
      return 0
    default:
      return 1
  }
}

function nameAt(text: string, start: number): string {
  let end = start
  while (end < text.length && !' \t\r\n/>'.includes(text[end] ?? '')) end++
  return text.slice(start, end)
}

/** `<a/>`, which both begins and ends an element. */
function isEmptyTag(text: string, at: number, end: number): boolean {
  return text[end - 2] === '/' && text[at + 1] !== '/'
}

/** Only blanks are allowed outside the root, which neither the validator nor the parser checks. */
function checkText(text: string, depth: number): void {
  if (depth === 0 && /[^ \t\r\n]/.test(text)) throw invalid('XML')
  if (text.includes(']]>')) throw invalid('XML')
  checkEntities(text)
}

/**
 * The index after the markup at `at`. It must skip exactly what the parser skips, so that both see the same elements.
 */
function endOfMarkup(text: string, at: number, nodes: XmlNodes): number {
  if (text.startsWith('<!--', at)) return endOfComment(text, at + 4)
  if (text.startsWith(cdata, at)) return endOf(text, ']]>', at + cdata.length)
  if (text.startsWith('<!', at)) throw new BodyError(hasDeclaration)
  if (text.startsWith('<?', at)) return endOfMatch(text, at, instruction)
  if (text.startsWith('</', at)) return endOfMatch(text, at, endTag)
  return endOfTag(text, at + 1, nodes)
}

/** Two dashes end a comment or make it invalid. */
function endOfComment(text: string, from: number): number {
  const end = endOf(text, '--', from)
  if (text[end] !== '>') throw invalid('XML')
  return end + 1
}

// The validator checks the names.
const endTag = /<\/[^\s/>]+[ \t\r\n]*>/y

const nameStart =
  ':A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef' +
  '\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const name = `[${nameStart}][${nameStart}.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040-]*`

/** XML 1.0 section 2.6. Excludes the declaration, whose name no instruction may have. */
const instruction = new RegExp(`<\\?(?![xX][mM][lL][ \\t\\r\\n?])${name}(?:[ \\t\\r\\n][^]*?)?\\?>`, 'uy')

function endOfMatch(text: string, at: number, markup: RegExp): number {
  markup.lastIndex = at
  if (!markup.test(text)) throw invalid('XML')
  return markup.lastIndex
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from)
  if (end === -1) throw invalid('XML')
  return end + mark.length
}

function endOfTag(text: string, from: number, nodes: XmlNodes): number {
  let attributes = 0
  for (let i = from; i < text.length; i++) {
    const c = text[i]
    if (c === '>') return i + 1
    if (c === '<') break
    if (c !== '"' && c !== "'") continue
    const value = text.slice(i + 1, endOf(text, c, i + 1) - 1)
    if (value.includes('<') || ++attributes > maxAttributes) break
    nodes.add()
    checkEntities(value)
    // The value is unused but must be valid.
    decodeEntities(value)
    i += value.length + 1
  }
  throw invalid('XML')
}

/** XML 1.0 section 2.8: a version, then an optional encoding, then an optional `standalone`. */
const declaration =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.\d+\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])([A-Za-z][\w.-]*)\2)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(?:yes|no)\4)?[ \t\r\n]*\?>/

/** 0 without a declaration; a malformed one is later refused as an instruction of that name. */
function endOfDeclaration(text: string): number {
  const found = declaration.exec(text)
  if (found === null) return 0
  const encoding = found[3]?.toLowerCase() ?? 'utf-8'
  if (encoding !== 'utf-8' && encoding !== 'utf8' && encoding !== 'us-ascii') {
    throw new BodyError(isNotUtf8)
  }
  return found[0].length
}

const otherEntity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/

function checkEntities(text: string): void {
  if (otherEntity.test(text)) throw new BodyError(hasEntity)
}

/**
 * Replaces the five entities and character references. Not with `replace`, which holds all matches until the last one.
 *
 * @param text with well-formed references only
 * @throws BodyError for a reference to a character that XML does not allow
 */
export function decodeEntities(text: string): string {
  const parts: string[] = []
  let start = 0
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', start)) {
    parts.push(text.slice(start, at))
    start = text.indexOf(';', at) + 1
    parts.push(referenced(text.slice(at + 1, start - 1)))
  }
  return start === 0 ? text : parts.join('') + text.slice(start)
}

function referenced(name: string): string {
  switch (name) {
    case 'amp':
      return '&'
    case 'lt':
      return '<'
    case 'gt':
      return '>'
    case 'quot':
      return '"'
    case 'apos':
      return "'"
    default:
      return character(name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)))
  }
}

/** XML 1.0 section 2.2, production Char. */
function character(code: number): string {
  const isChar =
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff) ||
    code === 9 ||
    code === 10 ||
    code === 13
  if (!isChar) throw new BodyError(hasNoCharacter)
  return String.fromCodePoint(code)
}
