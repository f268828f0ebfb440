import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { decodeFormText } from '../src/percent.ts'

const texts: readonly (readonly [text: string, decoded: string])[] = [
  ['a+b', 'a b'],
  ['a%20b%2Bc', 'a b+c'],
  ['%E2%82%AC+%41', '€ A'],
  ['%', '%'],
  ['%zz+%4', '%zz %4'],
]
for (const [text, decoded] of texts) {
  test(`${text}, alone and many times`, () => {
    assert.is(decodeFormText(text), decoded)
    assert.is(decodeFormText(`${text}&`.repeat(5000)), `${decoded}&`.repeat(5000))
  })
}

test.run()
