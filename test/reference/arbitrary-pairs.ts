import fc from 'fast-check'
import { jsonText, recordKey } from './arbitrary-json.ts'
import { anyCharacter, oddText, singleText, tupleTexts } from './arbitrary-text.ts'
import {
  type BoundField,
  memberFields,
  nonNull,
  type ObjectModel,
  type Source,
  type TypeModel,
} from './model.ts'

type Arb<T> = fc.Arbitrary<T>

/** A value and the path to it: names and indices. */
export interface PathPair {
  readonly path: readonly string[]
  readonly value: string
  /** Of a file, with the value as its content. */
  readonly filename?: string
}

/** Query or form pairs for these fields: most of them, once, twice or not at all. */
export function pathPairs(
  fields: readonly BoundField[],
  source: Source,
  around?: Around,
): Arb<readonly PathPair[]> {
  return fc.tuple(...fields.map((field) => fieldPairs(field, source, around))).map((some) => some.flat())
}

/** The enclosing object of a recursive value, and the remaining depth. */
interface Around {
  readonly object: ObjectModel
  readonly levels: number
}

function objectPairs(around: Around, source: Source): Arb<readonly PathPair[]> {
  return pathPairs(memberFields(around.object, source), source, around)
}

/** Of a recursive object, one level deeper; at the deepest level an unknown key. */
function selfPairs(around: Around | undefined, source: Source): Arb<readonly PathPair[]> {
  if (around === undefined || around.levels === 0) return fc.constantFrom([], [{ path: ['zz'], value: '1' }])
  return objectPairs({ ...around, levels: around.levels - 1 }, source)
}

function fieldPairs(
  { field, key, format }: BoundField,
  source: Source,
  around: Around | undefined,
): Arb<readonly PathPair[]> {
  const some = valuePairs(field.type, format, source, around).map((pairs) =>
    pairs.map((pair) => ({ ...pair, path: [key, ...pair.path] })),
  )
  return fc.oneof(
    { weight: 30, arbitrary: some },
    { weight: field.optional ? 8 : 2, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.tuple(some, some).map((twice) => twice.flat()) },
    { weight: 2, arbitrary: fc.tuple(some, fc.nat(3), misplacing).map(misplaced) },
  )
}

const misplacing = fc.constantFrom<readonly string[]>([], [], ['x'], ['0'], [''], ['-1', 'x'], ['', 'x'])

/** The pairs of a value, and the first again with other segments at the end of its key. */
function misplaced([pairs, kept, parts]: [
  readonly PathPair[],
  number,
  readonly string[],
]): readonly PathPair[] {
  const [first] = pairs
  return first === undefined
    ? pairs
    : [...pairs, { ...first, path: [...first.path.slice(0, kept + 1), ...parts] }]
}

/** The pairs of one value, with paths relative to its own key. */
function valuePairs(
  type: TypeModel,
  format: BoundField['format'],
  source: Source,
  around: Around | undefined,
): Arb<readonly PathPair[]> {
  const of = nonNull(type)
  if (format === 'json') return jsonText(type, 'json').map((value) => [{ path: [], value }])
  switch (of.kind) {
    case 'object':
      return objectPairs({ object: of, levels: 2 }, source)
    case 'self':
      return selfPairs(around, source)
    case 'record':
      return fc
        .array(fc.tuple(of.keys === undefined ? textKey : recordKey(of), singleText(of.of)), {
          minLength: 1,
          maxLength: 3,
        })
        .map((entries) => entries.map(([key, value]) => ({ path: [key], value })))
    case 'tuple':
      return tupleTexts(of).map((values) => values.map((value) => ({ path: [], value })))
    case 'file':
      return filePair
    case 'list':
      return listPairs(nonNull(of.of), format, source, around)
    default:
      return singleText(of).map((value) => [{ path: [], value }])
  }
}

const filePair: Arb<readonly PathPair[]> = fc
  .record({
    value: fc.string({ unit: anyCharacter, maxLength: 8 }),
    filename: fc.constantFrom('a.txt', 'a.txt', 'b c.png', '../up.txt', 'c:\\\\x.txt', 'ü.bin', ''),
  })
  .map((file) => [{ path: [], ...file }])

const textKey = fc.constantFrom('a', 'b', '0', '1', '10', '__proto__', 'constructor', 'é', 'a b', '')

function listPairs(
  element: TypeModel,
  format: BoundField['format'],
  source: Source,
  around: Around | undefined,
): Arb<readonly PathPair[]> {
  if (element.kind === 'object' || element.kind === 'self') {
    const some =
      element.kind === 'self'
        ? selfPairs(around, source)
        : objectPairs({ object: element, levels: 2 }, source)
    const elements = fc.array(some, { minLength: 1, maxLength: element.kind === 'self' ? 2 : 3 })
    return fc
      .tuple(elements, indices)
      .map(([list, places]) =>
        list.flatMap((pairs, i) =>
          pairs.map((pair) => ({ ...pair, path: [places[i % places.length] ?? '0', ...pair.path] })),
        ),
      )
  }
  if (element.kind === 'file') {
    const files = fc.array(filePair, { minLength: 1, maxLength: 3 }).map((some) => some.flat())
    return fc.tuple(files, fc.nat(9), indices).map(([some, way, places]) => {
      if (way > 3) return some
      return some.map((file, i) => ({ ...file, path: [places[i % places.length] ?? '0'] }))
    })
  }
  const texts = fc.array(singleText(element), { minLength: 1, maxLength: 4 })
  const separator = format === 'csv' ? ',' : format === 'pipe' ? '|' : format === 'ssv' ? ' ' : ','
  return fc.tuple(texts, fc.nat(9), indices).map(([values, way, places]) => {
    if (way < 2) return [{ path: [], value: values.join(separator) }]
    if (way < 4) return values.map((value, i) => ({ path: [places[i % places.length] ?? '0'], value }))
    return values.map((value) => ({ path: [''], value }))
  })
}

/** Mostly without a gap, in any order; a gap of a thousand elements would exceed the issue limit. */
const indices = fc.constantFrom<readonly string[]>(
  ['0', '1', '2', '3'],
  ['0', '1', '2', '3'],
  ['0', '1', '2', '3'],
  ['3', '2', '1', '0'],
  ['1', '0', '2', '3'],
  ['0', '00', '01', '1'],
  ['1', '3', '2', '5'],
  ['0', '0', '1', '1'],
  // More gaps than these, in two lists, would exceed the issue limit.
  ['0', '9', '399', '1000'],
  ['x', '-1', '1.5', '+1'],
)

/** The spelling and encoding of a key. */
interface Spelling {
  readonly notation: number
  readonly encoding: number
}

const spelling: Arb<Spelling> = fc.record({ notation: fc.nat(7), encoding: fc.nat(9) })

/** The text of pairs, in one of a client's notations. */
export function pairsText(fields: readonly BoundField[], source: Source): Arb<string> {
  const written = fc
    .tuple(pathPairs(fields, source), fc.array(spelling, { minLength: 1, maxLength: 4 }), fc.nat(5))
    .map(([pairs, spellings, turn]) => {
      const texts = pairs.map((pair, i) => writePair(pair, spellings[i % spellings.length]))
      return (turn === 0 ? texts.reverse() : texts).join('&')
    })
  return fc.oneof(
    { weight: 12, arbitrary: written },
    { weight: 3, arbitrary: fc.tuple(written, noise).map(([text, more]) => `${text}&${more}`) },
    { weight: 1, arbitrary: fc.tuple(noise, written).map(([more, text]) => `${more}&${text}`) },
    { weight: 1, arbitrary: fc.tuple(written, fc.nat(60), scrap).map(cutIn) },
  )
}

function writePair(
  { path, value }: PathPair,
  { notation, encoding }: Spelling = { notation: 0, encoding: 0 },
): string {
  return `${encode(keyOf(path, notation), encoding)}=${encode(value, encoding)}`
}

/** `''` at the end of a path is a list without an index. */
export function keyOf([first = '', ...rest]: readonly string[], notation: number): string {
  if (notation === 6) return first + rest.map((part) => `[${part}`).join('') + ']'.repeat(rest.length)
  const isDotted = notation % 3 === 1
  return rest.reduce((key, part, i) => {
    if (part === '' && i === rest.length - 1) return notation % 2 === 0 ? key : `${key}[]`
    return isDotted || (notation % 3 === 2 && i % 2 === 0) ? `${key}.${part}` : `${key}[${part}]`
  }, first)
}

function encode(text: string, encoding: number): string {
  const whole = text.replace(/\p{Surrogate}/gu, '\ufffd')
  switch (encoding) {
    case 0:
    case 1:
    case 2:
      return encodeURIComponent(whole)
    case 3:
      return encodeURIComponent(whole).replaceAll('%20', '+')
    case 4:
      return [...new TextEncoder().encode(text)]
        .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
        .join('')
    case 5:
      return text
    default:
      return [...text].map((some) => (some <= ' ' || '%&=+#;'.includes(some) ? escaped(some) : some)).join('')
  }
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}

const scrap = fc.constantFrom(
  '%',
  '%4',
  '%zz',
  '%ff',
  '%e2%82',
  '%00',
  '%C0%AF',
  '%EF%BB%BF',
  '[',
  ']',
  '[]',
  '.',
  '..',
  '&',
  '&&',
  '=',
  ';',
  '+',
  '#',
  '[[',
  '][',
  '\ud800',
  '\u00e9',
)

function cutIn([text, at, some]: [string, number, string]): string {
  return text.slice(0, at) + some + text.slice(at)
}

const oddPair = fc.constantFrom(
  '',
  '=',
  '=x',
  'x',
  'a[',
  'a]',
  '[]=1',
  '[a]=1',
  'a[b',
  'a[[b]]=1',
  'a[b]c=1',
  'a..b=1',
  '.a=1',
  'a.=1',
)

const hostilePair = fc.constantFrom(
  '__proto__[x]=1',
  '__proto__.x=1',
  'constructor[prototype][x]=1',
  'toString=1',
  'a[__proto__][x]=1',
  'zzz[1001]=1',
)

/** Unknown or forbidden keys. They seldom exceed the pair limit, since that takes long. */
const noise: Arb<string> = fc.oneof(
  { weight: 10, arbitrary: oddPair },
  { weight: 10, arbitrary: hostilePair },
  {
    weight: 10,
    arbitrary: fc
      .tuple(fc.constantFrom('id', 'name', 'a', 'zzz', 'tags'), oddText)
      .map(([key, value]) => `${key}=${encode(value, 0)}`),
  },
  { weight: 10, arbitrary: fc.integer({ min: 28, max: 40 }).map((depth) => `a${'[b]'.repeat(depth)}=1`) },
  { weight: 8, arbitrary: fc.constant(manyPairs(20)) },
  { weight: 1, arbitrary: fc.constantFrom(998, 1000, 1001, 1200).map(manyPairs) },
)

function manyPairs(count: number): string {
  return new Array(count).fill('zz=1').join('&')
}
