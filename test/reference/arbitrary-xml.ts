import fc from 'fast-check'
import { singleText } from './arbitrary-text.ts'
import { type BoundField, memberFields, nonNull, type TypeModel } from './model.ts'

type Arb<T> = fc.Arbitrary<T>

/** An XML body for these fields: mostly well-formed, sometimes truncated or hostile. */
export function bodyXml(fields: readonly BoundField[]): Arb<string> {
  const body = fc
    .tuple(
      childrenXml(fields),
      fc.constantFrom('', '', '<?xml version="1.0" encoding="UTF-8"?>\n', '<!-- a -->'),
    )
    .map(([children, before]) => `${before}<root>${children}</root>`)
  return fc.oneof(
    { weight: 25, arbitrary: body },
    { weight: 1, arbitrary: fc.tuple(body, fc.nat(60)).map(([text, at]) => text.slice(0, at)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(body, fc.nat(60), scrap)
        .map(([text, at, some]) => text.slice(0, at) + some + text.slice(at)),
    },
    { weight: 1, arbitrary: hostile },
  )
}

const scrap = fc.constantFrom(
  '&',
  '&amp;',
  '&x;',
  '&#0;',
  '&#65;',
  '&#x110000;',
  '<',
  '>',
  '<a/>',
  '</a>',
  '<!-- c -->',
  '<![CDATA[x]]>',
  ']]>',
  ' a="1"',
  '\u0000',
  '\ufeff',
)

const hostile = fc.oneof(
  fc.constantFrom(
    '',
    '<root',
    '<!DOCTYPE root [<!ENTITY a "b">]><root>&a;</root>',
    '<!DOCTYPE root SYSTEM "file:///etc/passwd"><root/>',
    '<a/><b/>',
    '<root xmlns:x="y"><x:a>1</x:a></root>',
    '<?xml version="1.0" encoding="UTF-16"?><root/>',
    '<?xml version="1.0"?><?xml version="1.0"?><root/>',
    '<root/><?xml version="1.0"?>',
    '<?XML version="1.0"?><root/>',
    '<?php echo ?><root/>',
    "<?p '?><root/>",
    '<??><root/>',
    '<?xml encoding="UTF-8" version="1.0"?><root/>',
    '<?xml version="1.0" standalone="maybe"?><root/>',
    '<root/></root/>',
    '<root></root/>',
  ),
  fc
    .integer({ min: 1, max: 60 })
    .map((depth) => `<root>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</root>`),
)

function childrenXml(fields: readonly BoundField[]): Arb<string> {
  const members = fields.map(({ field, key }) => {
    const some = elementsXml(field.type, key)
    return fc.oneof(
      { weight: 30, arbitrary: some },
      { weight: field.optional ? 8 : 2, arbitrary: fc.constant('') },
      { weight: 2, arbitrary: fc.tuple(some, some).map((twice) => twice.join('')) },
    )
  })
  const noise = fc.constantFrom(
    '',
    '',
    '',
    '<zz>1</zz>',
    '<__proto__>x</__proto__>',
    '<constructor/>',
    '<!-- c -->',
    '\n ',
  )
  return fc.tuple(fc.tuple(...members), noise).map(([some, more]) => some.join('') + more)
}

function elementsXml(type: TypeModel, key: string): Arb<string> {
  const of = nonNull(type)
  if (of.kind === 'list') {
    return fc.array(elementsXml(of.of, key), { maxLength: 3 }).map((elements) => elements.join(''))
  }
  const content = of.kind === 'object' ? childrenXml(memberFields(of, 'xml')) : contentXml(of)
  return content.map((text) => (text === '' ? `<${key}/>` : `<${key}>${text}</${key}>`))
}

function contentXml(type: TypeModel): Arb<string> {
  return fc.tuple(singleText(type), fc.nat(9)).map(([text, way]) => {
    // XML forbids other control characters, and reads a carriage return as a line feed.
    const possible = text.replace(/\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '?')
    if (way === 0 && !possible.includes(']]>')) return `<![CDATA[${possible}]]>`
    const escaped = possible.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return way === 1 ? escaped.replaceAll('a', '&#97;').replaceAll('1', '&#x31;') : escaped
  })
}
