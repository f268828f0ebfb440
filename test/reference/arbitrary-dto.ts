import fc from 'fast-check'
import { fieldsOf } from './arbitrary-fields.ts'
import { deepType, flatType, formType, nestedType, xmlType } from './arbitrary-type.ts'
import {
  bodyField,
  type DtoModel,
  type FieldModel,
  nonNull,
  type ObjectModel,
  type OrderWord,
  type Source,
  type TagModel,
  type TypeModel,
} from './model.ts'

type Arb<T> = fc.Arbitrary<T>

/** A type's demands on its source. */
type Need = 'flat' | 'nested' | 'deep' | 'files' | 'xml'

/** The sources of one DTO: on the interface, and on some properties. */
interface Profile {
  readonly need: Need
  readonly sources: readonly Source[]
  readonly own: readonly Source[]
}

const textSources: readonly Source[] = ['uri', 'query', 'header', 'cookie', 'form', 'respHeader']

const profiles: readonly { readonly weight: number; readonly arbitrary: Arb<Profile> }[] = [
  profile(5, 'nested', ['query'], ['query', 'json']),
  profile(3, 'nested', ['form'], ['form', 'query', 'header']),
  profile(3, 'nested', ['form', 'json'], ['form', 'json', 'query']),
  profile(5, 'deep', ['json'], ['json', 'query', 'header']),
  profile(2, 'flat', ['cookie'], ['cookie', 'query']),
  profile(2, 'flat', ['header'], ['header', 'respHeader']),
  profile(2, 'flat', ['uri'], ['uri', 'header']),
  profile(1, 'flat', ['respHeader'], ['respHeader']),
  profile(4, 'deep', [], ['uri', 'query', 'header', 'cookie', 'form', 'json']),
  profile(2, 'flat', ['uri', 'query', 'header', 'cookie', 'json'], ['query', 'json', 'form']),
  profile(3, 'files', ['form'], ['form']),
  profile(3, 'deep', ['msgpack'], ['msgpack', 'json']),
  profile(3, 'deep', ['cbor'], ['cbor', 'msgpack']),
  profile(3, 'xml', ['xml'], ['xml', 'json']),
  profile(1, 'xml', ['xml', 'json', 'form', 'msgpack', 'cbor'], ['xml', 'json', 'query']),
]

function profile(
  weight: number,
  need: Need,
  sources: readonly Source[],
  own: readonly Source[],
): { readonly weight: number; readonly arbitrary: Arb<Profile> } {
  return { weight, arbitrary: fc.constant({ need, sources, own }) }
}

const typesOf: Readonly<Record<Need, Arb<TypeModel>>> = {
  flat: flatType,
  nested: nestedType(2),
  deep: deepType(2),
  files: formType(),
  xml: xmlType(2),
}

const unknownArbitrary = fc.constantFrom(undefined, undefined, undefined, 'error' as const, 'drop' as const)

/** Aliases whose type is the whole body. */
const bodyArbitrary: Arb<DtoModel> = fc
  .record({
    type: deepType(2).filter(isBodyType),
    sources: fc.subarray<Source>(['json', 'msgpack', 'cbor'], { minLength: 1 }),
    isZero: fc.nat(3),
    unknown: unknownArbitrary,
  })
  .map(({ type, sources, isZero, unknown }) => ({
    name: 'D',
    sources,
    missing: isZero === 0 ? ('zero' as const) : ('error' as const),
    unknown,
    order: undefined,
    fields: [{ name: bodyField, optional: false, type, tags: [], default: undefined }],
    isBody: true,
  }))

/** No value of the type is a scalar. */
function isBodyType(type: TypeModel): boolean {
  if (type.kind === 'anyOf') return type.of.every((one) => one.kind === 'object' || isBodyType(one))
  return ['list', 'tuple', 'record', 'union', 'byMember', 'choice'].includes(type.kind)
}

const interfaceArbitrary: Arb<DtoModel> = fc.oneof(...profiles).chain((chosen) =>
  fc
    .record({
      fields: fieldsOf(typesOf[chosen.need], 6),
      picks: fc.array(fc.nat(1 << 20), { minLength: 6, maxLength: 6 }),
      isZero: fc.nat(3),
      unknown: unknownArbitrary,
      order: fc.option(
        fc.shuffledSubarray<OrderWord>(['uri', 'body', 'query', 'header', 'cookie'], { minLength: 1 }),
        {
          freq: 6,
        },
      ),
    })
    .map(({ fields, picks, isZero, unknown, order }) => ({
      name: 'D',
      sources: chosen.sources,
      missing: isZero === 0 ? ('zero' as const) : ('error' as const),
      unknown,
      order: order ?? undefined,
      fields: fields.map((field, i) => tagged(field, i, picks[i] ?? 0, chosen)),
    })),
)

/** Descriptions of DTOs that the generator must accept, with unique names; one in ten is a whole body. */
export function sampleDtos(count: number, seed: number): readonly DtoModel[] {
  const bodies = Math.floor(count / 10)
  const interfaces = fc.sample(interfaceArbitrary, { numRuns: count - bodies, seed })
  const all = [...interfaces, ...fc.sample(bodyArbitrary, { numRuns: bodies, seed })]
  return all.map((dto, i) => named(dto, `D${i}`))
}

/** Gives a field its required tags and some optional ones. */
function tagged(field: FieldModel, index: number, pick: number, { sources, own }: Profile): FieldModel {
  const wantsOwn = sources.length === 0 || pick % 4 === 0
  const candidates = wantsOwn ? own.filter((_, i) => (pick >> (i + 2)) & 1) : sources
  const chosen = candidates.length === 0 ? [own[pick % own.length] ?? 'json'] : candidates
  const tags = chosen.map((source, i) => tagFor(field, source, `${index}${i}`, pick >> (i + 4), wantsOwn))
  const isPlain = tags.every(
    ({ key, format, required }) => key === undefined && format === undefined && !required,
  )
  return { ...field, tags: isPlain && !wantsOwn ? [] : tags }
}

function tagFor(
  field: FieldModel,
  source: Source,
  unique: string,
  pick: number,
  wantsOwn: boolean,
): TagModel {
  const isText = textSources.includes(source)
  const format =
    isText && !fits(field.type, source) ? 'json' : listFormat(field.type, isText && wantsOwn, pick)
  const isNamed = wantsOwn && pick % 3 === 0
  const key = isNamed || !isName(field.name, source) ? keyFor(source, unique, pick) : undefined
  const required = wantsOwn && field.default === undefined && pick % 7 === 0
  return { source, key, required, format }
}

function keyFor(source: Source, unique: string, pick: number): string {
  const isToken = ['header', 'respHeader', 'cookie', 'xml'].includes(source)
  const forms = isToken
    ? [`X-Key-${unique}`, `k${unique}`]
    : [`k${unique}`, `a b${unique}`, `q,"${unique}`, `é${unique}`]
  return forms[(pick >> 3) % forms.length] ?? unique
}

function listFormat(type: TypeModel, canSplit: boolean, pick: number): TagModel['format'] {
  if (!canSplit || nonNull(type).kind !== 'list') return undefined
  const of = nonNull(type)
  const isSplit = of.kind === 'list' && isSingle(of.of)
  return isSplit ? (['csv', 'pipe', 'ssv', undefined, undefined] as const)[pick % 5] : undefined
}

/** Header names that differ only in case are the same, so only lower-case names are used unchanged. */
function isName(name: string, source: Source): boolean {
  if (source === 'header' || source === 'respHeader') return /^[a-z0-9_$-]+$/.test(name)
  if (source === 'xml') return /^[A-Za-z_][\w]*$/.test(name)
  if (source === 'cookie') return /^[A-Za-z0-9_$-]+$/.test(name)
  return true
}

/** Whether a text source has a notation for the type. */
function fits(type: TypeModel, source: Source): boolean {
  const of = nonNull(type)
  const nests = source === 'query' || source === 'form'
  switch (of.kind) {
    case 'scalar':
    case 'literals':
    case 'class':
    case 'template':
      return true
    case 'list': {
      const element = nonNull(of.of)
      if (element.kind === 'object') return nests && fitsMembers(element, source)
      if (element.kind === 'self') return nests
      if (element.kind === 'file') return source === 'form'
      return isSingle(element)
    }
    case 'tuple':
      return (
        of.required === undefined && [...of.of, ...(of.rest === undefined ? [] : [of.rest])].every(isSingle)
      )
    case 'record':
      return nests && isSingle(of.of)
    case 'object':
      return nests && fitsMembers(of, source)
    case 'self':
      return nests
    case 'file':
      return source === 'form'
    default:
      return false
  }
}

function isSingle(type: TypeModel): boolean {
  const { kind } = nonNull(type)
  return ['scalar', 'literals', 'class', 'template'].includes(kind)
}

function fitsMembers({ fields, index }: ObjectModel, source: Source): boolean {
  return index === undefined && fields.length > 0 && fields.every(({ type }) => fits(type, source))
}

/** The same DTO with unique names, so that many fit in one file. */
function named(dto: DtoModel, name: string): DtoModel {
  let count = 0
  const next = (): string => `${name}x${count++}`
  const rename = (type: TypeModel): TypeModel => {
    switch (type.kind) {
      case 'scalar':
        return type.brand === undefined ? type : { ...type, brand: next() }
      case 'literals':
        if (type.brand !== undefined) return { ...type, brand: next() }
        return type.enumName === undefined ? type : { ...type, enumName: next() }
      case 'class':
      case 'unknown':
        return { ...type, name: next() }
      case 'list':
        return { ...type, of: rename(type.of) }
      case 'record': {
        const of = rename(type.of)
        return type.keyBrand === undefined ? { ...type, of } : { ...type, of, keyBrand: next() }
      }
      case 'nullable':
        return { kind: 'nullable', of: rename(type.of) as typeof type.of }
      case 'tuple':
        return {
          ...type,
          of: type.of.map(rename),
          ...(type.rest === undefined ? {} : { rest: rename(type.rest) }),
        }
      case 'choice':
        return {
          kind: 'choice',
          of: type.of.map((one) => (one.kind === 'object' ? renameObject(one) : (rename(one) as typeof one))),
        }
      case 'lists':
        return { kind: 'lists', of: type.of.map((one) => rename(one) as typeof one) }
      case 'union':
      case 'byMember':
        return { ...type, of: type.of.map(renameObject) }
      case 'anyOf':
        return { kind: 'anyOf', of: type.of.map((one) => nonNull(rename(one))) }
      case 'object':
        return renameObject(type)
      default:
        return type
    }
  }
  const renameFields = (fields: readonly FieldModel[]): readonly FieldModel[] =>
    fields.map((field) => ({ ...field, type: rename(field.type) }))
  const renameObject = ({ fields, ...object }: ObjectModel): ObjectModel => {
    const own = next()
    return { ...object, name: own, fields: renameFields(fields) }
  }
  return { ...dto, name, fields: renameFields(dto.fields) }
}
