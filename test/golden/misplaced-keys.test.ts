import { BindError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bindFormOrder, bindQueryOrder } from '../../fixtures/valid/misplaced-keys/dto.bind.ts'
import { bindInput } from '../support/bind-input.ts'

/** Misplaced keys, and the hint that the client gets. */
const rows: readonly (readonly [
  sent: string,
  path: string,
  message: string,
  code: string,
  expected?: string,
])[] = [
  ['items[][sku]=a', 'items', 'must be a list of objects, sent as items[0][sku]', 'structure'],
  ['items[][address][city]=a', 'items', 'must be a list of objects, sent as items[0][sku]', 'structure'],
  ['items[-1].sku=a', 'items', 'must be a list of objects, sent as items[0][sku]', 'structure'],
  ['items[first]=a', 'items', 'must be a list of objects, sent as items[0][sku]', 'structure'],
  ['items=x', 'items', 'must be a list of objects, sent as items[0][sku]', 'type', 'array'],
  ['items.0=x', 'items.0', 'must be an object, sent as items[0][sku]', 'type', 'object'],
  [
    'items[0][address]=x',
    'items.0.address',
    'must be an object, sent as items[0][address][city]',
    'type',
    'object',
  ],
  ['address=Bonn', 'address', 'must be an object, sent as address[city]', 'type', 'object'],
  ['meta=x', 'meta', 'must be an object, sent as meta[…]', 'type', 'object'],
  ['meta=%7B%22k%22:%22a%22%7D', 'meta', 'must be an object, sent as meta[…]', 'type', 'object'],
  ['meta[][x]=1', 'meta', 'must be an object, sent as meta[…]', 'structure'],
  ['meta.k.x=1', 'meta.k', 'must be a single value, sent as meta[…]', 'structure'],
  ['name[x]=1', 'name', 'must be a single value, sent as name', 'structure'],
  ['items[0][sku][x]=1', 'items.0.sku', 'must be a single value, sent as items[0][sku]', 'structure'],
  ['colors[red]=1', 'colors', 'must be a list, sent as colors[0]', 'structure'],
  ['colors[0][x]=1', 'colors.0', 'must be a single value, sent as colors[0]', 'structure'],
  ['range[1e3]=1', 'range', 'must be a list, sent as range[0]', 'structure'],
  ['note[text]=x', 'note', 'must be a single value, sent as note', 'structure'],
]

test('a misplaced value is answered with the right key', () => {
  for (const [sent, path, message, code, expected] of rows) {
    const values = { key: message.slice(message.indexOf('sent as ') + 8) }
    const issue = { path, code, message, values, ...(expected && { expected }) }
    const query = issuesOf(() => bindQueryOrder(bindInput({ query: sent })))
    assert.equal(query, [{ source: 'query', ...issue }], sent)
    const contentType = 'application/x-www-form-urlencoded'
    const form = issuesOf(() => bindFormOrder(bindInput({ body: sent, contentType })))
    assert.equal(form, [{ source: 'body', ...issue }], sent)
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
