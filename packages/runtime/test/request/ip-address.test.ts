import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App } from '../../src/index.ts'
import { isInRange, parseIp, parseIpRange } from '../../src/request/ip-address.ts'

test('IP addresses', () => {
  for (const text of [
    '0.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '1::',
    '1:2:3:4:5:6:7:8',
    '::ffff:1.2.3.4',
    'FE80::1',
    '1:2:3:4:5:6:7::',
  ]) {
    assert.ok(parseIp(text), text)
  }
  for (const text of [
    '',
    '1.2.3',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3.4.5',
    '1.2.3.4:80',
    ':',
    ':::',
    '1:2',
    '1::2::3',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    'g::',
    '[::1]',
    '::1%lo',
    '1:2:3:4:5:6:7:8::',
    ' ::1',
    '1.2.3.4::',
  ]) {
    assert.is(parseIp(text), undefined, text)
  }
  const rows: [range: string, address: string, inside: boolean][] = [
    ['10.0.0.1/31', '10.0.0.0', true],
    ['10.0.0.1/31', '10.0.0.2', false],
    ['0.0.0.0/0', '1.2.3.4', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '1.2.3.4', false],
    ['10.0.0.0/8', '::ffff:10.9.9.9', true],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['10.0.0.2/255.255.255.192', '10.0.0.63', true],
    ['10.0.0.2/255.255.255.192', '10.0.0.64', false],
    ['10.0.0.0/255.0.0.0', '::ffff:10.9.9.9', true],
    ['10.0.0.0/0.0.0.0', '1.2.3.4', true],
    ['10.0.0.1/255.255.255.255', '10.0.0.2', false],
    ['fd00::/ff00::', 'fdff::1', true],
    ['fd00::/ffff::', 'fd01::1', false],
    ['fe80::/10', 'febf::1', true],
    ['fe80::/10', 'fec0::1', false],
    ['fd00:0:0:0:0:0:0:1', 'fd00::1', true],
  ]
  for (const [text, address, inside] of rows) {
    const range = parseIpRange(text)
    assert.ok(range, text)
    assert.is(isInRange(range, parseIp(address) ?? []), inside, `${text} ${address}`)
  }
  for (const text of [
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'x',
    '::/129',
    '10.0.0.0/-1',
    '10.0.0.0/255.0.255.0',
    '10.0.0.0/0.0.0.255',
    '10.0.0.0/255.255.255',
    '10.0.0.0/255.255.255.256',
    '10.0.0.0/255.255.255.0/24',
    '10.0.0.0/ffff::',
    '::1/255.0.0.0',
    '::ffff:10.0.0.0/255.0.0.0',
  ])
    assert.is(parseIpRange(text), undefined, text)
  assert.throws(() => new App({ trustProxyConfig: { proxies: ['10.0.0'] } }), TypeError)
})

test.run()
