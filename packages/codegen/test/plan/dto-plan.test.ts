import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ModuleTypes } from '../../src/model/module-types.ts'
import { type DtoPlan, planDto } from '../../src/plan/dto-plan.ts'
import { planNested } from '../../src/plan/source-plan.ts'
import { parsedModule } from '../support/parsed-module.ts'

async function planned(source: string): Promise<DtoPlan> {
  const module = await parsedModule(source)
  const [dto] = module.dtos
  if (dto === undefined) throw new Error('no DTO')
  return structuredClone(planDto(dto, new ModuleTypes(module)))
}

/** The binders of a plan, with the names of their properties. */
function bindersOf({ binders }: DtoPlan): readonly unknown[] {
  return binders.map(({ name, member, fields, reads }) => [
    name,
    member,
    fields.map((one) => one.name),
    reads,
  ])
}

test('a DTO of several sources has a binder for each, for its body and for all', async () => {
  const plan = await planned(`
    export interface Search {
      /** @uri */
      id: int
      /** @query @default 1 */
      page: int
      /** @json @form */
      filter?: string
      /** @form */
      tags: string[]
      /** @query @json */
      note?: string
    }`)
  assert.equal(bindersOf(plan), [
    ['bindUriSearch', 'uri', ['id'], 'uri'],
    ['bindQuerySearch', 'query', ['page', 'note'], 'query'],
    ['bindFormSearch', 'form', ['filter', 'tags'], 'form'],
    ['bindJsonSearch', 'json', ['filter', 'note'], 'json'],
    ['bindBodySearch', 'body', ['filter', 'tags', 'note'], 'body'],
    ['bindAllSearch', 'all', ['id', 'page', 'filter', 'tags', 'note'], 'all'],
  ])
  const { body, all, hasTexts, hasRules } = plan
  assert.equal(
    body?.formats.map(({ format, others }) => [format, others.map(({ name }) => name)]),
    [
      ['form', ['note']],
      ['json', ['tags']],
    ],
  )
  assert.equal([body?.isAlike, body?.optional], [false, []])
  assert.equal(
    [all.sources, all.only, all.order, all.shared],
    [['uri', 'body', 'query'], undefined, undefined, ['note']],
  )
  assert.equal(
    all.members.map(({ field, parts, fallback, mayBeAbsent }) => [field.name, parts, fallback, mayBeAbsent]),
    [
      ['id', ['uri'], { kind: 'issue', below: [] }, false],
      [
        'page',
        ['query'],
        { kind: 'value', value: { kind: 'default', value: { kind: 'one', value: 1 } } },
        false,
      ],
      ['filter', ['body'], { kind: 'nothing' }, true],
      ['tags', ['body'], { kind: 'value', value: { kind: 'emptyList' } }, false],
      ['note', ['body', 'query'], { kind: 'nothing' }, true],
    ],
  )
  assert.equal([hasTexts, hasRules], [true, false])
})

/** How each source is read: the source of its reader, keys with fallbacks, undeclared keys. */
function sourcesOf({ sources }: DtoPlan): readonly unknown[] {
  return [...sources].map(([source, plan]) => [
    source,
    plan.source,
    plan.zero,
    plan.fields.map(({ binding, fallback, isListAsked }) => [binding.key, fallback.kind, isListAsked]),
    plan.absent,
    plan.index?.type.kind,
  ])
}

test('each source has the keys of its properties and their fallbacks, and formats like JSON are read as JSON', async () => {
  const plan = await planned(`
    /** @json @msgpack @cbor */
    export interface Order {
      /** @json order_no @msgpack order_no @cbor no @form order_no */
      id: int
      tags: string[]
      /** @default 'none' @form */
      note?: string
      [key: string]: unknown
    }`)
  const decoded = [
    ['order_no', 'issue', false],
    ['tags', 'issue', true],
  ]
  const form = [
    ['order_no', 'issue', false],
    ['note', 'value', false],
  ]
  assert.equal(sourcesOf(plan), [
    ['form', 'form', false, form, [], undefined],
    ['json', 'json', false, decoded, [], 'unknown'],
    ['msgpack', 'json', false, decoded, [], 'unknown'],
    ['cbor', 'cbor', false, [['no', 'issue', false], decoded[1]], [], 'unknown'],
  ])
  assert.equal(
    plan.body?.formats.map(({ format, missed }) => [
      format,
      missed.map(({ field, key, fallback }) => [field.name, key, fallback.kind]),
    ]),
    [
      ['form', [['tags', 'tags', 'issue']]],
      ['json', [['note', 'note', 'value']]],
      ['msgpack', [['note', 'note', 'value']]],
      ['cbor', [['note', 'note', 'value']]],
    ],
  )
})

test('a nested object lacks what its source leaves out, and has the values of those', async () => {
  const module = await parsedModule(`
    interface Inner { /** @json - @default 3 */ secret: int; /** @json @default 2 */ open: int; note: string }
    /** @json @missing zero */
    export interface Outer { inner: Inner }`)
  const types = new ModuleTypes(module)
  const { fields, absent, zero } = planNested(types.object('Inner'), 'json', true, types)
  const one = (value: number): unknown => ({
    kind: 'value',
    value: { kind: 'default', value: { kind: 'one', value } },
  })
  assert.equal(
    fields.map(({ binding, fallback }) => [binding.key, fallback]),
    [
      ['open', one(2)],
      ['note', { kind: 'value', value: { kind: 'zero', source: 'json' } }],
    ],
  )
  assert.equal(
    absent.map(({ key, fallback }) => [key, fallback]),
    [['secret', one(3)]],
  )
  assert.is(zero, true)
})

test('the binder of all sources is that of the only one, or reads the body', async () => {
  const query = await planned('/** @query */ export interface Page { n: int }')
  assert.equal(query.binders.at(-1)?.reads, { as: 'bindQueryPage' })
  const json = await planned('/** @json */ export interface Car { /** @validate min=1 */ doors: int }')
  assert.equal(
    json.binders.map(({ reads }) => reads),
    ['json', 'body', 'anyBody'],
  )
  assert.equal([json.hasTexts, json.hasRules, json.isAsync], [false, true, false])
  const sent = await planned('/** @response */ export interface Answer { n: int }')
  assert.equal([sent.isRead, sent.binders], [false, []])
})

test('a property without zero value names the required members below it', async () => {
  const plan = await planned(`
    interface Inner { /** @json deep_key,required */ deep: int }
    /** @json @missing zero */
    export interface Outer { inner: Inner; count: int }`)
  assert.equal(
    plan.all.members.map(({ fallback }) => fallback),
    [
      { kind: 'issue', below: [{ source: 'json', keys: ['deep_key'], member: 'Inner.deep' }] },
      { kind: 'value', value: { kind: 'zero', source: 'json' } },
    ],
  )
})

test.run()
