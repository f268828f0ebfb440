import { integerRange, integerType, maxFloat32 } from '@ctxgen/core/number-range'
import { ruleExample } from '@ctxgen/core/rules/rule-example'
import { literal, templateType } from '../../emit/text/literal.ts'
import { type BoundField, memberFields, typeHoldsBigints } from '../../model/bound-fields.ts'
import { byKind } from '../../model/by-kind.ts'
import {
  type DefaultValue,
  type DtoModule,
  type Field,
  mayBeUndefined,
  type ObjectType,
} from '../../model/dto.ts'
import {
  type FieldType,
  isNothing,
  isObjectLike,
  isOnlyNull,
  type LiteralUnion,
  nonNull,
  type ScalarName,
} from '../../model/field-type.ts'
import { sentFields, sentMembers } from '../../model/sent-fields.ts'
import { isDecoded, isTextSource, type Source } from '../../model/source.ts'
import type { LeafName, MemberPlan, Role, Shape, ValuePlan, WrapName } from './client-plan.ts'

/** Where a value stands: what is true of all values around it. */
export interface Place {
  readonly module: DtoModule
  readonly role: Role
  readonly source: Source
  /** Whether integers of the body are exact, so that plain numbers must be rounded. */
  readonly isExact: boolean
  /** Whether absent properties become zero values. */
  readonly isZero: boolean
  /** Whether the app splits texts at commas. */
  readonly isSplitting: boolean
}

/** Makes plans of types; each object type has one shape for each place. */
export class ValuePlans {
  readonly #shapes = new Map<string, Shape>()
  readonly #modules = new Map<DtoModule, number>()

  readonly of: (type: FieldType, place: Place) => ValuePlan = byKind({
    scalar: ({ scalar }, place) => inRange(ofMarkup(scalarPlan(scalar, place), place), scalar, place),
    literals: ({ values }, place) => ofMarkup(withCharacters({ kind: 'oneOf', values }, place), place),
    template: (type, place) => withCharacters(templatePlan(type), place),
    nullable: ({ of }, place) => this.#nullable(of, place),
    list: (type, place) => ({ kind: 'list', of: this.#element(type, place) }),
    tuple: ({ elements, required, rest }, place) => ({
      kind: 'tuple',
      of: elements.map((one) => this.whole(one, place)),
      required,
      rest: rest && this.whole(rest, place),
    }),
    record: ({ keys, value }, place) => {
      const of = this.#named(value, place)
      const plan: ValuePlan = { kind: 'record', of, ...(keys !== undefined && { keys: keyPlan(keys) }) }
      return isText(place.source)
        ? wrapped('bracketed', plan)
        : isMarkup(place)
          ? wrapped('element', plan)
          : plan
    },
    object: ({ name }, place) => this.#object(name, place),
    union: (type, place) =>
      type.tag === 'literal' && !isMarkup(place)
        ? this.#byLiteral(type, place)
        : { kind: 'either', of: type.branches.map((branch) => this.of(branch.type, place)) },
    recursive: ({ name }, place) => this.#recursive(name, place),
    class: (_, place) => (place.role === 'input' ? shownPlan(place) : leaf('text', 'string')),
    bytes: (_, { source }) => leaf(isBinary(source) ? 'bytes' : 'base64', 'Uint8Array'),
    file: { kind: 'leaf', codec: 'file', type: 'Blob', part: 'Upload' },
    unknown: ({ isObject }, place) => {
      const codec = isMarkup(place) ? 'untyped' : place.isExact ? 'roundedJson' : 'json'
      return leaf(codec, isObject ? 'object' : 'unknown')
    },
  })

  #byLiteral({ member, branches }: LiteralUnion, place: Place): ValuePlan {
    const of = branches.map(({ values, type }) => ({ values, value: this.of(type, place) }))
    const keys = new Set(branches.map(({ type }) => keyOf(objectOf(type.name, place), member, place)))
    const [key] = keys
    if (keys.size > 1 || key === undefined) return { kind: 'either', of: of.map(({ value }) => value) }
    return { kind: 'union', member, key, branches: of }
  }

  /** Texts and XML have no null. */
  #nullable(of: FieldType, place: Place): ValuePlan {
    if (isOnlyNull(of)) return { kind: 'oneOf', values: [] }
    const plan = this.of(of, place)
    const hasNull = isDecoded(place.source) || place.role === 'answer'
    return hasNull ? { kind: 'nullable', of: plan } : plan
  }

  /** A value of its own: a body, or an element of a list. */
  whole(type: FieldType, place: Place): ValuePlan {
    const plan = this.of(type, place)
    return isMarkup(place) && holdsLists(type) === 'always' ? wrapped('items', plan) : plan
  }

  /** The value of a name, which XML has an element for, or several for a list. */
  #named(type: FieldType, place: Place): ValuePlan {
    const plan = this.of(type, place)
    if (!isMarkup(place)) return plan
    const lists = holdsLists(type)
    const own = wrapped(lists === 'always' ? 'repeated' : lists === 'never' ? 'lone' : 'someOf', plan)
    return type.kind === 'nullable' ? wrapped('absentAsNull', own) : own
  }

  /** JSON has null for an element that is undefined. */
  #element({ element, hasHoles }: FieldType & { kind: 'list' }, place: Place): ValuePlan {
    const of = this.whole(element, place)
    const isHollow = hasHoles === true && place.role === 'answer' && of.kind !== 'nullable'
    return isHollow
      ? { kind: 'nullable', of }
      : isText(place.source) && of.kind === 'shape'
        ? wrapped('filled', of)
        : of
  }

  #object(name: string, place: Place): ValuePlan {
    const object = objectOf(name, place)
    if (object === undefined) throw new Error(`no type ${name}`)
    const key = `${this.#keyOf(place)} ${name}`
    const known = this.#shapes.get(key)
    if (known !== undefined) return asElement(known, place)
    const shape = emptyShape(object, place)
    this.#shapes.set(key, shape)
    const inside = { ...place, isZero: place.isZero || object.missing === 'zero' }
    const fields =
      place.role === 'input' ? memberFields(object, place.source) : sentMembers(object, formatOf(place))
    shape.members = fields.flatMap((one) => this.member(one, inside) ?? [])
    shape.rest = object.index && this.#named(object.index.type, inside)
    return asElement(shape, place)
  }

  /** A DTO as it is sent, without the properties that are bound from headers alone. */
  sent(dto: ObjectType, place: Place): ValuePlan {
    const key = `${this.#keyOf(place)} sent ${dto.name}`
    const known = this.#shapes.get(key)
    if (known !== undefined) return asElement(known, place)
    const shape = emptyShape(dto, place)
    this.#shapes.set(key, shape)
    shape.members = sentFields(dto, formatOf(place)).flatMap((one) => this.member(one, place) ?? [])
    shape.rest = dto.index && this.#named(dto.index.type, place)
    return asElement(shape, place)
  }

  #recursive(name: string, place: Place): ValuePlan {
    const key = `${this.#keyOf(place)} recursive ${name}`
    const known = this.#shapes.get(key)
    if (known !== undefined) return { kind: 'shape', shape: known }
    const shape = emptyShape({ name, description: '' }, place)
    this.#shapes.set(key, shape)
    const of = place.module.recursive.find((one) => one.name === name)?.of
    shape.alias = of && this.of(of, place)
    return { kind: 'shape', shape }
  }

  #keyOf({ module, role, source, isExact, isZero, isSplitting }: Place): string {
    const number = this.#modules.get(module) ?? this.#modules.size
    this.#modules.set(module, number)
    return `${number} ${role} ${source} ${isExact} ${isZero} ${isSplitting}`
  }

  /** A property as the client sends or reads it; `undefined` for one that is never there. */
  member(bound: BoundField, place: Place): MemberPlan | undefined {
    const { field, binding } = bound
    const about = {
      name: field.name,
      key: binding.key,
      isDeprecated: isDeprecated(field),
      example: exampleOf(field),
    }
    if (isNothing(field.type))
      return { ...about, value: { kind: 'never' }, isOptional: true, description: '' }
    if (place.role === 'answer')
      return {
        ...about,
        value: this.#named(field.type, place),
        isOptional: mayBeUndefined(field),
        description: field.description,
      }
    return {
      ...about,
      value: this.#sent(bound, place),
      isOptional: isOptional(bound, place),
      description: described(field),
    }
  }

  /** A property of a request, in the format of its tag. */
  #sent(bound: BoundField, place: Place): ValuePlan {
    const plan = this.#inFormat(bound, place)
    return place.source === 'xml' && !isXmlName(bound.binding.key) ? wrapped('unnamed', plan) : plan
  }

  #inFormat({ field, binding }: BoundField, place: Place): ValuePlan {
    const { source } = place
    const { format } = binding
    if (format === 'json') {
      const isExact = typeHoldsBigints(field.type, place.module)
      const inside = { ...place, source: 'json' as const, isExact: false }
      return inText({ kind: 'wrapped', by: 'inJson', of: this.of(field.type, inside), isExact }, place)
    }
    const plan = this.of(isText(source) ? nonNull(field.type) : field.type, place)
    const type = nonNull(field.type)
    const { kind } = type
    if (kind !== 'list' && kind !== 'tuple') {
      const isOpen = isText(source) && isObjectLike(type)
      return inText(isOpen ? wrapped('filled', plan) : plan, place)
    }
    if (isDecoded(source)) return plan
    const isEmptyLost = kind === 'list' && !mayBeLeftOut({ field, binding }, place)
    const whole = isEmptyLost ? wrapped('filled', plan) : plan
    return inText(this.#listText(whole, format, place), place)
  }

  /** A list as one text, where it is one. */
  #listText(
    plan: ValuePlan,
    format: 'csv' | 'pipe' | 'ssv' | undefined,
    { source, isSplitting }: Place,
  ): ValuePlan {
    const joined = (separator: string, of: ValuePlan): ValuePlan => ({
      kind: 'wrapped',
      by: 'joined',
      of,
      separator,
    })
    const separator = format && { csv: ',', pipe: '|', ssv: ' ' }[format]
    if (source === 'header') return joined(separator ?? ',', wrapped('trimmed', plan))
    if (separator !== undefined) return joined(separator, plan)
    if (source === 'xml') return plan
    if (isSplitting) return source === 'uri' ? joined(',', plan) : wrapped('uncut', plan)
    return source === 'uri' ? wrapped('single', plan) : plan
  }
}

function emptyShape(
  { name, description }: Pick<ObjectType, 'name' | 'description'>,
  { role, source }: Place,
): Shape {
  const word =
    { form: 'Form', query: 'Query', xml: 'Xml', msgpack: 'MsgPack', cbor: 'Cbor' }[source as string] ?? ''
  return { name, role, word, description, members: [], rest: undefined, others: undefined, alias: undefined }
}

function objectOf(name: string, { module }: Place): ObjectType | undefined {
  return [...module.objects, ...module.dtos].find((one) => one.name === name)
}

function keyOf(object: ObjectType | undefined, member: string, place: Place): string | undefined {
  if (object === undefined) return undefined
  const fields =
    place.role === 'input' ? memberFields(object, place.source) : sentMembers(object, formatOf(place))
  return fields.find(({ field }) => field.name === member)?.binding.key
}

function formatOf({ source }: Place): 'json' | 'xml' | 'msgpack' | 'cbor' {
  return source === 'xml' || source === 'msgpack' || source === 'cbor' ? source : 'json'
}

function leaf(codec: LeafName, type: string): ValuePlan {
  return { kind: 'leaf', codec, type }
}

function wrapped(by: WrapName, of: ValuePlan): ValuePlan {
  return { kind: 'wrapped', by, of }
}

function scalarPlan(scalar: ScalarName, place: Place): ValuePlan {
  const number = (codec: LeafName): ValuePlan =>
    place.isExact ? wrapped('rounded', leaf(codec, 'number')) : leaf(codec, 'number')
  switch (scalar) {
    case 'string':
      return withCharacters(leaf('text', 'string'), place)
    case 'boolean':
      return leaf('flag', 'boolean')
    case 'float32':
    case 'float64':
      return number('float')
    case 'Date':
      return leaf('date', 'Date')
    case 'number | bigint':
      return ofPlace(leaf('numeric', 'number | bigint'), place)
    case 'bigint':
      return ofPlace(leaf('bigint', 'bigint'), place)
    case 'int64':
    case 'uint64':
      return leaf('bigint', 'bigint')
    case 'undefined':
      return { kind: 'never' }
    default:
      return number('int')
  }
}

/** Keys that are numbers of a type, which distinguish the objects of a union. */
function keyPlan(scalar: ScalarName): ValuePlan {
  const isWhole = integerType(scalar) !== undefined
  return inRange(leaf(isWhole ? 'int' : 'float', 'number'), scalar, { role: 'answer' })
}

/** A number of an answer in the range of its type. */
function inRange(plan: ValuePlan, scalar: ScalarName, { role }: Pick<Place, 'role'>): ValuePlan {
  const range = role === 'answer' ? rangeOf(scalar) : undefined
  return range === undefined ? plan : { kind: 'wrapped', by: 'ranged', of: plan, range }
}

function rangeOf(scalar: ScalarName): readonly [min: string, max: string] | undefined {
  if (scalar === 'float32') return [`-${maxFloat32}`, `${maxFloat32}`]
  const type = integerType(scalar)
  if (type === undefined || scalar === 'int') return undefined
  const { bits, isUnsigned } = type
  if (bits === 64) return isUnsigned ? ['0n', '2n ** 64n - 1n'] : ['-(2n ** 63n)', '2n ** 63n - 1n']
  const [min, end] = integerRange(bits, isUnsigned)
  return [`${min}`, `${end - 1}`]
}

/** A class; an empty text of one is absent in texts and XML. */
function shownPlan(place: Place): ValuePlan {
  const plan = withCharacters({ kind: 'leaf', codec: 'shown', type: 'string', part: 'TextObject' }, place)
  return isDecoded(place.source) ? plan : wrapped('nonEmpty', plan)
}

/** A bigint in the bits that its source can hold. */
function ofPlace(plan: ValuePlan, { source }: Place): ValuePlan {
  return source === 'msgpack' ? wrapped('in64Bits', plan) : plan
}

/** Text in the characters that its source can hold. */
function withCharacters(plan: ValuePlan, { source, role }: Place): ValuePlan {
  if (role === 'answer') return plan
  if (source === 'xml') return wrapped('xmlText', plan)
  return source === 'cookie' ? wrapped('cookieText', plan) : plan
}

function inText(plan: ValuePlan, { source }: Place): ValuePlan {
  return source === 'header' ? wrapped('headerText', plan) : plan
}

function templatePlan({ forms, pattern }: FieldType & { kind: 'template' }): ValuePlan {
  const form = new RegExp(pattern)
  const sample = forms
    .flatMap(({ texts, holes }) =>
      // A placeholder ends at the text after it, which may be a digit.
      ['1', '2', '12'].map((one) =>
        texts.map((text, i) => text + (holes[i] === undefined ? '' : one)).join(''),
      ),
    )
    .find((one) => form.test(one))
  return {
    kind: 'leaf',
    codec: 'text',
    type: forms.map((one) => templateType(one)).join(' | '),
    pattern,
    ...(sample === undefined ? {} : { sample: literal(sample) }),
  }
}

/** Whether texts and elements stand for values. */
function isMarkup({ source, role }: Place): boolean {
  return source === 'xml' && role === 'answer'
}

/** A value that XML has a text for. */
function ofMarkup(plan: ValuePlan, place: Place): ValuePlan {
  const isSame =
    plan.kind === 'leaf'
      ? plan.type === 'string' || plan.type === 'Date'
      : plan.kind !== 'oneOf' || plan.values.every((one) => typeof one === 'string')
  return isMarkup(place) && !isSame ? wrapped('ofText', plan) : plan
}

function asElement(shape: Shape, place: Place): ValuePlan {
  const plan: ValuePlan = { kind: 'shape', shape }
  return isMarkup(place) ? wrapped('element', plan) : plan
}

/** Whether values of a type are lists. */
function holdsLists(type: FieldType): 'always' | 'never' | 'maybe' {
  const own = nonNull(type)
  if (own.kind === 'list' || own.kind === 'tuple') return 'always'
  if (own.kind === 'recursive' || own.kind === 'unknown') return 'maybe'
  if (own.kind !== 'union') return 'never'
  const kinds = new Set(own.branches.map((one) => holdsLists(one.type)))
  const [only] = kinds
  return kinds.size === 1 && only !== undefined ? only : 'maybe'
}

/** A name of an element, in the characters that most parsers take. */
function isXmlName(key: string): boolean {
  return /^[A-Za-z_\u0080-\ud7ff\ue000-\uffff][-.\w\u0080-\ud7ff\ue000-\uffff]*$/.test(key)
}

function isText(source: Source): boolean {
  return isTextSource(source)
}

function isBinary(source: Source): boolean {
  return source === 'msgpack' || source === 'cbor'
}

/** Whether a request may lack the property. */
function isOptional(bound: BoundField, place: Place): boolean {
  const { field, binding } = bound
  if (field.default !== undefined) return true
  if (binding.required) return false
  return field.optional || place.isZero || mayBeLeftOut(bound, place)
}

/** An absent list is empty in texts and XML, which have no other form for it. */
function mayBeLeftOut({ field, binding }: BoundField, { source }: Place): boolean {
  const isAsked = field.optional || binding.required || field.default !== undefined
  return !isAsked && !isDecoded(source) && binding.format !== 'json' && nonNull(field.type).kind === 'list'
}

/** The example of the first rule with one. */
function exampleOf({ type, rules }: Field): string | undefined {
  const ofText = nonNull(type).kind === 'list' ? rules?.elements : rules
  const examples = (ofText?.steps ?? []).map((step) =>
    step.kind === 'rule' ? ruleExample(step.rule.name, step.rule.param) : undefined,
  )
  return examples.find((one) => one !== undefined)
}

function isDeprecated({ notes = [] }: Field): boolean {
  return notes.some(([keyword]) => keyword === 'deprecated')
}

function described({ description, default: value }: Field): string {
  if (value === undefined) return description
  const text = `Default: ${defaultText(value)}.`
  return description === '' ? text : `${description}${/[.!?]$/.test(description) ? '' : '.'} ${text}`
}

function defaultText(value: DefaultValue): string {
  const shown = (one: unknown): string =>
    one instanceof Date ? one.toISOString() : typeof one === 'string' ? JSON.stringify(one) : String(one)
  return value.kind === 'one' ? shown(value.value) : `[${value.values.map(shown).join(', ')}]`
}
