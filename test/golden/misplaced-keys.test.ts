import { BindError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bindFormOrder, bindQueryOrder } from '../../fixtures/valid/misplaced-keys/dto.bind.ts'
import { bindInput } from '../support/bind-input.ts'

/** Misplaced keys, and the hint that the client gets. */
const rows: readonly (readonly [sent: string, path: string, message: string])[] = [
  ['items[][sku]=a', 'items', 'must be a list of objects, sent as items[0][sku]'],
  ['items[][address][city]=a', 'items', 'must be a list of objects, sent as items[0][sku]'],
  ['items[-1].sku=a', 'items', 'must be a list of objects, sent as items[0][sku]'],
  ['items[first]=a', 'items', 'must be a list of objects, sent as items[0][sku]'],
  ['items=x', 'items', 'must be a list of objects, sent as items[0][sku]'],
  ['items.0=x', 'items.0', 'must be an object, sent as items[0][sku]'],
  ['items[0][address]=x', 'items.0.address', 'must be an object, sent as items[0][address][city]'],
  ['address=Bonn', 'address', 'must be an object, sent as address[city]'],
  ['meta=x', 'meta', 'must be an object, sent as meta[…]'],
  ['meta=%7B%22k%22:%22a%22%7D', 'meta', 'must be an object, sent as meta[…]'],
  ['meta[][x]=1', 'meta', 'must be an object, sent as meta[…]'],
  ['meta.k.x=1', 'meta.k', 'must be a single value, sent as meta[…]'],
  ['name[x]=1', 'name', 'must be a single value, sent as name'],
  ['items[0][sku][x]=1', 'items.0.sku', 'must be a single value, sent as items[0][sku]'],
  ['colors[red]=1', 'colors', 'must be a list, sent as colors[0]'],
  ['colors[0][x]=1', 'colors.0', 'must be a single value, sent as colors[0]'],
  ['range[1e3]=1', 'range', 'must be a list, sent as range[0]'],
  ['note[text]=x', 'note', 'must be a single value, sent as note'],
]

test('clients are told how to send a misplaced value', () => {
  for (const [sent, path, message] of rows) {
    const query = issuesOf(() => bindQueryOrder(bindInput({ query: sent })))
    assert.equal(query, [{ source: 'query', path, message }], sent)
    const contentType = 'application/x-www-form-urlencoded'
    const form = issuesOf(() => bindFormOrder(bindInput({ body: sent, contentType })))
    assert.equal(form, [{ source: 'body', path, message }], sent)
  }
})

function issuesOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error instanceof BindError ? error.issues : error
  }
}

test.run()
