import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseXml } from '../src/bind/parse-xml.ts'
import { plainValue } from '../src/bind/xml-element.ts'
import {
  asBool,
  asInt,
  asText,
  enterXml,
  Faults,
  type XmlElement,
  xmlBody,
  xmlList,
  xmlObject,
  xmlObjects,
  xmlRecord,
  xmlValue,
} from '../src/codegenv1.ts'
import { App, setParserDecoder } from '../src/index.ts'
import { bodyInput, issuesOf } from './body-input.ts'

const parse = (text: string): unknown =>
  plainValue(parseXml(text, { maxDepth: 32, maxObjects: 1000, maxMembers: 1000 }))

const read: readonly (readonly [xml: string, json: string])[] = [
  ['<a/>', '""'],
  ['<a>x</a>', '"x"'],
  ['<a> <b> 1 </b>\n</a>', '{"b":" 1 "}'],
  ['<a><b/><b>x</b></a>', '{"b":["","x"]}'],
  ['<a>t<b/>u</a>', '{"b":""}'],
  ['<a><b>x<!-- <c> & --><![CDATA[<&]]>y</b></a>', '{"b":"x<&y"}'],
  ['<a><![CDATA[<b>]]]]><![CDATA[>&lt;]]></a>', '"<b>]]>&lt;"'],
  ['<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;&#9;</a>', '"&<>\\"\'A😀\\t"'],
  ['<a>&amp;lt;</a>', '"&lt;"'],
  ['<?xml version="1.0" encoding="utf-8"?><!-- x --><a b="1>2" c=\'"\'>x</a><!-- y -->', '"x"'],
  ['<x:a xmlns:x="y"><x:b>1</x:b></x:a>', '{"x:b":"1"}'],
  ['<é><ü-1.x>1</ü-1.x></é>', '{"ü-1.x":"1"}'],
  ['<a><constructor/><toString>x</toString></a>', '{"constructor":"","toString":"x"}'],
  ['<a><__proto__><b>1</b></__proto__></a>', '{"__proto__":{"b":"1"}}'],
  ["<?p '?><a/>", '""'],
  ['<?p "?><a>x<?q \'?>y</a><?r " ?>', '"xy"'],
  ['<?p?><a>x<?xmlish <b> & > ??>y</a>', '"xy"'],
  ['<?xml-stylesheet href="x"?><a/>', '""'],
  ["<?xml\tversion = '1.1'\nencoding=\"US-ASCII\" standalone='no' ?>\n<a/>", '""'],
  ['<?xml version="1.0" standalone="yes"?><?p?><a/>', '""'],
  ['<a></a \n>', '""'],
  [`${'<a>'.repeat(34)}x${'</a>'.repeat(34)}`, `${'{"a":'.repeat(33)}"x"${'}'.repeat(33)}`],
  [`${'<a>'.repeat(33)}<a/>${'</a>'.repeat(33)}`, `${'{"a":'.repeat(33)}""${'}'.repeat(33)}`],
]
for (const [xml, json] of read) {
  test(`reads ${xml.slice(0, 60)}`, () => assert.is(JSON.stringify(parse(xml)), json))
}

function declared(content: string): string {
  return `<?xml${content}?><a/>`
}

const refused: readonly string[] = [
  '',
  ' ',
  'x',
  '{"a":1}',
  '<a>',
  '<a></b>',
  '<a><b></a></b>',
  '<a></a',
  '<a/><b/>',
  '<a/>x',
  '<a/><![CDATA[x]]>',
  '<![CDATA[x]]><a/>',
  '<a/><!-- -->x',
  '<a></a>&amp;',
  'x<a/>',
  '<a b="1" b="2"/>',
  '<a b=1/>',
  '<a b="1/>',
  '<a b="<"/>',
  '<a>&nope;</a>',
  '<a>a & b</a>',
  '<a>&;</a>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<a>&#x110000;</a>',
  '<a>&#9999999;</a>',
  '<a>&#99999999999;</a>',
  '<a b="&nope;"/>',
  '<a><![CDATA[x</a>',
  '<a><!-- x</a>',
  '<a><?pi</a>',
  '<!DOCTYPE a><a/>',
  '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  '<a><!DOCTYPE a></a>',
  '<?x <!-- ?><!DOCTYPE a><!-- --><a/>',
  '<a b="<!--"><!DOCTYPE a></a>',
  '<!ENTITY a "b"><a/>',
  '<?xml version="1.0" encoding="UTF-16"?><a/>',
  '<?XML version="1.0"?><a/>',
  '<a/><?xml version="1.0"?>',
  ' <?xml version="1.0"?><a/>',
  ...['', 'xml', 'XmL', ' p', "p'", '1p', 'p!', '-p', 'p&'].map((target) => `<?${target}?><a/>`),
  '<?xml encoding="UTF-8" version="1.0"?><a/>',
  ...['', ' encoding="UTF-8"', ' version="2.0"', ' version="1.0\'', ' version="1.0" version="1.0"'].map(
    declared,
  ),
  ...['x', ' x="y"', 'encoding="UTF-8"', ' encoding=""', ' encoding="-"', ' standalone="maybe"'].map((more) =>
    declared(` version="1.0"${more}`),
  ),
  declared(' version="1.0" standalone="yes" encoding="UTF-8"'),
  '<a/></a/>',
  '<a/></a>',
  '<a>x</a></a/>',
  '<a>x</a></a>',
  '<a></a/>',
  '<a></a />',
  '<a><b/></b/></a>',
  '<a></a b="c">',
  '<a></a\u00a0>',
  '<a></>',
  `${'<a>'.repeat(35)}x${'</a>'.repeat(35)}`,
  `${'<a>'.repeat(34)}<a/>${'</a>'.repeat(34)}`,
  '<a>'.repeat(100_000),
]
for (const xml of refused) {
  test(`refuses ${xml.slice(0, 60)}`, () => assert.throws(() => parse(xml)))
}

test('what has no end is refused at once', () => {
  const start = performance.now()
  for (const [head, unit] of [
    ['<a>', '<!-- '],
    ['<a>', '<![CDATA['],
    ['', '<?'],
    ['', '<'],
    ['<a ', 'b="'],
    ['<a>', '&'],
  ] as const) {
    assert.throws(() => parse(head + unit.repeat(400_000)))
  }
  assert.ok(performance.now() - start < 1000)
})

function input(xml: string) {
  return bodyInput('', Buffer.from(xml))
}

function readPost(xml: XmlElement, key: string | number, faults: Faults): { title: string } {
  enterXml(xml, key, ['title'], faults)
  const title = xmlValue(xml, 'title', asText, faults) ?? faults.missing('title')
  faults.leave()
  return { title }
}

test('values, lists and nested elements are read', () => {
  const faults = new Faults()
  const xml = xmlBody(
    input('\ufeff<u><n>1</n><n>2</n><b></b><t>a</t><p><title>x</title></p><p><title>y</title></p></u>'),
    [],
    faults,
  )
  assert.is(xmlValue(xml, 'n', asInt, faults), 2)
  assert.is(xmlValue(xml, 'b', asBool, faults), undefined)
  assert.equal(xmlList(xml, 'n', asInt, faults), [1, 2])
  assert.equal(xmlList(xml, 't', asText, faults), ['a'])
  assert.is(xmlList(xml, 'x', asText, faults), undefined)
  assert.equal(xmlObject(xml, 'p', readPost, faults), { title: 'y' })
  assert.equal(xmlObjects(xml, 'p', readPost, faults), [{ title: 'x' }, { title: 'y' }])
  assert.is(xmlObjects(xml, 'q', readPost, faults), undefined)
  faults.check()
})

test('the children of an element are the entries of a record', () => {
  const faults = new Faults()
  const xml = xmlBody(
    input('<u><m><a>1</a><b>x</b></m><m><__proto__>1</__proto__><a>1</a><a>2</a></m></u>'),
    [],
    faults,
  )
  const record = xmlRecord(xml, 'm', asInt, faults)
  assert.equal(Object.entries(record ?? {}), [
    ['__proto__', 1],
    ['a', 2],
  ])
  assert.is(xmlRecord(xml, 'x', asInt, faults), undefined)
  faults.check()
})

test('faults have the path of their element', () => {
  const faults = new Faults()
  const xml = xmlBody(input('<u><n>x</n><l>1</l><l>x</l><p><title>x</title></p><p/></u>'), [], faults)
  xmlValue(xml, 'n', asInt, faults)
  xmlList(xml, 'l', asInt, faults)
  xmlObjects(xml, 'p', readPost, faults)
  xmlObject(xml, 'p', readPost, faults)
  assert.equal(
    issuesOf(() => faults.check()).map(({ path }) => path),
    ['n', 'l.1', 'p.1.title', 'p.title'],
  )
})

test('unknown elements are faults when the parser is strict', () => {
  setParserDecoder({ ignoreUnknownKeys: false })
  try {
    const faults = new Faults()
    const xml = xmlBody(input('<u><x/><p><y/><title/></p></u>'), ['p'], faults)
    xmlObject(xml, 'p', readPost, faults)
    assert.equal(
      issuesOf(() => faults.check()).map(({ path }) => path),
      ['x', 'p.y'],
    )
  } finally {
    setParserDecoder({})
  }
})

test('a decoder of the app replaces the parser', async () => {
  const app = new App({ xmlDecoder: (text) => ({ n: [1, '2'], p: { title: text } }) })
  app.post('/', (c) => {
    const faults = new Faults()
    const xml = xmlBody(c, [], faults)
    c.json([xmlList(xml, 'n', asInt, faults), xmlObject(xml, 'p', readPost, faults), c.bind().xml()])
  })
  const response = await app.test('/', { method: 'POST', body: '<a>' })
  assert.is(await response.text(), '[[1,2],{"title":"<a>"},{"n":["1","2"],"p":{"title":"<a>"}}]')
})

test('what a decoder throws is a fault of the whole body', () => {
  const xmlDecoder = (): never => {
    throw new Error('no')
  }
  const faults = new Faults()
  xmlBody(bodyInput('', 'x', { xmlDecoder }), [], faults)
  assert.equal(
    issuesOf(() => faults.check()),
    [{ source: 'body', path: '', message: 'is not valid XML' }],
  )
})

test.run()
