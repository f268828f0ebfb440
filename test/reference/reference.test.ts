import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compareAppBatch, compareBatch } from './compare-batch.ts'
import { DtoCompiler } from './compile-dtos.ts'
import { describeFound } from './describe-found.ts'
import { fuzzReaders } from './fuzz-readers.ts'
import type { DtoModel, Source } from './model.ts'
import { bindByReference } from './reference-binder.ts'
import { defaultSettings, emptyRequest, type WireRequest } from './wire-request.ts'

/**
 * The comparison that CI runs, always on the same requests. `npm run nightly` compares all 500 DTOs of this
 * seed on twice as many requests, `npm run fuzz` others.
 */
const size = { seed: 20_251, dtos: 120, requests: 100 }

test('generated binders and the reference agree on 12,000 requests', async () => {
  const compiler = new DtoCompiler()
  const tally = new Map<string, number>()
  try {
    const found = await compareBatch(size, compiler, tally)
    if (found !== undefined) throw new Error(describeFound(found, size))
  } finally {
    compiler.close()
  }
  const count = (kind: string): number => tally.get(kind) ?? 0
  const all = [...tally.values()].reduce((sum, one) => sum + one, 0)
  assert.is(all, size.dtos * size.requests)
  // A run with only issues, or with mostly open points, would prove little.
  assert.ok(count('value') > all / 5, `only ${count('value')} of ${all} requests fit`)
  assert.ok(count('issues') > all / 5, `only ${count('issues')} of ${all} requests have issues`)
  assert.ok(count('open') < all / 20, `${count('open')} of ${all} results are left open`)
})

test('they agree through an app and fetch, too', async () => {
  const compiler = new DtoCompiler()
  try {
    const { compared, found } = await compareAppBatch(size.seed, compiler)
    if (found !== undefined) throw new Error(describeFound(found, size))
    assert.ok(compared > 500, `only ${compared} requests could be sent`)
  } finally {
    compiler.close()
  }
})

test('every reader reads or refuses damaged bytes', () => {
  assert.is(fuzzReaders(size.seed, 500), undefined)
})

const onlyNumber = (source: Source): DtoModel => ({
  name: 'Only',
  sources: [source],
  missing: 'error',
  order: undefined,
  fields: [
    { name: 'a', optional: true, type: { kind: 'scalar', scalar: 'number' }, tags: [], default: undefined },
  ],
})

test('in the reference a key that continues below a scalar is an issue of it, also with an empty part', () => {
  for (const query of ['a.=1', 'a=&a.=1', 'a[b]=1']) {
    const request = { ...emptyRequest, query }
    const outcome = bindByReference(onlyNumber('query'), 'query', request)
    assert.equal(outcome, {
      kind: 'issues',
      issues: [{ source: 'query', field: 'a', reason: 'wrong' }],
      found: 1,
    })
  }
})

test('in the reference one byte order mark before JSON is dropped, and a second is an issue', () => {
  const bound = (body: string): unknown => {
    const request: WireRequest = {
      ...emptyRequest,
      body: new TextEncoder().encode(body),
      settings: defaultSettings,
    }
    return bindByReference(onlyNumber('json'), 'json', request).kind
  }
  assert.is(bound('\ufeff{"a":1}'), 'value')
  assert.is(bound('\ufeff\ufeff{"a":1}'), 'issues')
})

test.run()
