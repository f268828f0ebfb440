/*
 * Unions of objects and of lists that are matched by best fit, and each member alone: a value that the
 * schema accepts and the binder refuses must be accepted by a member alone.
 */

interface ChoiceSource {
  readonly types: readonly string[]
  /** Possible values at each key, `undefined` for an absent key; or whole values. */
  readonly members?: Readonly<Record<string, readonly unknown[]>>
  readonly values?: readonly unknown[]
}

export const choiceSources: readonly ChoiceSource[] = [
  {
    types: ['{ w: int }', '{ w: int; h?: int; unit?: string }', '{ w: string; h: int }'],
    members: { w: [undefined, 1, 1.5, 'a', null], h: [undefined, 1, 'a'], unit: [undefined, 'cm', 5] },
  },
  {
    types: [
      "{ type?: 'mail'; address?: string; subject?: string }",
      "{ type?: 'sms'; address?: string; phone?: string }",
      '{ type: int; phone: int }',
    ],
    members: {
      type: [undefined, 'mail', 'sms', 'fax', 5],
      address: [undefined, 'a', 5],
      subject: [undefined, 's'],
      phone: [undefined, '5', 5],
    },
  },
  {
    types: [
      "{ type: 'made'; id: int }",
      "{ type: 'gone'; id: int; why?: string }",
      '{ type: string; label?: string }',
    ],
    members: {
      type: [undefined, 'made', 'gone', 'other', 5],
      id: [undefined, 1, 'a'],
      why: [undefined, 'a', 5],
      label: [undefined, 'a', 5],
    },
  },
  {
    types: ['{ x: int; y: int }', 'Record<string, string>', 'Record<string, int[]>'],
    members: { x: [undefined, 1, '1', [1]], y: [undefined, 1, '1', []], z: [undefined, 1, '1', ['a']] },
  },
  {
    types: ['{ at: Date; n?: int8 }', '{ at: string; n?: int }', '{ at: { a: int } | null }'],
    members: {
      at: [undefined, '2024-05-06T07:08:09Z', 'soon', { a: 1 }, { a: 'x' }, null, []],
      n: [undefined, 1, 1000, 1.5, 'a'],
    },
  },
  {
    types: ['[number, number]', '[number, number, number, number?]', '[string, ...boolean[]]'],
    values: [
      [],
      [1],
      [1, 2],
      [1, 'a'],
      [1, 2, 3],
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5],
      ['a'],
      ['a', true],
      ['a', 1],
    ],
  },
  {
    types: ['string[]', 'int[]', '{ a: int }[]', 'int[][]', '(boolean | null)[]'],
    values: [
      [],
      ['a'],
      [1],
      [1, 'a'],
      [1.5],
      [{ a: 1 }],
      [{ a: 'x' }],
      [{ a: 1 }, 1],
      [[1]],
      [[]],
      [[1], ['a']],
      [null, true],
    ],
  },
]

/** Interfaces `U0`, `U1` … with the union, and `U0of0`, `U0of1` … with one of its members. */
export const choiceSource = [
  "import type { int, int8 } from '@ctxgen/runtime'\n",
  ...choiceSources.map(({ types }, i) => {
    const named = types.map((type, at) => namedType(type, `T${i}of${at}`))
    const alone = types.map((_, at) => dto(`U${i}of${at}`, `T${i}of${at}`))
    return [...named, ...alone, dto(`U${i}`, types.map((_, at) => `T${i}of${at}`).join(' | '))].join('')
  }),
].join('')

function dto(name: string, type: string): string {
  return `/** @json @response */ export interface ${name} { v: ${type} }\n`
}

function namedType(type: string, name: string): string {
  return type.startsWith('{') && type.endsWith('}')
    ? `export interface ${name} ${type}\n`
    : `export type ${name} = ${type}\n`
}

/** All combinations of a source's members, or its whole values. */
export function choiceValues({ members = {}, values }: ChoiceSource): readonly unknown[] {
  if (values !== undefined) return values
  return Object.entries(members).reduce<readonly object[]>(
    (some, [key, each]) =>
      some.flatMap((one) => each.map((value) => (value === undefined ? one : { ...one, [key]: value }))),
    [{}],
  )
}
