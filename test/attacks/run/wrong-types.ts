/** The JSON form of the properties of the fixture's DTOs. */
type Shape = 'string' | 'number' | 'boolean' | readonly [Shape] | { readonly [name: string]: Shape }

const chain: { readonly [name: string]: Shape } = { v: 'string' }
const shapes: { readonly [name: string]: Shape } = {
  s: 'string',
  n: 'number',
  f32: 'number',
  i8: 'number',
  u8: 'number',
  i16: 'number',
  u16: 'number',
  i32: 'number',
  u32: 'number',
  i64: 'string',
  u64: 'string',
  b: 'boolean',
  tags: ['string'],
  nums: ['number'],
  colors: ['string'],
  color: 'string',
  posts: [{ title: 'string', n: 'number' }],
  nested: { a: { b: { c: 'string' } } },
  rec: { ...chain, next: { ...chain, next: chain } },
  map: {},
  when: 'string',
  name: 'string',
  count: 'number',
  list: ['string'],
  sid: 'string',
  id: 'string',
}

/** Places where the value of a 200 violates its declared types. */
export function wrongTypes(body: string): string[] {
  const answer: unknown = JSON.parse(body)
  const value: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'value') : undefined
  return wrongOf(value ?? {}, shapes, 'value')
}

function wrongOf(value: unknown, shape: Shape, path: string): string[] {
  if (typeof shape === 'string') return typeof value === shape ? [] : [`${path} is no ${shape}`]
  if (typeof value !== 'object' || value === null) return [`${path} is ${JSON.stringify(value)}`]
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is no list`]
    return value.flatMap((element, i) => wrongOf(element, shape[0], `${path}[${i}]`))
  }
  if (Array.isArray(value)) return [`${path} is a list`]
  return Object.entries(value).flatMap(([name, member]) => {
    const declared = shape[name]
    return declared === undefined ? [] : wrongOf(member, declared, `${path}.${name}`)
  })
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape)
}
