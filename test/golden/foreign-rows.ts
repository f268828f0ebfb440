/** A package whose types hold classes, functions and the like. */
export const payPackage = `
declare class DecimalImpl {
  private readonly digits
  plus(other: Decimal): Decimal
  minus(other: Decimal): Decimal
  toJSON(): string
}
export type Decimal = DecimalImpl & { readonly brand: unique symbol }
export interface Money { amount: Decimal; currency: string }
export interface Charge {
  id: string
  amount: Decimal
  total?: Decimal | null
  fee: { net_decimal: Decimal; kind: 'fee' } | null
  lines: { price: Money; count: number }[]
  customer: string | Customer | null
  toJSON(): string
}
export interface Customer { id: string; charge: Charge; a: Decimal; b: Decimal; c: Decimal; d: Decimal; e: Decimal }
export interface Section { type: 'section'; text: Decimal }
export interface Divider { type: 'divider'; id?: string }
export interface Image { type: 'image'; url: string }
export interface Message { blocks: (Section | Divider | Image)[]; ts: string }
export interface Loose { data: any; on: () => void; at: Map<string, number>; tags: Set<'a' | 'b'>; link: URL; id: string }
export interface Keyed { [Symbol.iterator](): void; 1: Decimal; 'content-type': any; id: string }
export interface Table { rows: Record<string, Money>; name: string }
export interface Client { get(path: string): string; post(path: string): string; del(path: string): string; put(): void }
export interface Tree { value: Decimal; children: Tree[] }
export interface Entry { id: string; [key: \`_\${string}\`]: any }
export type Sheet = { rows: string[]; sum: Decimal } | { columns: string[]; sum: Decimal }
export interface Hooked { hook?: ((url: string) => void) | ((url: URL) => void); id: string }
export type Filter = [string, string[]] | ['has', string[]] | number[]
`

/** A member's type, the reported reason, the proposed type, and a value that the proposed type takes. */
export interface ForeignRow {
  readonly type: string
  readonly reason: string
  readonly proposed: string
  readonly value: unknown
}

export const foreignRows: readonly ForeignRow[] = [
  {
    type: 'Pay.Money',
    reason: 'amount: Decimal (it has the methods of a class, pay/index.d.ts:9)',
    proposed: "Omit<Pay.Money, 'amount'> & { amount: string }",
    value: { amount: '1.5', currency: 'eur' },
  },
  {
    type: 'Pay.Decimal',
    reason: 'it has the methods of a class (pay/index.d.ts:2)',
    proposed: 'string',
    value: '1.5',
  },
  {
    type: 'Pay.Charge',
    reason:
      'amount: Decimal (it has the methods of a class, pay/index.d.ts:12); total: Decimal (it has the methods of a class, pay/index.d.ts:13); toJSON: () => string (it is a function, pay/index.d.ts:17); and 7 more',
    proposed:
      "Omit<Pay.Charge, 'amount' | 'total' | 'fee' | 'lines' | 'customer' | 'toJSON'> & { amount: string; total?: string | null; fee: (Omit<NonNullable<Pay.Charge['fee']>, 'net_decimal'> & { net_decimal: string }) | null; lines: (Omit<Pay.Charge['lines'][number], 'price'> & { price: Omit<Pay.Charge['lines'][number]['price'], 'amount'> & { amount: string } })[]; customer: string | null }",
    value: {
      id: 'c',
      amount: '1',
      fee: { net_decimal: '1', kind: 'fee' },
      lines: [{ price: { amount: '1', currency: 'x' }, count: 1 }],
      customer: 'x',
    },
  },
  {
    type: 'Pay.Charge[] | null',
    reason:
      '[].amount: Decimal (it has the methods of a class, pay/index.d.ts:12); [].total: Decimal (it has the methods of a class, pay/index.d.ts:13); [].toJSON: () => string (it is a function, pay/index.d.ts:17); and 7 more',
    proposed:
      "(Omit<Pay.Charge, 'amount' | 'total' | 'fee' | 'lines' | 'customer' | 'toJSON'> & { amount: string; total?: string | null; fee: (Omit<NonNullable<Pay.Charge['fee']>, 'net_decimal'> & { net_decimal: string }) | null; lines: (Omit<Pay.Charge['lines'][number], 'price'> & { price: Omit<Pay.Charge['lines'][number]['price'], 'amount'> & { amount: string } })[]; customer: string | null })[] | null",
    value: null,
  },
  {
    type: 'Pay.Message',
    reason: 'blocks[].text (type "section"): Decimal (it has the methods of a class, pay/index.d.ts:20)',
    proposed:
      "Omit<Pay.Message, 'blocks'> & { blocks: (Exclude<Pay.Message['blocks'][number], { type: 'section' }> | (Omit<Extract<Pay.Message['blocks'][number], { type: 'section' }>, 'text'> & { text: string }))[] }",
    value: {
      blocks: [{ type: 'section', text: '1' }, { type: 'divider' }, { type: 'image', url: 'u' }],
      ts: 't',
    },
  },
  {
    type: 'Pay.Section | Pay.Image',
    reason: 'text (type "section"): Decimal (it has the methods of a class, pay/index.d.ts:20)',
    proposed: "Pay.Image | (Omit<Pay.Section, 'text'> & { text: string })",
    value: { type: 'section', text: 'x' },
  },
  {
    type: 'Pay.Loose',
    reason:
      'data: any (it accepts anything, so nothing can be checked, pay/index.d.ts:24); on: () => void (it is a function, pay/index.d.ts:24); at: Map<string, number> (it is not a plain object, pay/index.d.ts:24); and 2 more',
    proposed:
      "Omit<Pay.Loose, 'data' | 'on' | 'at' | 'tags' | 'link'> & { data: unknown; at: Record<string, number>; tags: ('a' | 'b')[]; link: string }",
    value: { data: { x: 1 }, at: { a: 1 }, tags: ['a'], link: 'https://a.b', id: 'i' },
  },
  {
    type: 'Pay.Keyed',
    reason:
      '1: Decimal (it has the methods of a class, pay/index.d.ts:25); content-type: any (it accepts anything, so nothing can be checked, pay/index.d.ts:25); [iterator]: a symbol (requests have no symbol keys, pay/index.d.ts:25)',
    proposed: "Omit<Pay.Keyed, 1 | 'content-type' | symbol> & { '1': string; 'content-type': unknown }",
    value: { 1: '1', 'content-type': [1], id: 'i' },
  },
  {
    type: 'Pay.Table',
    reason: 'rows[].amount: Decimal (it has the methods of a class, pay/index.d.ts:9)',
    proposed:
      "Omit<Pay.Table, 'rows'> & { rows: Record<string, Omit<Pay.Table['rows'][string], 'amount'> & { amount: string }> }",
    value: { rows: { a: { amount: '1', currency: 'x' } }, name: 'n' },
  },
  {
    type: 'Pay.Client',
    reason: 'it has methods: get, post, del and 1 more (pay/index.d.ts:27)',
    proposed: 'unknown',
    value: { any: 'thing' },
  },
  {
    type: 'Pay.Tree',
    reason: 'value: Decimal (it has the methods of a class, pay/index.d.ts:28)',
    proposed: '{ value: string; children: unknown[] }',
    value: { value: '1', children: [] },
  },
  {
    type: 'Pay.Entry',
    reason: 'its index signature does not accept every text as a key (pay/index.d.ts:29)',
    proposed: `Omit<Pay.Entry, \`_\${string}\`>`,
    value: { id: 'e' },
  },
  {
    type: 'Pay.Sheet',
    reason:
      'sum (with columns): Decimal (it has the methods of a class, pay/index.d.ts:30); sum (with rows): Decimal (it has the methods of a class, pay/index.d.ts:30)',
    proposed:
      "(Omit<Extract<Pay.Sheet, { rows: unknown }>, 'sum'> & { sum: string }) | (Omit<Extract<Pay.Sheet, { columns: unknown }>, 'sum'> & { sum: string })",
    value: { columns: ['c'], sum: '1.5' },
  },
  {
    type: 'Pay.Hooked',
    reason:
      'hook: (url: string) => void (it is a function, pay/index.d.ts:31); hook: (url: URL) => void (it is a function, pay/index.d.ts:31)',
    proposed: "Omit<Pay.Hooked, 'hook'>",
    value: { id: 'h' },
  },
  {
    type: 'Pay.Filter',
    reason: 'several of its types are lists in JSON, and nothing tells them apart (pay/index.d.ts:32)',
    proposed: 'unknown[]',
    value: ['all', ['a']],
  },
]
