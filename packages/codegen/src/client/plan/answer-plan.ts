import { typeHoldsBigints } from '../../model/bound-fields.ts'
import type { BodyType, DtoModule } from '../../model/dto.ts'
import { sentFields } from '../../model/sent-fields.ts'
import type { Answer, AnswerBody, Operation } from '../../openapi/model/operation.ts'
import type { AnswerPlan, ContentPlan, Shape, ValuePlan } from './client-plan.ts'
import type { Place, ValuePlans } from './value-plans.ts'

/** The answers of an operation by status; those of any status (`default`) are errors without a type. */
export function planAnswers({ answers }: Operation, plans: ValuePlans): readonly AnswerPlan[] {
  const statuses = [...new Set(answers.flatMap(({ status }) => (status === 'default' ? [] : [status])))]
  return statuses
    .sort((a, b) => a - b)
    .map((status) => {
      const some = answers.filter((one) => one.status === status)
      const contents = some.flatMap((one) => contentsOf(one, plans))
      return { status, contents: joined(contents) }
    })
}

const redirects = [301, 302, 303, 307, 308]

function contentsOf({ status, media, body }: Answer, plans: ValuePlans): readonly ContentPlan[] {
  if (body === undefined || media === undefined) {
    const isRedirect = typeof status === 'number' && redirects.includes(status)
    return [{ media: undefined, kind: isRedirect ? 'redirect' : 'nothing', value: undefined }]
  }
  return [contentOf(media, body, plans)]
}

function contentOf(media: string, body: AnswerBody, plans: ValuePlans): ContentPlan {
  switch (body.kind) {
    case 'problem':
      return { media: 'application/problem+json', kind: 'problem', value: undefined }
    case 'events':
      return { media, kind: 'events', value: undefined }
    case 'eventsOf': {
      const { kind, value } = decoded('application/json', body, plans)
      return { media, kind: kind === 'exactJson' ? 'exactValues' : 'values', value }
    }
    case 'bytes':
      return { media, kind: 'file', value: undefined }
    case 'text':
      return isJson(media)
        ? { media, kind: 'json', value: { kind: 'leaf', codec: 'json', type: 'unknown' } }
        : { media, kind: 'text', value: undefined }
    case 'dto':
    case 'value':
      return decoded(media, body, plans)
  }
}

function isJson(media: string): boolean {
  return /^application\/(?:.+\+)?json$/.test(media)
}

/** The events of an operation that has no other success with a body. */
export function feedOf(answers: readonly AnswerPlan[]): ContentPlan | undefined {
  const successes = answers.filter(({ status }) => status < 400).flatMap(({ contents }) => contents)
  const [only, ...others] = successes.filter(({ kind }) => kind !== 'nothing')
  return others.length === 0 && (only?.kind === 'values' || only?.kind === 'exactValues') ? only : undefined
}

/** The value of a DTO or a type. */
type TypedBody = AnswerBody & { readonly kind: 'dto' | 'value' | 'eventsOf' }

function decoded(media: string, body: TypedBody, plans: ValuePlans): ContentPlan {
  const source = sourceOf(media)
  if (source === undefined) return { media, kind: 'text', value: undefined }
  const isExact = source === 'json' && holdsBigints(body)
  const { module } = body
  const place: Place = { module, role: 'answer', source, isExact, isZero: false, isSplitting: false }
  const value = body.kind === 'value' ? plans.whole(body.type, place) : dtoValue(body.name, place, plans)
  // A DTO is always in `<root>`.
  const isNamed = source === 'xml' && body.kind === 'value'
  return { media, kind: isExact ? 'exactJson' : isNamed ? 'namedXml' : source, value }
}

function sourceOf(media: string): 'json' | 'xml' | 'msgpack' | 'cbor' | undefined {
  if (isJson(media)) return 'json'
  const sources = {
    'application/xml': 'xml',
    'application/vnd.msgpack': 'msgpack',
    'application/cbor': 'cbor',
  } as const
  return media in sources ? sources[media as keyof typeof sources] : undefined
}

function holdsBigints(body: TypedBody): boolean {
  const { module } = body
  if (body.kind === 'value') return typeHoldsBigints(body.type, module)
  const dto = module.dtos.find(({ name }) => name === body.name)
  if (dto !== undefined)
    return sentFields(dto, 'json').some(({ field }) => typeHoldsBigints(field.type, module))
  const whole = bodyOf(module, body.name)
  return whole !== undefined && typeHoldsBigints(whole.value.type, module)
}

function bodyOf(module: DtoModule, name: string): BodyType | undefined {
  return module.bodies.find((one) => one.name === name)
}

function dtoValue(name: string, place: Place, plans: ValuePlans): ValuePlan {
  const dto = place.module.dtos.find((one) => one.name === name)
  if (dto !== undefined) return plans.sent(dto, place)
  const whole = bodyOf(place.module, name)
  if (whole === undefined) return { kind: 'leaf', codec: 'json', type: 'unknown' }
  return plans.whole(whole.value.type, place)
}

/** Values of one type of content are one union. */
function joined(contents: readonly ContentPlan[]): readonly ContentPlan[] {
  const byMedia = new Map<string, ContentPlan[]>()
  for (const one of contents) {
    const key = `${one.media} ${one.kind === 'exactJson' ? 'json' : one.kind}`
    byMedia.set(key, [...(byMedia.get(key) ?? []), one])
  }
  return [...byMedia.values()].flatMap((some) => {
    const [first] = some
    if (first === undefined) return []
    const values = distinct(some.flatMap(({ value }) => value ?? []))
    const [only, ...others] = values
    const value: ValuePlan | undefined = others.length === 0 ? only : { kind: 'either', of: values }
    const exact = some.find(({ kind }) => kind === 'exactJson')
    return [{ ...first, kind: exact?.kind ?? first.kind, value }]
  })
}

function distinct(values: readonly ValuePlan[]): readonly ValuePlan[] {
  const keyOf = (value: ValuePlan): unknown =>
    value.kind === 'shape' ? value.shape : JSON.stringify(value, withoutShapes)
  return [...new Map(values.map((one) => [keyOf(one), one])).values()]
}

/** Shapes may contain themselves; each has a number. */
function withoutShapes(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  const isShape = typeof value === 'object' && value !== null && 'members' in value && 'role' in value
  return isShape ? numberOf(value as Shape) : value
}

const numbers = new WeakMap<Shape, number>()
let count = 0

function numberOf(shape: Shape): number {
  const known = numbers.get(shape) ?? count++
  numbers.set(shape, known)
  return known
}
