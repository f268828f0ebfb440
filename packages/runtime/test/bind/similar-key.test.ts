import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { similarKey } from '../../src/bind/similar-key.ts'

const names = ['title', 'count', 'id', 'createdAt']

test('the nearest name is at most two slips away, one for a short name', () => {
  assert.is(similarKey('titel', names), 'title')
  assert.is(similarKey('TITLE', names), 'title')
  assert.is(similarKey('creatdAt', names), 'createdAt')
  assert.is(similarKey('creatdA', names), 'createdAt')
  assert.is(similarKey('creadA', names), undefined)
  assert.is(similarKey('i', names), 'id')
  assert.is(similarKey('xy', names), undefined)
  assert.is(similarKey('cuont', names), 'count')
  assert.is(similarKey('t'.repeat(100), names), undefined)
  assert.is(similarKey('a', []), undefined)
})

test.run()
