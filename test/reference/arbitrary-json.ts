import fc from 'fast-check'
import { oddText, singleText } from './arbitrary-text.ts'
import {
  type BoundField,
  type ByMemberModel,
  type ListModel,
  memberFields,
  type ObjectBranch,
  type ObjectModel,
  type RecordModel,
  type Source,
  type TupleModel,
  type TypeModel,
} from './model.ts'

type Arb<T> = fc.Arbitrary<T>

/** JSON of no or nearly the right type. */
const oddJson: Arb<string> = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    '"5"',
    '5',
    '-0',
    '2.0',
    '1e3',
    '1.5',
    '1e400',
    '1E-7',
    '""',
    '[]',
    '{}',
    '[[]]',
    '"x"',
  ),
  fc.constantFrom(
    '9007199254740993',
    '9223372036854775808',
    '18446744073709551616',
    '123456789012345678901234567890',
    '-9007199254740993',
    '1e19',
    '123456789e9',
    '9007199.3e9',
    '12345678901234567.0',
  ),
  fc.constantFrom(
    '{"__proto__":{"x":1}}',
    '{"constructor":null}',
    '[null]',
    '"\\ud800"',
    '"\\u0000"',
    '"AA=="',
    '"AAA"',
    '"A A="',
  ),
  oddText.map((text) => JSON.stringify(text)),
)

/** Invalid JSON, or JSON on which parsers disagree. */
const brokenJson: Arb<string> = fc.constantFrom(
  '',
  '01',
  '+1',
  '.5',
  '1.',
  'NaN',
  'tru',
  "'x'",
  '"\n"',
  '"\\x"',
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  '//',
  '1 2',
  '\ufeff1',
  '\u00a01',
  '"\\u12"',
  '-',
  '{"a"}',
  '[',
)

/** The text of a JSON value for `type`: mostly a valid one. */
export function jsonText(type: TypeModel, source: Source, around?: Around): Arb<string> {
  return fc.oneof(
    { weight: 30, arbitrary: fittingJson(type, source, around) },
    { weight: 2, arbitrary: oddJson },
  )
}

/** The enclosing object of a recursive value, and the remaining depth. */
interface Around {
  readonly object: ObjectModel
  readonly levels: number
}

function fittingJson(type: TypeModel, source: Source, around: Around | undefined): Arb<string> {
  switch (type.kind) {
    case 'self':
      return around === undefined || around.levels === 0
        ? fc.constantFrom('null', '{}')
        : nestedJson({ ...around, levels: around.levels - 1 }, source)
    case 'scalar':
      if (type.scalar === 'Date' && hasBytes(source)) return dateText(source)
      return type.scalar === 'string' || type.scalar === 'Date'
        ? singleText(type).map((text) => JSON.stringify(text))
        : singleText(type).map((text) =>
            isJsonNumber(text) || text === 'true' || text === 'false' ? text : JSON.stringify(text),
          )
    case 'literals':
      return fc.constantFrom(
        ...type.values.map((value) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value))),
      )
    case 'list':
      return fc
        .array(jsonText(type.of, source, around), { maxLength: 4 })
        .map((elements) => `[${elements.join(',')}]`)
    case 'tuple':
      return fc
        .tuple(
          fc.tuple(...type.of.map((of) => jsonText(of, source, around))),
          type.rest === undefined
            ? fc.constant([])
            : fc.array(jsonText(type.rest, source, around), { maxLength: 2 }),
          tupleLength(type),
        )
        .map(([elements, rest, length]) =>
          length < type.of.length ? elements.slice(0, Math.max(length, 0)) : [...elements, ...rest],
        )
        .map((elements) => `[${elements.join(', ')}]`)
    case 'record':
      return fc
        .array(fc.tuple(recordKey(type), jsonText(type.of, source, around)), { maxLength: 3 })
        .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`)
    case 'nullable':
      return fc.oneof(
        { weight: 1, arbitrary: fc.constant('null') },
        { weight: 3, arbitrary: jsonText(type.of, source, around) },
      )
    case 'object':
      return nestedJson({ object: type, levels: 2 }, source)
    case 'byMember':
      return byMemberJson(type, source)
    case 'union':
      return fc.oneof(
        ...type.of.map((branch: ObjectModel) => nestedJson({ object: branch, levels: 2 }, source)),
      )
    case 'choice':
      return choiceJson(type.of, source)
    case 'lists':
      return listsJson(type.of, source, around)
    case 'anyOf':
      return fc.oneof(...type.of.map((one) => jsonText(one, source, around)))
    case 'bytes':
      return fc
        .uint8Array({ maxLength: 5 })
        .map((bytes) => Buffer.from(bytes).toString('base64'))
        .map((text) => JSON.stringify(hasBytes(source) ? `$bytes:${text}` : text))
    case 'class':
      return singleText(type).map((text) => JSON.stringify(text))
    case 'file':
      return fc.constant('null')
    case 'numeric':
      return fc
        .oneof(
          singleText({ kind: 'scalar', scalar: 'bigint' }),
          singleText({ kind: 'scalar', scalar: 'number' }),
          bigNumber,
        )
        .map((text) => (isJsonNumber(text) ? text : JSON.stringify(text)))
    case 'template':
      return singleText(type).map((text) => JSON.stringify(text))
    case 'unknown':
      return anyJson
  }
}

/** Mostly one of the objects, seldom with a discriminant of another. */
function byMemberJson({ of, members }: ByMemberModel, source: Source): Arb<string> {
  const objects = of.map((branch) => nestedJson({ object: branch, levels: 2 }, source))
  const others = members.filter((member) => member !== undefined)
  const mixed = fc
    .tuple(fc.oneof(...objects), fc.constantFrom(...others), fc.constantFrom('null', '1', '"x"', '{}'))
    .map(([text, member, value]) => {
      const isEmpty = /^\{\s*\}$/.test(text)
      return text.replace(/^\{/, `{${JSON.stringify(member)}:${value}${isEmpty ? '' : ','}`)
    })
  return fc.oneof({ weight: 5, arbitrary: fc.oneof(...objects) }, { weight: 1, arbitrary: mixed })
}

/** Mostly one of the objects, often preceded by members of another. */
function choiceJson(branches: readonly ObjectBranch[], source: Source): Arb<string> {
  const one = fc.oneof(
    ...branches.map((branch) =>
      branch.kind === 'object' ? nestedJson({ object: branch, levels: 2 }, source) : jsonText(branch, source),
    ),
  )
  const both = fc.tuple(one, one).map(joinedJson)
  return fc.oneof({ weight: 3, arbitrary: one }, { weight: 2, arbitrary: both })
}

/** Mostly one of the lists, sometimes preceded by elements of another. */
function listsJson(
  lists: readonly (ListModel | TupleModel)[],
  source: Source,
  around: Around | undefined,
): Arb<string> {
  const one = fc.oneof(...lists.map((list) => jsonText(list, source, around)))
  const both = fc.tuple(one, one).map(joinedJson)
  return fc.oneof({ weight: 5, arbitrary: one }, { weight: 1, arbitrary: both })
}

/** The text of an object or a list with the content of both; the first if their kinds differ. */
function joinedJson([first, second]: readonly [string, string]): string {
  const [open, close] = [first.at(0), first.at(-1)]
  const isAlike =
    open !== undefined && '{['.includes(open) && second.at(0) === open && second.at(-1) === close
  const inner = [first, second].map((text) => text.slice(1, -1)).filter((text) => text.trim() !== '')
  return isAlike ? `${open}${inner.join(',')}${close}` : first
}

/** Seldom too short. */
function tupleLength({ of, required = of.length }: TupleModel): Arb<number> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: required, max: of.length }) },
    { weight: 1, arbitrary: fc.constant(required - 1) },
  )
}

/** Whether the format has bytes and dates, which are encoded from marked texts. */
function hasBytes(source: Source): boolean {
  return source === 'msgpack' || source === 'cbor'
}

const date = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true })

function dateText(source: Source): Arb<string> {
  // CBOR dates are seconds as a float, which only some dates fit exactly.
  const whole = date.map((one) =>
    source === 'cbor' ? new Date(Math.floor(one.getTime() / 1000) * 1000) : one,
  )
  return fc
    .tuple(whole, fc.boolean())
    .map(([one, isText]) => JSON.stringify(`${isText ? '' : '$date:'}${one.toISOString()}`))
}

function isJsonNumber(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text)
}

const plainKey: Arb<string> = fc.constantFrom('a', 'b', '0', '', 'constructor', 'toString', 'a.b')

/** Keys that a record of numbers takes, and a few that it refuses. */
export function recordKey({ keys }: RecordModel): Arb<string> {
  if (keys === undefined) return keyText
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('0', '1', '2', '10', '255') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('-1', '256', '1.5', '-0.25', '1e+21', '1e-7', '9007199254740992'),
    },
    { weight: 1, arbitrary: fc.constantFrom('01', '1e3', '-0', ' 1', '0x1', '+1', 'NaN', '1'.repeat(30)) },
    { weight: 1, arbitrary: keyText },
  )
}

const keyText: Arb<string> = fc.oneof(
  fc.constantFrom('a', 'b', '0', '10', '2', '', '__proto__', 'constructor', 'toString', 'a.b', '[x]', 'é'),
  fc.string({ maxLength: 3 }),
)

const bigNumber = fc.constantFrom(
  '9007199254740992',
  '-9007199254740993',
  '1e19',
  '10000000000000001.0',
  '1e300',
)

/** Any JSON, seldom with a key that could set a prototype. */
const anyJson: Arb<string> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: fc.oneof(oddJson, bigNumber) },
    {
      weight: 2,
      arbitrary: fc.array(tie('value') as Arb<string>, { maxLength: 3 }).map((all) => `[${all.join(',')}]`),
    },
    {
      weight: 2,
      arbitrary: fc
        .array(
          fc.tuple(
            fc.oneof({ weight: 9, arbitrary: plainKey }, { weight: 1, arbitrary: keyText }),
            tie('value') as Arb<string>,
          ),
          { maxLength: 3 },
        )
        .map((all) => `{${all.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
    },
  ),
})).value as Arb<string>

function nestedJson(around: Around, source: Source): Arb<string> {
  const { object } = around
  const text = objectJson(memberFields(object, source), source, around)
  if (object.index === undefined) return text
  const others = fc.array(fc.tuple(keyText, jsonText(object.index, source)), { maxLength: 2 })
  return fc.tuple(text, others).map(([whole, some]) => {
    const more = some.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')
    if (more === '') return whole
    return /^\{\s*\}$/.test(whole) ? `{${more}}` : whole.replace(/^\{/, `{${more.replaceAll('$', '$$$$')},`)
  })
}

/** A JSON object for these fields: most of them, in any order, with unknown and duplicate keys among them. */
export function objectJson(fields: readonly BoundField[], source: Source, around?: Around): Arb<string> {
  const members = fields.map(({ field, key }) => {
    const member = jsonText(field.type, source, around).map((value) => `${JSON.stringify(key)}:${value}`)
    return fc.oneof(
      { weight: 40, arbitrary: member.map((one) => [one]) },
      { weight: field.optional ? 8 : 2, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: fc.array(member, { minLength: 2, maxLength: 2 }) },
    )
  })
  const unknown = fc.tuple(keyText, oddJson).map(([key, value]) => `${JSON.stringify(key)}:${value}`)
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.array(unknown, { maxLength: 2 }) },
  )
  return fc
    .tuple(fc.tuple(...members), extra, fc.nat(11), fc.constantFrom('', '', ' ', '\n\t'))
    .map(([some, others, turn, blank]) => {
      const all = [...some.flat(), ...others]
      const turned = turn > 8 ? all.reverse() : all
      return `{${blank}${turned.join(`${blank},${blank}`)}${blank}}`
    })
}

/** A JSON body: mostly valid, seldom truncated, changed or something else. */
export function bodyJson(body: Arb<string>): Arb<string> {
  return fc.oneof(
    { weight: 30, arbitrary: body },
    { weight: 1, arbitrary: oddJson },
    { weight: 1, arbitrary: brokenJson },
    { weight: 1, arbitrary: fc.tuple(body, fc.nat(40)).map(([text, at]) => text.slice(0, at)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          body,
          fc.nat(40),
          fc.constantFrom(',', '{', ']', '"', '\\', '0', '\u0000', '\ufeff', 'e', '-', ' '),
        )
        .map(([text, at, some]) => text.slice(0, at) + some + text.slice(at)),
    },
    { weight: 1, arbitrary: fc.nat(60).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`) },
  )
}
