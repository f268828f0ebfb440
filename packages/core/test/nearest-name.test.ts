import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { nearestName } from '../src/nearest-name.ts'

const names = ['title', 'count', 'id', 'createdAt']

test('the nearest name is at most two slips away, one for a short name', () => {
  assert.is(nearestName('titel', names), 'title')
  assert.is(nearestName('TITLE', names), 'title')
  assert.is(nearestName('creatdAt', names), 'createdAt')
  assert.is(nearestName('creatdA', names), 'createdAt')
  assert.is(nearestName('creadA', names), undefined)
  assert.is(nearestName('i', names), 'id')
  assert.is(nearestName('xy', names), undefined)
  assert.is(nearestName('cuont', names), 'count')
  assert.is(nearestName('t'.repeat(100), names), undefined)
  assert.is(nearestName('a', []), undefined)
})

test.run()
