/** Values inside and around other objects. */
export const nestedSource = `
interface Item { /** @validate max=2 */ sku: string; /** @validate min=1 */ n?: int }
interface Plain { /** @validate min=1 */ n: int; kind: 'a' | 'b' }
interface Cat { kind: 'cat'; /** @validate min=1 */ lives: int }
interface Dog { kind: 'dog'; /** @validate alpha */ name: string }
/** @json */
export interface Checked { item: Item; items: Item[]; more?: Record<string, Item> }
/** @json */
export interface Skipped { /** @validate - */ item: Item; /** @validate dive,- */ items: Item[]; own: Item }
/** @json */
export interface Presence {
  /** @validate required */ a?: string
  /** @validate required,min=2 */ b: string | null
  /** @validate omitempty */ c?: string
  /** @validate max=2,omitempty */ f?: string
  /** @validate required */ d?: int[]
  e?: Item
}
interface Whole {
  /** @validate required,min=2 */ a: string
  /** @validate max=5,required */ b: int
  /** @validate required */ c: string | null
  /** @validate omitempty,min=2 */ d: string
  /** @validate required */ e?: string
  /** @validate required_with=a */ f: string
  /** @validate max=1,dive,required */ g: string[]
}
/** @json */
export interface Partly extends Partial<Whole> {}
/** @json @missing zero */
export interface Zero { plain: Plain; item: Item; /** @validate required */ name: string; other: string; kind?: 'x' }
/** @json */
export interface Union { /** @validate required */ pet: Cat | Dog; /** @validate - */ other?: Cat | Dog }
/** @json */
export interface Tree { /** @validate alpha */ name: string; below: Tree[]; /** @validate - */ loose?: Tree }
/** @json */
export interface Counted {
  tags?: string[]
  name?: string
  /** @validate required_if=tags 0 */ a?: string
  /** @validate excluded_unless=name nil */ b?: string
}
/** @json */
export interface Tuple { list: [Item, Item?]; rest: [int, ...Item[]] }
/** @json */
export interface Either {
  /** @validate min=2 */ size: string | int[] | int
  /** @validate required */ id: string | int | null
  /** @validate omitempty,min=2 */ some: string | int
  item?: Item | Item[]
}
`

interface NestedRow {
  readonly dto: string
  readonly taken: readonly unknown[]
  readonly refused: readonly unknown[]
}

const good = { sku: 'ab' }
const long = { sku: 'abc' }
const presence = { a: '', b: 'ab', d: [] }

export const nestedRows: readonly NestedRow[] = [
  {
    dto: 'Checked',
    taken: [{ item: good, items: [good], more: { a: good } }],
    refused: [
      { item: long, items: [] },
      { item: good, items: [good, long] },
      { item: good, items: [], more: { a: long } },
      { item: good, items: [{ sku: 'a', n: 0 }] },
      { item: {}, items: [] },
    ],
  },
  {
    dto: 'Partly',
    taken: [{ e: '' }, { e: '', a: 'ab', f: 'x', b: 5, c: '', d: 'ab', g: [] }, { e: '', d: '', f: '' }],
    refused: [
      {},
      { e: '', a: '', f: 'x' },
      { e: '', a: 'a', f: 'x' },
      { e: '', a: 'ab' },
      { e: '', b: 0 },
      { e: '', b: 6 },
      { e: '', c: null },
      { e: '', d: 'a' },
      { e: '', g: [''] },
    ],
  },
  {
    dto: 'Skipped',
    taken: [{ item: long, items: [long, { sku: 'abcd', n: 0 }], own: good }],
    refused: [
      { item: good, items: [], own: long },
      { item: { sku: 5 }, items: [], own: good },
      { items: [], own: good },
    ],
  },
  {
    dto: 'Presence',
    taken: [presence, { ...presence, c: '' }],
    refused: [
      { b: 'ab', d: [] },
      { a: '', d: [] },
      { a: '', b: 'ab' },
      { ...presence, b: null },
      { ...presence, b: 'a' },
      { ...presence, f: 'abc' },
      { ...presence, e: {} },
    ],
  },
  {
    dto: 'Zero',
    taken: [
      { plain: { kind: 'a', n: 1 }, name: 'n' },
      { plain: { kind: 'a', n: 1 }, item: {}, name: 'n' },
    ],
    refused: [
      { name: 'n' },
      { plain: { n: 1 }, name: 'n' },
      { plain: { kind: 'a', n: 1 } },
      { plain: { kind: 'a', n: 1 }, name: '' },
    ],
  },
  {
    dto: 'Union',
    taken: [
      { pet: { kind: 'cat', lives: 1 } },
      { pet: { kind: 'dog', name: 'a' }, other: { kind: 'cat', lives: 0 } },
    ],
    refused: [
      {},
      { pet: { kind: 'cat', lives: 0 } },
      { pet: { kind: 'dog', name: '1' } },
      { pet: { kind: 'cow' } },
    ],
  },
  {
    dto: 'Tree',
    taken: [
      {
        name: 'a',
        below: [{ name: 'b', below: [] }],
        loose: { name: '1', below: [{ name: '2', below: [] }] },
      },
    ],
    refused: [
      { name: '1', below: [] },
      { name: 'a', below: [{ name: '1', below: [] }] },
    ],
  },
  {
    dto: 'Counted',
    taken: [{ a: 'x' }, { tags: ['t'] }, { tags: ['t'], b: 'x' }, { tags: ['t'], name: 'n' }],
    refused: [{}, { tags: [] }, { tags: ['t'], name: 'n', b: 'x' }],
  },
  {
    dto: 'Tuple',
    taken: [{ list: [good, good], rest: [1, good] }],
    refused: [
      { list: [long], rest: [1] },
      { list: [], rest: [1] },
      { list: [good, long], rest: [1] },
      { list: [good], rest: [1, {}] },
      { list: [good], rest: [1, good, long] },
    ],
  },
  {
    dto: 'Either',
    taken: [
      { size: 'ab', id: 0, some: '', item: good },
      { size: [1, 2], id: '', some: 0, item: [good] },
      { size: 2, id: 'a', some: 2 },
    ],
    refused: [
      { size: 'a', id: 1, some: 2 },
      { size: [1], id: 1, some: 2 },
      { size: 1, id: 1, some: 2 },
      { size: true, id: 1, some: 2 },
      { size: 2, id: null, some: 2 },
      { size: 2, id: 1, some: 'a' },
      { size: 2, id: 1, some: 1 },
      { size: 2, id: 1, some: 2, item: long },
      { size: 2, id: 1, some: 2, item: [long] },
    ],
  },
]

const about = {
  required_if: 'kind card',
  required_unless: 'kind card n 5',
  required_with: 'iban n',
  required_with_all: 'iban nick',
  required_without: 'iban nick',
  required_without_all: 'iban n',
  excluded_if: 'kind card n 5',
  excluded_unless: 'kind card n 5',
  excluded_with: 'iban n',
  excluded_with_all: 'iban nick',
  excluded_without: 'iban nick',
  excluded_without_all: 'iban n',
}

const siblings = "kind?: 'card' | 'cash'; n: int; iban?: string; nick: string | null"
const ownTypes = ['v?: string', 'v: string', 'v: string | null', 'v?: int[]', 'v?: Plain'] as const

/**
 * Rules that require or exclude a property because of others: one interface for each rule and property
 * type.
 */
export const presenceRows: readonly string[] = Object.entries(about).flatMap(([name, others]) =>
  ownTypes.flatMap((own) => [
    `/** @validate ${name}=${others} */ ${own}`,
    // Requiring rules are misplaced there.
    ...(name.startsWith('excluded') ? [`/** @validate omitempty,${name}=${others} */ ${own}`] : []),
  ]),
)

export const presenceSource: string = `interface Plain { a?: string }\n${presenceRows
  .flatMap((row, i) => [
    `/** @json */\nexport interface P${i} { ${siblings}; ${row} }`,
    `/** @json @missing zero */\nexport interface Z${i} { ${siblings}; ${row} }`,
  ])
  .join('\n')}`

/** Bodies with every combination of the siblings' and the property's values; `undefined` for absent. */
export const presenceBodies: readonly Readonly<Record<string, unknown>>[] = [
  'card',
  'cash',
  undefined,
].flatMap((kind) =>
  [0, 5, 6].flatMap((n) =>
    ['', 'x', undefined].flatMap((iban) =>
      ['y', null].flatMap((nick) =>
        ['', 'a', null, undefined, [], {}].map((v) => JSON.parse(JSON.stringify({ kind, n, iban, nick, v }))),
      ),
    ),
  ),
)
