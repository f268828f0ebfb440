import { BodyFault } from './body-fault.ts'

/** The longest is `#1114111`, or that with zeros before it. */
const longestReference = 8

/**
 * Replaces the five entities of XML and character references.
 *
 * @throws BodyFault for any other entity, and for a reference to no character of XML.
 */
export function decodeEntities(text: string): string {
  let decoded = ''
  let start = 0
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', start)) {
    const end = text.indexOf(';', at)
    if (end === -1 || end - at > longestReference + 1) refuse()
    decoded += text.slice(start, at) + referred(text.slice(at + 1, end))
    start = end + 1
  }
  return start === 0 ? text : decoded + text.slice(start)
}

function referred(name: string): string {
  if (name.charCodeAt(0) === NUMBER) return character(name)
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
      return refuse()
  }
}

function refuse(): never {
  throw new BodyFault('has an entity that is not accepted')
}

const NUMBER = 35
const SMALL_X = 120

function character(name: string): string {
  const isHex = name.charCodeAt(1) === SMALL_X
  const digits = name.slice(isHex ? 2 : 1)
  if (!(isHex ? /^[0-9a-fA-F]{1,6}$/ : /^\d{1,7}$/).test(digits)) refuse()
  const code = Number.parseInt(digits, isHex ? 16 : 10)
  if (!isCharacter(code)) throw new BodyFault('has a reference to no character')
  return String.fromCodePoint(code)
}

/** XML 1.0 section 2.2, production Char. */
function isCharacter(code: number): boolean {
  return (
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff) ||
    code === 9 ||
    code === 10 ||
    code === 13
  )
}
