import { bindingsOf, boundFields, readsIndex, typeHoldsBigints } from '../../model/bound-fields.ts'
import type { BodyType, DtoModule, Field, ObjectType } from '../../model/dto.ts'
import { emptyField, emptyModule } from '../../model/empty.ts'
import { type FieldType, nonNull } from '../../model/field-type.ts'
import { isBodySource, type Source } from '../../model/source.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { sourcesOf } from '../../openapi/document/operation-inputs.ts'
import type { PathForm } from '../../openapi/document/path-forms.ts'
import type { BinderUse, Operation, RawValue } from '../../openapi/model/operation.ts'
import type { AppSettings } from '../../openapi/read/read-service.ts'
import {
  type BodyFormat,
  type BodyPlan,
  type MemberPlan,
  type Shape,
  unnamedShape,
  type ValuePlan,
} from './client-plan.ts'
import type { Place, ValuePlans } from './value-plans.ts'

/** The properties that an operation takes, and their places. */
interface Inputs {
  /** All properties, in order. */
  readonly members: readonly MemberPlan[]
  readonly path: ReadonlyMap<string, MemberPlan>
  readonly query: readonly MemberPlan[]
  readonly header: readonly MemberPlan[]
  readonly cookie: readonly MemberPlan[]
  readonly body: BodyPlan | undefined
}

type Part = 'path' | 'query' | 'header' | 'cookie' | 'body'

const partOf: Readonly<Record<Source, Part | undefined>> = {
  uri: 'path',
  query: 'query',
  header: 'header',
  cookie: 'cookie',
  respHeader: undefined,
  form: 'body',
  json: 'body',
  xml: 'body',
  msgpack: 'body',
  cbor: 'body',
}

const sourceOfFormat: Readonly<Record<BodyFormat, Source>> = {
  json: 'json',
  urlencoded: 'form',
  multipart: 'form',
  xml: 'xml',
  msgpack: 'msgpack',
  cbor: 'cbor',
}

/** A request of these methods has no body in fetch. */
const bodiless = new Set(['GET', 'HEAD'])

export function planInputs(
  operation: Operation,
  form: PathForm,
  settings: AppSettings,
  formats: readonly BodyFormat[],
  plans: ValuePlans,
): Inputs {
  return new InputPlanner(operation, form, settings, formats, plans).plan()
}

/** Whether it is a header that a client of events sends by itself. */
function isLastEventId({ in: place, name }: RawValue): boolean {
  return place === 'header' && name.toLowerCase() === 'last-event-id'
}

class InputPlanner {
  readonly #operation: Operation
  readonly #form: PathForm
  readonly #settings: AppSettings
  readonly #formats: readonly BodyFormat[]
  readonly #plans: ValuePlans
  readonly #parts = new Map<Part, Map<string, MemberPlan>>()
  /** By property: the type's source text, so that equal properties are one. */
  readonly #properties = new Map<string, { readonly type: string; member: MemberPlan }>()
  #others: { readonly name: string; readonly value: ValuePlan } | undefined

  constructor(
    operation: Operation,
    form: PathForm,
    settings: AppSettings,
    formats: readonly BodyFormat[],
    plans: ValuePlans,
  ) {
    this.#operation = operation
    this.#form = form
    this.#settings = settings
    this.#formats = formats
    this.#plans = plans
  }

  plan(): Inputs {
    const format = this.#bodyFormat()
    for (const use of this.#operation.binders) {
      const dto = use.module.dtos.find(({ name }) => name === use.name)
      if (dto !== undefined) this.#addDto(use, dto, format)
    }
    const isFeed = this.#operation.answers.some(({ body }) => body?.kind === 'eventsOf')
    for (const raw of this.#operation.raw) {
      if (raw.kind === 'value' && !(isFeed && isLastEventId(raw))) this.#addRaw(raw)
    }
    for (const { name, names } of this.#form.params) {
      const isRead = names.some((one) => this.#part('path').has(one))
      if (!isRead) this.#addParam(name, names[0] ?? '')
    }
    const body = this.#body(format)
    return {
      members: [...this.#properties.values()].map(({ member }) => member),
      path: this.#part('path'),
      query: [...this.#part('query').values()],
      header: [...this.#part('header').values()],
      cookie: [...this.#part('cookie').values()],
      body,
    }
  }

  #part(part: Part): Map<string, MemberPlan> {
    const known = this.#parts.get(part) ?? new Map<string, MemberPlan>()
    this.#parts.set(part, known)
    return known
  }

  /** The preferred format of those that all binders of the body read. */
  #bodyFormat(): BodyFormat | undefined {
    if (bodiless.has(this.#operation.method)) return undefined
    const read = this.#operation.binders.flatMap((use) => {
      const some = bodySourcesOf(use, this.#settings)
      return some.length === 0 ? [] : [{ use, some }]
    })
    const raw = this.#operation.raw.some((one) => one.kind === 'value' && one.in === 'form')
    const isFile = this.#operation.raw.some((one) => one.kind === 'value' && one.type.kind === 'file')
    const hasFiles = isFile || read.some(({ use, some }) => some.includes('form') && takesFiles(use))
    const fits = (format: BodyFormat): boolean =>
      (read.length > 0 || raw) &&
      read.every(({ some }) => some.includes(sourceOfFormat[format])) &&
      (!raw || sourceOfFormat[format] === 'form') &&
      (!isFile || format === 'multipart')
    // A form alone carries files.
    if (hasFiles && fits('multipart')) return 'multipart'
    const [first] = read[0]?.some ?? []
    const usable = this.#formats.filter(fits)
    // A format may lack properties that another one has.
    const lost = usable.map((format) => this.#lostIn(sourceOfFormat[format]))
    const best = usable[lost.indexOf(Math.min(...lost))]
    return best ?? this.#formats.find((one) => sourceOfFormat[one] === first)
  }

  /** The number of properties that a format lacks, of those that binders read in bodies alone. */
  #lostIn(source: Source): number {
    return this.#operation.binders.reduce((sum, use) => {
      const dto = use.module.dtos.find(({ name }) => name === use.name)
      if (dto === undefined) return sum
      const placed = (one: Source): readonly Field[] =>
        boundFields(dto, one).flatMap(({ field, binding }) =>
          one === 'uri' && !this.#isParam(binding.key) ? [] : [field],
        )
      const beside = sourcesOf(use, dto).filter((one) => !isBodySource(one) || one === source)
      const sent = new Set(beside.flatMap(placed))
      const all = new Set(bodySourcesOf(use, this.#settings).flatMap(placed))
      return sum + [...all].filter((field) => !sent.has(field)).length
    }, 0)
  }

  #addDto(use: BinderUse, dto: ObjectType, format: BodyFormat | undefined): void {
    const sent = new Set<string>()
    const bodySource = format && sourceOfFormat[format]
    const order: readonly string[] = dto.order
    const rank = (source: Source): number => order.indexOf(isBodySource(source) ? 'body' : source)
    const sources = sourcesOf(use, dto).filter((one) => !isBodySource(one) || one === bodySource)
    for (const source of sources.toSorted((a, b) => rank(a) - rank(b))) {
      const part = partOf[source]
      if (part === undefined) continue
      const place = this.#place(use.module, dto, source)
      for (const bound of boundFields(dto, source)) {
        const { field, binding } = bound
        // Of several sources of a property, `all` takes the first that has it.
        if (use.source === 'all' && sent.has(field.name)) continue
        if (part === 'path' && !this.#isParam(binding.key)) continue
        const isAsked = use.source === 'all' && isAskedFor(dto, field, sources)
        const asked = isAsked ? { field, binding: { ...binding, required: true } } : bound
        const member = this.#plans.member(asked, place)
        if (member === undefined) continue
        sent.add(field.name)
        const isLoose = source === 'cookie' || (source === 'header' && isSetElsewhere(binding.key))
        const own = { ...member, isOptional: isLoose || member.isOptional }
        this.#add(part, own, typeText(field, use.module))
      }
      if (readsIndex(dto, source) && dto.index !== undefined && part === 'body')
        this.#others = { name: 'others', value: this.#plans.of(dto.index.type, place) }
    }
  }

  #place(
    module: DtoModule,
    dto: Pick<ObjectType, 'missing'> & { readonly fields?: readonly Field[] },
    source: Source,
  ): Place {
    const isExact = source === 'json' && (dto.fields ?? []).some(({ type }) => typeHoldsBigints(type, module))
    return {
      module,
      role: 'input',
      source,
      isExact,
      isZero: dto.missing === 'zero',
      isSplitting: this.#settings.isSplitting,
    }
  }

  #isParam(key: string): boolean {
    return this.#form.params.some(({ names }) => names.includes(key))
  }

  /** Two readers of one key get one value. */
  #add(part: Part, member: MemberPlan, type: string): void {
    const members = this.#part(part)
    const key = part === 'header' ? member.key.toLowerCase() : member.key
    const known = members.get(key)
    if (known !== undefined) {
      if (known.isOptional && !member.isOptional) this.#require(known, members, key)
      return
    }
    const isRequired = part === 'path' && member.value.kind !== 'never'
    const own = isRequired ? { ...member, isOptional: false } : member
    const named = { ...own, name: this.#nameFor(own.name, type, part) }
    const other = this.#properties.get(named.name)
    members.set(key, named)
    if (named.value.kind === 'never' && other !== undefined) return
    if (other === undefined || (other.member.isOptional && !named.isOptional))
      this.#properties.set(named.name, { type, member: named })
  }

  #require(known: MemberPlan, members: Map<string, MemberPlan>, key: string): void {
    const member = { ...known, isOptional: false }
    members.set(key, member)
    const property = this.#properties.get(known.name)
    if (property !== undefined) property.member = member
  }

  /** Properties of one name and of different types go by their place: `queryId`. */
  #nameFor(name: string, type: string, part: Part): string {
    const known = this.#properties.get(name)
    if (known === undefined || known.type === type) return name
    let free = `${part}${name.charAt(0).toUpperCase()}${name.slice(1)}`
    while (this.#properties.has(free) && this.#properties.get(free)?.type !== type) free += '$'
    return free
  }

  #addRaw(raw: RawValue): void {
    const part = raw.in === 'form' ? 'body' : raw.in
    const source = { path: 'uri', query: 'query', header: 'header', cookie: 'cookie', form: 'form' }[raw.in]
    if (part === 'path' && !this.#isParam(raw.name)) return
    // A wildcard has a name of its own.
    const param =
      part === 'path' ? this.#form.params.find(({ names }) => names.includes(raw.name)) : undefined
    const member = this.#rawMember(param?.name ?? raw.name, raw.type, source as Source, raw.span)
    const { isRequired = false, description = '' } = raw
    const isOptional = member.isOptional && !isRequired
    this.#add(part, { ...member, isOptional, description, key: raw.name }, raw.type.kind)
  }

  #addParam(name: string, key: string): void {
    const type = { kind: 'scalar', scalar: 'string' } as const
    const member = this.#rawMember(name, type, 'uri', this.#operation.span)
    this.#add('path', { ...member, key, isOptional: false }, 'scalar')
  }

  /** `X-Request-Id` is the property `xRequestId`. */
  #rawMember(key: string, type: FieldType, source: Source, span: SourceSpan): MemberPlan {
    const field: Field = { ...emptyField, name: propertyName(key), type, optional: true, span }
    const binding = { source, key, excluded: false, required: false, format: undefined, span }
    const place = this.#place(emptyModule, { missing: 'error' }, source)
    const member = this.#plans.member({ field, binding }, place)
    if (member === undefined) throw new Error(`${key} is never there`)
    return member
  }

  #body(format: BodyFormat | undefined): BodyPlan | undefined {
    if (bodiless.has(this.#operation.method)) return undefined
    for (const use of this.#operation.binders) {
      const body = use.module.bodies.find(({ name }) => name === use.name)
      const own =
        body && this.#formats.find((one) => bodySourcesOf(use, this.#settings).includes(sourceOfFormat[one]))
      if (body !== undefined && own !== undefined) return this.#wholeBody(use.module, body, own)
    }
    const raw = this.#operation.raw.find((one) => one.kind === 'body')
    const members = [...this.#part('body').values()]
    if (format !== undefined) {
      const shape = unnamedShape(members)
      const value: ValuePlan = { kind: 'shape', shape }
      if (this.#others !== undefined) this.#addOthers(shape, this.#others.value)
      const isExact = format === 'json' && this.#isExact()
      return { kind: 'value', format, isExact, value, property: undefined }
    }
    if (raw === undefined) return undefined
    const property = this.#wholeProperty()
    const isJson = raw.media === 'application/json'
    const value: ValuePlan = { kind: 'leaf', codec: 'json', type: isJson ? 'unknown' : rawType(raw.media) }
    this.#properties.set(property, {
      type: raw.media,
      member: {
        name: property,
        key: property,
        value,
        isOptional: !isJson,
        description: '',
        isDeprecated: false,
      },
    })
    if (isJson) return { kind: 'value', format: 'json', isExact: false, value, property }
    return { kind: 'raw', media: raw.media, property }
  }

  #isExact(): boolean {
    return this.#operation.binders.some(({ module, name }) =>
      module.dtos.some((dto) => dto.name === name && this.#place(module, dto, 'json').isExact),
    )
  }

  #wholeBody(module: DtoModule, { value, missing }: BodyType, format: BodyFormat): BodyPlan {
    const property = this.#wholeProperty()
    const isExact = format === 'json' && typeHoldsBigints(value.type, module)
    const place = { ...this.#place(module, { missing }, sourceOfFormat[format]), isExact }
    const plan = this.#plans.of(value.type, place)
    const { description } = value
    const member = {
      name: property,
      key: property,
      value: plan,
      isOptional: false,
      description,
      isDeprecated: false,
    }
    this.#properties.set(property, { type: '', member })
    return { kind: 'value', format, isExact, value: plan, property }
  }

  #wholeProperty(): string {
    let name = 'body'
    while (this.#properties.has(name)) name += '$'
    return name
  }

  /** Undeclared members of a body are in a property of their own. */
  #addOthers(shape: Shape, of: ValuePlan): void {
    let name = 'others'
    while (this.#properties.has(name)) name += '$'
    shape.rest = of
    const value: ValuePlan = { kind: 'record', of }
    const description = 'Further members of the body.'
    this.#properties.set(name, {
      type: '',
      member: { name, key: name, value, isOptional: true, description, isDeprecated: false },
    })
    shape.others = name
  }
}

/** Whether one source requires the property; of formats alone, the one that is sent. */
function isAskedFor(dto: ObjectType, field: Field, sent: readonly Source[]): boolean {
  const all = bindingsOf(dto, field)
  const isOfBodies = all.every(({ source }) => isBodySource(source))
  const asking = all.filter(({ source, required }) => required && (!isOfBodies || sent.includes(source)))
  return field.default === undefined && asking.length > 0
}

/** The formats in which a binder reads a body, of those that the app has set up. */
function bodySourcesOf(use: BinderUse, { codecs }: AppSettings): readonly Source[] {
  const dto = use.module.dtos.find(({ name }) => name === use.name)
  const body = use.module.bodies.find(({ name }) => name === use.name)
  const all =
    dto !== undefined ? sourcesOf(use, dto) : (body?.value.bindings ?? []).map(({ source }) => source)
  const isAny = use.source === 'body' || use.source === 'all'
  return all
    .filter((one) => isBodySource(one) && (isAny || one === use.source))
    .filter((one) => (one !== 'msgpack' || codecs.msgPack) && (one !== 'cbor' || codecs.cbor))
}

function takesFiles({ module, name }: BinderUse): boolean {
  const dto = module.dtos.find((one) => one.name === name)
  return dto !== undefined && boundFields(dto, 'form').some(({ field }) => isFileType(field.type))
}

function isFileType(type: FieldType): boolean {
  const target = nonNull(type)
  return target.kind === 'file' || (target.kind === 'list' && isFileType(target.element))
}

/** Headers that the settings of the client give. */
function isSetElsewhere(name: string): boolean {
  return ['authorization', 'accept', 'content-type', 'cookie'].includes(name.toLowerCase())
}

function typeText({ type }: Field, module: DtoModule): string {
  const names = JSON.stringify(type, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return /"(?:object|name)":/.test(names) ? `${module.path} ${names}` : names
}

function rawType(media: string): string {
  if (media === 'multipart/form-data') return 'FormData'
  return 'string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>'
}

function propertyName(key: string): string {
  const words = key.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== '')
  const [first = 'value', ...rest] = words
  const name = [
    first.charAt(0).toLowerCase() + first.slice(1),
    ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join('')
  return /^\d/.test(name) ? `_${name}` : name
}
