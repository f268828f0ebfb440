import { isUppercase } from '@ctxgen/core/rule-tests/characters'
import { isEmail } from '@ctxgen/core/rule-tests/email'
import { isCidr, isCidrv4, isCidrv6, isIp, isIpv4, isIpv6 } from '@ctxgen/core/rule-tests/ip-rules'
import { isMultipleOf } from '@ctxgen/core/rule-tests/is-multiple-of'
import { isTimeZone } from '@ctxgen/core/rule-tests/time-zone'
import { isHttpUrl, isUri, isUrl } from '@ctxgen/core/rule-tests/url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Bind } from '../../src/bind/bind.ts'
import { defaultBindSettings } from '../../src/bind/binder/request-parsers.ts'
import { validated } from '../../src/bind/binder/validated.ts'
import { Reading } from '../../src/bind/reading/reading.ts'
import { ValidationError, type ValidationIssue } from '../../src/error/validation-error.ts'
import {
  gtListRule,
  gtRule,
  lenListRule,
  lenStringRule,
  ltDateRule,
  ltRule,
  maxRecordRule,
  minStringRule,
  requiredRule,
} from '../../src/messages/english-rules.gen.ts'
import { each, within } from '../../src/validate/check-nested.ts'
import { clientNames } from '../../src/validate/client-names.ts'
import { hasDuplicates, hasDuplicatesOf } from '../../src/validate/duplicates.ts'
import { eitherRule } from '../../src/validate/either-rule.ts'
import { add, type FoundIssues, type Issues, issuesOf } from '../../src/validate/issues.ts'
import { isMediaType } from '../../src/validate/media-range.ts'
import { customRule, quotedRule } from '../../src/validate/own-rules.ts'
import { isHostnamePort, isMac } from '../../src/validate/pattern-rules.gen.ts'
import { asLongAs, longerThan, shorterThan } from '../../src/validate/text-size.ts'
import { clientIssues } from '../../src/validate/validation-issues.ts'
import { validator } from '../../src/validate/validator.ts'
import { ruleIssue } from '../support/rule-issue.ts'

/** The words that a check accepts. */
function taken(check: (text: string) => boolean, ...texts: readonly string[]): readonly string[] {
  return texts.filter(check)
}

test('sizes are code points', () => {
  for (const text of ['', 'a', 'é', '😀', 'a😀b', '\ud83d', '\ude00\ud83d', 'e\u0301']) {
    const size = [...text].length
    for (let n = 0; n < 6; n++) {
      assert.is(asLongAs(text, n), size === n, `${JSON.stringify(text)} = ${n}`)
      assert.is(shorterThan(text, n), size < n, `${JSON.stringify(text)} < ${n}`)
      assert.is(longerThan(text, n), size > n, `${JSON.stringify(text)} > ${n}`)
    }
  }
})

test('a surrogate pair counts once in any place, in short and long texts', () => {
  for (let length = 0; length < 20; length++) {
    for (let at = 0; at <= length; at++) {
      for (const unit of ['😀', '\ud83d', '\ude00', '\ud7ff', '\ue000']) {
        const text = 'a'.repeat(at) + unit + 'é'.repeat(length - at)
        const size = [...text].length
        for (const n of [size - 1, size, size + 1, text.length]) {
          assert.is(asLongAs(text, n), size === n, `${JSON.stringify(text)} = ${n}`)
        }
        assert.ok(shorterThan(text, size + 1) && !shorterThan(text, size), JSON.stringify(text))
        assert.ok(longerThan(text, size - 1) && !longerThan(text, size), JSON.stringify(text))
      }
    }
  }
})

test('e-mail addresses', () => {
  const right = ['a@b.co', 'a.b+c@d-e.co.uk', '"a b"@c.de', 'ü@ü.de', "o'neil@x.ie", 'a@1.co']
  assert.equal(taken(isEmail, ...right), right)
  const wrong = [
    '',
    'a',
    '@b.co',
    'a@',
    'a@b',
    'a@b.',
    'a@.b.co',
    '.a@b.co',
    'a..b@c.de',
    'a@b..co',
    'a@b.c1',
    'a@-b.co',
    'a b@c.de',
  ]
  assert.equal(taken(isEmail, ...wrong, 'A <a@b.co>', '""@b.co', 'a@b.co\n', 'a@b@c.de'), [])
})

test('a long text does not take long', () => {
  const start = performance.now()
  isEmail(`${'a.'.repeat(50_000)}@${'a.'.repeat(50_000)}!`)
  isEmail(`${'a'.repeat(50_000)}@${'a.a'.repeat(50_000)}1`)
  isUrl(`http://${'a.'.repeat(50_000)}%`)
  isIp(':'.repeat(100_000))
  isMac('00:'.repeat(50_000))
  assert.ok(performance.now() - start < 500)
})

test('addresses as Go reads them', () => {
  const v4 = ['0.0.0.0', '255.255.255.255', '::ffff:1.2.3.4']
  const v6 = ['::', '::1', '1::', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:1.2.3.4', 'fe80::1:2']
  const neither = [
    '1.2.3',
    '1.2.3.4.5',
    '256.0.0.0',
    '01.2.3.4',
    '1.2.3.4 ',
    ':::',
    '1::2::3',
    '12345::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    'fe80::1%eth0',
    '1:2:3:4:5:6:7::8:9',
    '::1.2.3',
    '',
  ]
  const all = [...v4, ...v6, ...neither]
  assert.equal(taken(isIpv4, ...all), v4)
  assert.equal(taken(isIpv6, ...all), v6)
  assert.equal(taken(isCidr, '10.0.0.1/8', '::/128', '10.0.0.0/33', '10.0.0.0', '10.0.0.0/-1', '::/129'), [
    '10.0.0.1/8',
    '::/128',
  ])
  assert.equal(taken(isCidrv4, '10.0.0.0/8', '10.0.0.1/8', '::/0', '0.0.0.0/0', '1.2.3.4/32'), [
    '10.0.0.0/8',
    '0.0.0.0/0',
    '1.2.3.4/32',
  ])
  assert.equal(taken(isCidrv6, '::/0', '::/0000000128', '10.0.0.0/8'), ['::/0', '::/0000000128'])
  const macs = ['00:25:96:ff:fe:12', '00-25-96-ff-fe-12', '0025.96ff.fe12', '00:25:96:ff:fe:12:34:56']
  assert.equal(
    taken(isMac, ...macs, '00:25-96:ff:fe:12', '00:25:96:ff:fe', '00:25:96:ff:fe:12:34', '123'),
    macs,
  )
})

test('URLs as Go reads them', () => {
  const urls = [
    'http://a',
    'http://a:80/b?c#d',
    'mailto:a@b',
    'http://[::1]:80',
    'file:///a',
    'x:y',
    'http://ü.de',
  ]
  assert.equal(
    taken(
      isUrl,
      ...urls,
      'a',
      '/a',
      'http://',
      'http://a b',
      'http://a:b',
      'http://%zz',
      '://a',
      'http://[a]',
      'file:///',
      'http://a\n',
    ),
    urls,
  )
  assert.equal(taken(isHttpUrl, 'HTTP://a', 'ftp://a', 'http:a'), ['HTTP://a'])
  assert.equal(taken(isUri, '/a', 'x:y', '//a b', 'a', '#a', '', '/%zz'), ['/a', 'x:y', '//a b'])
})

test('time zones by their names', () => {
  assert.equal(
    taken(
      isTimeZone,
      'UTC',
      'Europe/Berlin',
      'US/Eastern',
      'America/Port_of_Spain',
      'Etc/GMT+1',
      'W-SU',
      'europe/berlin',
      'Us/Eastern',
      'EUROPE/BELFAST',
      'America/Port_Of_Spain',
      'Etc/Gmt+1',
      'Utc',
      'Local',
      '',
      '+01:00',
      'Mars/Base',
    ),
    ['UTC', 'Europe/Berlin', 'US/Eastern', 'America/Port_of_Spain', 'Etc/GMT+1', 'W-SU'],
  )
})

test('a letter without a capital counts as upper case', () => {
  const texts = ['STRAßE', 'Ab', 'ß', 'É-1', 'é', '中', '', 'ᾀ', 'ᾈ', 'Aᾳ', 'ᾼ', 'ᾲ', 'ǆ', 'ǅ', 'Ǆ']
  assert.equal(taken(isUppercase, ...texts), ['STRAßE', 'ß', 'É-1', '中', 'ᾈ', 'ᾼ', 'ᾲ', 'Ǆ'])
})

test('a host and a port, where the host may be empty', () => {
  const texts = [':80', '[]:80', '[a.b]:80', 'a:+080', '[a:80', '[]', 'a:0', '[[a]]:80', ':65536']
  assert.equal(taken(isHostnamePort, ...texts), [':80', '[]:80', '[a.b]:80', 'a:+080'])
})

test('duplicates, multiples, media types', () => {
  const many = Array.from({ length: 100 }, (_, i) => i)
  assert.equal([[], [1, 2], [1, 1], ['1', 1], many, [...many, 5]].map(hasDuplicates), [
    false,
    false,
    true,
    false,
    false,
    true,
  ])
  assert.ok(hasDuplicates([new Date(5), new Date(5)]))
  assert.ok(hasDuplicatesOf([{ a: 1 }, { a: 1 }], 'a'))
  assert.equal([isMultipleOf(0.3, 0.1), isMultipleOf(0.35, 0.1), isMultipleOf(1e15, 3)], [true, false, false])
  assert.equal(
    [
      isMediaType('image/PNG; q=1', 'image/*'),
      isMediaType('imagex/png', 'image/*'),
      isMediaType('a/b', 'a/b'),
    ],
    [true, false, true],
  )
})

interface Place {
  readonly zip: string
  readonly parts?: readonly Place[]
}

function checkPlace({ zip, parts = [] }: Place, issues: Issues): void {
  if (zip.length !== 5) add(issues, 'zip', lenStringRule, '5')
  each(issues, 'parts', parts, checkPlace)
}
const validatePlace = validator(checkPlace)
const good: Place = { zip: '12345' }
const bad: Place = { zip: '1' }

test('the list of issues is created with the first issue', () => {
  assert.equal(validatePlace({ zip: '1', parts: [good, bad, { zip: '12345', parts: [bad] }] }), [
    issueAt('zip'),
    issueAt('parts.1.zip'),
    issueAt('parts.2.parts.0.zip'),
  ])
})

function issueAt(path: string): ValidationIssue {
  const message = 'must have exactly 5 characters'
  return { path, property: path, code: 'rule', rule: 'len', param: '5', message }
}

test('collection stops at the number that clients see', () => {
  const found = issuesOf(checkPlace, { zip: '1', parts: Array<Place>(40_000).fill(bad) })
  assert.is(found?.length, 1000)
})

test('paths lead through objects, lists and names', () => {
  interface Box {
    readonly label: string
    readonly inner?: Box
  }
  const names = clientNames({ label: { json: 'LABEL' }, inner: 'INNER' })
  const checkBox = ({ label, inner }: Box, issues: Issues): void => {
    issues.names = names
    if (inner !== undefined) within(issues, 'inner', inner, checkBox)
    if (label === '') add(issues, 'label', requiredRule)
  }
  const checkShelf = (boxes: readonly Box[], issues: Issues): void => {
    for (const [i, box] of boxes.entries()) within(issues, ['boxes', i], box, checkBox)
    add(issues, 'rest', requiredRule)
  }
  const found = issuesOf(checkShelf, [{ label: '' }, { label: 'a', inner: { label: '' } }]) ?? []
  assert.equal(
    clientIssues(found, () => ({ source: 'body', names: 'json', isDecoded: true })).map(({ path }) => path),
    ['boxes.0.LABEL', 'boxes.1.INNER.LABEL', 'rest'],
  )
})

test('each value is checked once, also after an issue', () => {
  const checked: number[] = []
  const checkItem = ({ a }: { a: number }, issues: Issues): void => {
    checked.push(a)
    if (a < 2) add(issues, 'a', gtRule, '1')
  }
  const checkList = ({ list }: { list: { a: number }[] }, issues: Issues): void =>
    each(issues, 'list', list, checkItem)
  assert.is(validator(checkList)({ list: [{ a: 1 }, { a: 2 }, { a: 0 }] }).length, 2)
  assert.equal(checked, [1, 2, 0])
})

test('a custom message has the parameter', () => {
  const check = (_: object, issues: Issues): void => {
    add(issues, 'a', quotedRule('min', 'at least {param}, {param}'), '$&')
    add(issues, 'b', quotedRule('isEven', 'no {param}'))
  }
  assert.equal(
    validator(check)({}).map(({ message }) => message),
    ['at least $&, $&', 'no {param}'],
  )
})

test('messages distinguish one and many', () => {
  assert.is(minStringRule.words('min', '1'), 'must have at least 1 character')
  assert.is(maxRecordRule.words('max', '2'), 'must have at most 2 entries')
  assert.is(ltRule.words('lt', '2'), 'must be less than 2')
  assert.is(ltDateRule.words('lt', undefined), 'must be in the past')
  assert.is(
    eitherRule('len=1|gt=2', lenListRule, gtListRule).words('len=1|gt=2', undefined),
    'must have exactly 1 element or have more than 2 elements',
  )
  assert.is(ruleIssue('a', customRule('isEven'), '2').message, 'must be valid')
})

test('the empty list of issues is immutable', () => {
  const none = validatePlace(good)
  assert.equal(none, [])
  assert.throws(() => none.push(issueAt('a')), TypeError)
})

const input = (structValidator: (typeof defaultBindSettings)['structValidator']) => ({
  rawQuery: () => '',
  routeParam: () => undefined,
  routeParamNames: () => [],
  contentType: () => '',
  rawHeaders: () => [],
  rawResponseHeaders: () => [],
  bodyBytes: () => new Uint8Array(),
  bindSettings: () => ({ ...defaultBindSettings, structValidator }),
})

const findIssues = (value: object): FoundIssues =>
  issuesOf((_, issues) => add(issues, 'a', requiredRule), value)

test('the rules run, or a validator instead, or nothing', () => {
  const dto = { name: 'A' }
  const run = (structValidator: (typeof defaultBindSettings)['structValidator']) => () =>
    validated(new Reading(input(structValidator)), { dto, findIssues, from: 'body' }, { a: '' })
  assert.throws(
    run(undefined),
    (error: unknown) => error instanceof ValidationError && error.message === '"a" is required',
  )
  assert.equal(run(null)(), { a: '' })
  const seen: unknown[] = []
  assert.equal(run({ validate: (out, of) => void seen.push(out, of) })(), { a: '' })
  assert.equal(seen, [{ a: '' }, dto])
})

test('skipValidation reaches the binder, and the last call counts', () => {
  const dto = {
    name: 'A',
    all: (c: ReturnType<typeof input>) =>
      validated(new Reading(c), { dto: { name: 'A' }, findIssues, from: 'body' }, {}),
  }
  const bind = new Bind(input(undefined))
  assert.equal(bind.skipValidation(true).all(dto as never), {})
  assert.throws(() => bind.skipValidation(false).all(dto as never), /is required/)
})

test.run()
