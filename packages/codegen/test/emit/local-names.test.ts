import { runInThisContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { localNames } from '../../src/emit/text/local-names.ts'

function names(...properties: string[]): readonly string[] {
  return [...localNames(properties, (name) => name === 'taken').values()].map(({ flat }) => flat)
}

test('a variable is named like its property if possible', () => {
  assert.equal(names('page', 'maxPrice', '$x', '_y'), ['page', 'maxPrice', '$x', '_y'])
  assert.equal(names('class', 'taken', 'at'), ['class$', 'taken$', 'at$'])
  assert.equal(names('x-y', 'x y', 'x_y', '1st'), ['x_y', 'x_y$', 'x_y$$', '_1st'])
  assert.equal(names('', '-', '🚗'), ['_', '_$', '__'])
})

test('every name can be declared in a module', () => {
  const words = `break case catch class const continue debugger default delete do else enum export extends false finally
    for function if implements import in instanceof interface let new null package private protected public return static
    super switch this throw true try typeof var void while with yield await async arguments eval undefined NaN Infinity
    of get set as from type`
  const declared = names(...words.split(/\s+/))
  assert.is(new Set(declared).size, declared.length)
  runInThisContext(
    `'use strict'; (async () => { ${declared.map((name) => `const ${name} = 1`).join('; ')} })`,
  )
})

test.run()
