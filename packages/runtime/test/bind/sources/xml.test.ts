import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseXml, plainValue } from '../../../src/bind/decoded/parse-xml.ts'
import { Reading } from '../../../src/bind/reading/reading.ts'
import { throwIssues } from '../../../src/bind/reading/throw-issues.ts'
import {
  asBool,
  asInt,
  asText,
  type XmlElement,
  xmlBody,
  xmlList,
  xmlObject,
  xmlObjects,
  xmlRecord,
  xmlValue,
} from '../../../src/codegenv1.ts'
import { App, setParserDecoder } from '../../../src/index.ts'
import { bodyInput, issuesOf } from '../body-input.ts'

const parse = (text: string): unknown =>
  plainValue(parseXml(text, { maxDepth: 32, maxObjects: 1000, maxRareKeys: 1000 }))

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

test('an endless element is refused at once', () => {
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

const postKeys = ['title']

function readPost(xml: XmlElement, at: Reading): { title: string } {
  return { title: xmlValue(xml, 'title', at, asText) ?? at.required('title') }
}

test('values, lists and nested elements are read', () => {
  const at = new Reading(
    input('\ufeff<u><n>1</n><n>2</n><b></b><t>a</t><p><title>x</title></p><p><title>y</title></p></u>'),
  )
  const xml = xmlBody(at, [])
  assert.is(xmlValue(xml, 'n', at, asInt), 2)
  assert.is(xmlValue(xml, 'b', at, asBool), undefined)
  assert.equal(xmlList(xml, 'n', at, asInt), [1, 2])
  assert.equal(xmlList(xml, 't', at, asText), ['a'])
  assert.is(xmlList(xml, 'x', at, asText), undefined)
  assert.equal(xmlObject(xml, 'p', at, readPost, postKeys), { title: 'y' })
  assert.equal(xmlObjects(xml, 'p', at, readPost, postKeys), [{ title: 'x' }, { title: 'y' }])
  assert.is(xmlObjects(xml, 'q', at, readPost, postKeys), undefined)
  throwIssues(at)
})

test('the children of an element are the entries of a record', () => {
  const at = new Reading(
    input('<u><m><a>1</a><b>x</b></m><m><__proto__>1</__proto__><a>1</a><a>2</a></m></u>'),
  )
  const xml = xmlBody(at, [])
  const record = xmlRecord(xml, 'm', at, asInt)
  assert.equal(Object.entries(record ?? {}), [
    ['__proto__', 1],
    ['a', 2],
  ])
  assert.is(xmlRecord(xml, 'x', at, asInt), undefined)
  throwIssues(at)
})

test('issues have the path of their element', () => {
  const at = new Reading(input('<u><n>x</n><l>1</l><l>x</l><p><title>x</title></p><p/></u>'))
  const xml = xmlBody(at, [])
  xmlValue(xml, 'n', at, asInt)
  xmlList(xml, 'l', at, asInt)
  xmlObjects(xml, 'p', at, readPost, postKeys)
  xmlObject(xml, 'p', at, readPost, postKeys)
  assert.equal(
    issuesOf(() => throwIssues(at)).map(({ path }) => path),
    ['n', 'l.1', 'p.1.title', 'p.title'],
  )
})

test('unknown elements are issues when the parser is strict', () => {
  setParserDecoder({ ignoreUnknownKeys: false })
  try {
    const at = new Reading(input('<u><x/><p><y/><title/></p></u>'))
    const xml = xmlBody(at, ['p'])
    xmlObject(xml, 'p', at, readPost, postKeys)
    assert.equal(
      issuesOf(() => throwIssues(at)).map(({ path }) => path),
      ['x', 'p.y'],
    )
  } finally {
    setParserDecoder({})
  }
})

test('a decoder of the app replaces the parser', async () => {
  const app = new App({ xmlDecoder: (text) => ({ n: [1, '2'], p: { title: text } }) })
  app.post('/', (c) => {
    const at = new Reading(c)
    const xml = xmlBody(at, [])
    c.json([xmlList(xml, 'n', at, asInt), xmlObject(xml, 'p', at, readPost, postKeys), c.bind().xml()])
  })
  const response = await app.test('/', { method: 'POST', body: '<a>' })
  assert.is(await response.text(), '[[1,2],{"title":"<a>"},{"n":["1","2"],"p":{"title":"<a>"}}]')
})

test('an error from a decoder is an issue of the whole body', () => {
  const xmlDecoder = (): never => {
    throw new Error('no')
  }
  const at = new Reading(bodyInput('', 'x', { xmlDecoder }))
  xmlBody(at, [])
  assert.equal(
    issuesOf(() => throwIssues(at)),
    [{ source: 'body', path: '', code: 'syntax', message: 'is not valid XML', values: { format: 'XML' } }],
  )
})

test.run()
