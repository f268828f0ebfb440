import { cborElements, elements, formTexts, members, msgPackElements, xmlTexts } from './rows.ts'

/**
 * The rules for creating and changing units of one format; units of CBOR and MessagePack are hexadecimal
 * digits.
 */
export interface Notation {
  /** The start of a search. */
  readonly seeds: readonly string[]
  /** The smallest values. */
  readonly leaves: readonly string[]
  /** Wrappers around a smaller value, which replaces `@`. */
  readonly wraps: readonly string[]
  /** Two units joined. */
  readonly joined: (a: string, b: string) => string
}

const names = ['a', 'name', 'tags', 'children', 'kind', '__proto__', 'k{i}']
const hexOf = (name: string): string => Buffer.from(name.replace('{i}', 'i')).toString('hex')

const json: Notation = {
  seeds: elements.map(([unit]) => unit),
  leaves: [
    '{}',
    '[]',
    '0',
    '1e5',
    '1e19',
    '1e308',
    '9007199254740993',
    '0.1',
    'null',
    'true',
    '""',
    '"a"',
    '"\\u0061"',
    '"a{i}"',
    '{i}',
    '"€"',
  ],
  wraps: ['[@]', '[@,@]', '[0,@]', ...names.map((name) => `{"${name}":@}`), '{"a":1,"b":@}'],
  joined: (a, b) => `${a},${b}`,
}

const jsonMembers: Notation = {
  ...json,
  seeds: members.map(([unit]) => unit),
  leaves: json.leaves.map((leaf) => `"k{i}":${leaf}`),
  wraps: ['"a{i}":{@}', '"{i}":[{@}]', '"a":{@}'],
}

const cbor: Notation = {
  seeds: cborElements.map(([hex]) => hex),
  leaves: [
    '00',
    '20',
    '40',
    '60',
    '80',
    'a0',
    'f4',
    'f6',
    'f7',
    '4100',
    '6161',
    '7fff',
    '7f60ff',
    '5fff',
    '5f40ff',
    '9fff',
    'bfff',
    'c100',
    'c240',
    'c340',
    'f90000',
    '1b0000000000000001',
    '1bffffffffffffffff',
    'c11b0000000000000001',
  ],
  wraps: [
    '81@',
    '82@@',
    '9f@ff',
    'a16161@',
    'bf6161@ff',
    'bf7f6161ff@ff',
    ...names.slice(1, 6).map((name) => `a1${(0x60 + name.length).toString(16)}${hexOf(name)}@`),
  ],
  joined: (a, b) => a + b,
}

const msgpack: Notation = {
  seeds: msgPackElements.map(([hex]) => hex),
  leaves: [
    '00',
    'e0',
    '80',
    '90',
    'a0',
    'a161',
    'c0',
    'c2',
    'c400',
    'c40100',
    'cc00',
    'cf0000000000000001',
    'ca00000000',
    'd6ff00000000',
    'd90161',
    'dc0000',
    'de0000',
  ],
  wraps: [
    '91@',
    '92@@',
    'dc0001@',
    '81a161@',
    'de0001a161@',
    ...names.slice(1, 6).map((name) => `81${(0xa0 + name.length).toString(16)}${hexOf(name)}@`),
  ],
  joined: (a, b) => `92${a}${b}`,
}

const xml: Notation = {
  seeds: xmlTexts.map(([, unit]) => unit).filter((unit) => !/^<[^/>]*$/.test(unit)),
  leaves: [
    '<a/>',
    '<a{i}/>',
    'x',
    ' ',
    '&#65;',
    '&lt;',
    '<!---->',
    '<![CDATA[]]>',
    '<?a?>',
    '<texts>a</texts>',
    '<items/>',
    '<map><a>1</a></map>',
    '<a b=""/>',
    '\r',
    'é',
  ],
  wraps: ['<a>@</a>', '<items>@</items>', '<items><tags>@</tags></items>', '<map>@</map>', '<a b="">@</a>'],
  joined: (a, b) => a + b,
}

const form: Notation = {
  seeds: formTexts,
  leaves: [
    'a=1&',
    'texts=a&',
    '&',
    '=',
    '+',
    '%41',
    '%',
    '[',
    ']',
    '.',
    'items[0][name]=a&',
    'map[k{i}]=1&',
    'texts[{i}]=&',
    '%E2%82%AC',
    ',',
  ],
  wraps: ['a[@]', '@=', '=@&', 'items[{i}]@', '@@'],
  joined: (a, b) => a + b,
}

/** For headers and cookies, whose separators differ. */
const header: Notation = {
  seeds: ['a', ',', 'a,', ';', 'a=1; ', 'x={}; ', '%41', '"'],
  leaves: [
    'a',
    ',',
    ';',
    '=',
    ' ',
    '"',
    '%41',
    'seen=1; ',
    'prefs={}; ',
    '1,',
    '1|',
    '[',
    '{',
    '\\',
    '(',
    '*/*;q=0.1, ',
    'en-{i}, ',
  ],
  wraps: ['"@"', '@@', '@, ', '@; '],
  joined: (a, b) => a + b,
}

export const notations = {
  json,
  jsonMembers,
  cbor,
  msgpack,
  xml,
  form,
  query: form,
  header,
  cookie: header,
} as const

export type NotationName = keyof typeof notations
