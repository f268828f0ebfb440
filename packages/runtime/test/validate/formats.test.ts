import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as runtime from '../../src/codegenv1.ts'

/** Valid and invalid texts of a JSON Schema format (draft 2020-12). */
interface Row {
  readonly is: (text: string) => boolean
  readonly takes: readonly string[]
  readonly refuses: readonly string[]
}

const rows: Readonly<Record<string, Row>> = {
  date: {
    is: runtime.isDateFormat,
    takes: ['2026-11-23', '2024-02-29', '2000-02-29', '0000-01-01', '0004-02-29'],
    refuses: [
      '2023-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-04-31',
      '2026-1-1',
      '26-01-01',
      '٢٠٢٦-11-23',
      '',
    ],
  },
  time: {
    is: runtime.isTimeFormat,
    takes: [
      '14:30:00Z',
      '14:30:00z',
      '14:30:00.123456789+23:59',
      '23:59:60Z',
      '15:59:60-08:00',
      '00:59:60+01:00',
    ],
    refuses: [
      '14:30:00',
      '14:30Z',
      '24:00:00Z',
      '22:59:60Z',
      '23:59:60+01:00',
      '23:59:61Z',
      '14:30:00+24:00',
      '14:30:00.Z',
      '1:30:00Z',
    ],
  },
  'date-time': {
    is: runtime.isDateTimeFormat,
    takes: [
      '2026-11-23T14:30:00Z',
      '2026-11-23t14:30:00.5z',
      '2016-12-31T23:59:60Z',
      '2016-12-31T15:59:60.123-08:00',
      '2017-01-01T00:59:60+01:00',
      '0001-01-01T00:00:00-00:00',
    ],
    refuses: [
      '2026-11-23 14:30:00Z',
      '2026-11-23T14:30:00',
      '2026-11-23T14:30Z',
      '2016-12-30T23:59:60Z',
      '2016-12-31T23:58:60Z',
      '2026-02-30T14:30:00Z',
      '2026-11-23T14:30:00+10:60',
      '2026-11-23T14:30:00+01:00Z',
      '+012026-11-23T14:30:00Z',
    ],
  },
  duration: {
    is: runtime.isDurationFormat,
    takes: ['P1Y2M3DT4H5M6S', 'P3W', 'PT0S', 'P1M', 'PT36H', 'P12D', 'P1DT12H'],
    refuses: ['', 'P', 'PT', 'P1YT', 'P1', 'P2S', 'P1Y2W', 'PT1H2S', 'P1Y2D', 'P2D1Y', '1D', 'P1.5D', '-P1D'],
  },
  email: {
    is: runtime.isEmailFormat,
    takes: [
      'ann@example.org',
      'a@b',
      'te~st+x@a.b',
      '"a b@c"@example.org',
      '"a\\"b"@b.c',
      'a@[192.0.2.1]',
      'a@[IPv6:::1]',
    ],
    refuses: [
      'ann',
      '@b.c',
      'a@',
      '.a@b.c',
      'a.@b.c',
      'a..b@c.d',
      'a b@c.d',
      'ü@b.c',
      'a@b=c.d',
      'a@[300.0.0.1]',
      'a@[::1]',
      'a@b, c@d',
      `${'a'.repeat(65)}@b.c`,
    ],
  },
  hostname: {
    is: runtime.isHostnameFormat,
    takes: [
      'example.org',
      'localhost',
      '1.example',
      'a-b.c',
      'xn--4gbwdl.xn--wgbh1c',
      'a'.repeat(63),
      `${'ab.'.repeat(84)}a`,
    ],
    refuses: [
      '',
      '.',
      'a.',
      '.a',
      'a..b',
      '-a',
      'a-',
      'a_b',
      'ä.de',
      'a'.repeat(64),
      `${'ab.'.repeat(84)}ab`,
    ],
  },
  ipv4: {
    is: runtime.isIpv4Format,
    takes: ['192.0.2.1', '0.0.0.0', '255.255.255.255'],
    refuses: [
      '256.0.0.1',
      '1.2.3',
      '1.2.3.4.5',
      '01.2.3.4',
      '::ffff:1.2.3.4',
      '0x7f.0.0.1',
      '1.2.3.4/24',
      '१.2.3.4',
      '',
    ],
  },
  ipv6: {
    is: runtime.isIpv6Format,
    takes: [
      '::1',
      '::',
      '2001:db8::1',
      '::ffff:192.168.0.1',
      '::ffff:c0a8:1',
      '1::d6:192.168.0.1',
      '1:2:3:4:5:6:7:8',
    ],
    refuses: [
      '1.2.3.4',
      '12345::',
      ':1',
      '1::2::3',
      '1:2:3:4:5:6:7',
      'fe80::1%eth0',
      '::1/64',
      '::192.168.0.256',
      '[::1]',
      '',
    ],
  },
  uri: {
    is: runtime.isUriFormat,
    takes: [
      'https://example.org/a?b#c',
      'urn:isbn:0451450523',
      'mailto:a@b.co',
      'tel:+1-816',
      'http://[::1]:80/',
      'http://[v1.a]/',
      'http://u:p@h:1',
      'file:///a',
      'x:',
      'http://a/%41',
    ],
    refuses: [
      '',
      '/a',
      '//a/b',
      'a',
      ':a',
      '1a:b',
      'http://a b',
      'http://a/b c',
      'http://a/ä',
      'http://a/%4',
      'http://[1.2.3.4]/',
      'http://a:b/',
      'http://a/[b]',
      'http://a\\b',
      'http://<a>',
      'http://a/#b#c',
      'http://a@b@c/',
    ],
  },
  'uri-reference': {
    is: runtime.isUriReferenceFormat,
    takes: ['../x', 'abc', '#frag', '?q=1', '', '/a', '//host/p', 'http://x/y', './a:b', 'a/b:c'],
    refuses: ['\\a', '#a\\b', 'a b', 'ä', '%4', '1a:b', '#a#b', '//a b'],
  },
  iri: {
    is: runtime.isIriFormat,
    takes: ['https://example.org/ä', 'http://ƒøø.ßår/?∂=π', 'http://a/?\ue000', 'http://a/😀'],
    refuses: ['/ä', 'http://a/\ue000', 'http://a/ ', 'http://a/\ufffe', 'ä:b'],
  },
  'iri-reference': {
    is: runtime.isIriReferenceFormat,
    takes: ['../ä', '#ƒ', '', 'https://a/ä'],
    refuses: ['\\ä', '#ƒ\\b', 'a b'],
  },
  'json-pointer': {
    is: runtime.isJsonPointerFormat,
    takes: ['', '/', '/a/0', '/a~0b~1c', '//', '/é'],
    refuses: ['a', '#/a', '/~', '/~2', '/~0~'],
  },
  'relative-json-pointer': {
    is: runtime.isRelativeJsonPointerFormat,
    takes: ['0', '1', '0/a', '12#', '120/a~0'],
    refuses: ['', '/a', '-1/a', '01/a', '0##', '+1/a', '1#/a'],
  },
  regex: {
    is: runtime.isRegexFormat,
    takes: ['', '^[a-z]+$', '\\p{L}', '(?<a>b)\\k<a>', '[\\p{L}\\\\]', '\\\\p'],
    refuses: [
      '(',
      '[a',
      'a**',
      '\\a',
      '\\p{Nothing}',
      '\\\\p{L}',
      '[\\p{L}-z]',
      '^\\S(|(.|\\n)*\\S)\\Z',
      '{',
    ],
  },
  byte: {
    is: runtime.isByteFormat,
    takes: ['', 'TG9yZW0=', 'AA==', 'AAAA', '+/+/'],
    refuses: ['A', 'AA', 'AA=', 'AA==AAAA', '====', 'A===', '-_-_', 'AA\nA'],
  },
}

for (const [name, { is, takes, refuses }] of Object.entries(rows)) {
  test(`${name} follows JSON Schema`, () => {
    for (const text of takes) assert.ok(is(text), JSON.stringify(text))
    for (const text of refuses) assert.not.ok(is(text), JSON.stringify(text))
  })
}

test('a text of 4 MB blocks no format', () => {
  for (const [name, { is, takes }] of Object.entries(rows)) {
    for (const part of [...takes, 'a.', 'a', '/', '%41', '(', '1', '[']) {
      const start = process.cpuUsage()
      is(`${part.repeat(4_000_000 / Math.max(1, part.length))}\u0000`)
      // A busy machine counts for nothing: a square of the length takes hours.
      assert.ok(process.cpuUsage(start).user < 8_000_000, `${name} ${part}`)
    }
  }
})

test('a pattern that exhausts the stack does not match', () => {
  assert.not.ok(runtime.matches(/^(?:\/[a-z]*)*$/u, `${'/'.repeat(4_000_000)}!`))
  assert.ok(runtime.matches(/^(?:\/[a-z]*)*$/u, '/a/b'))
})

test.run()
