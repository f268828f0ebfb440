import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { preferredMediaType } from '../src/request/accept.ts'
import { preferredOffer } from '../src/request/preferred-offer.ts'

const html = 'text/html'
const json = 'application/json'

for (const [accept, offers, expected] of [
  ['', [html, json], html],
  [' , ', [html], html],
  ['application/json', [html, json], json],
  ['text/*, application/json', [html, json], json],
  ['text/html;q=0.5, application/json;q=.9', [html, json], json],
  ['*/*;q=0.1, text/html;q=0', [html, json], json],
  ['text/*, text/html;q=0', [html], ''],
  ['text/html, text/*;q=0', [html], html],
  ['*/*;q=0', [html, json], ''],
  ['*/html', [html], ''],
  ['TEXT/HTML ; Level="1,;\\"x"', ['text/html;level="1,;\\"X"', html], 'text/html;level="1,;\\"X"'],
  ['text/plain, text/plain;a=1', ['text/plain', 'text/plain;a=1'], 'text/plain;a=1'],
  // Parameters make a range more exact, also one that refuses.
  ['text/html;level=1, text/html;q=0', ['text/html;level=1', html], 'text/html;level=1'],
  ['text/html, text/html;level=1;q=0', ['text/html;level=1', html], html],
  ['text/html;q=1;x=1', [html], html],
  ['text/html;q=banana', [html], html],
  // An offer of a whole type is one of whatever is in it.
  ['text/html, application/json', ['image/*', 'text/*'], 'text/*'],
  ['TEXT/html;level=1', ['Text/*', 'text/*;LEVEL=1'], 'text/*;LEVEL=1'],
  ['text/html;q=0, text/plain', ['text/*'], 'text/*'],
  ['text/plain, text/*;q=0', ['text/*'], 'text/*'],
  ['text/html;q=0', ['text/*'], ''],
  ['text/html', ['*/*', 'application/*'], ''],
  // What cannot be read accepts nothing, and takes nothing from what can.
  ['*', [html], ''],
  ['html ,', [html], ''],
  ['*, text/html', [json, html], html],
] as const) {
  test(`${accept} prefers ${expected || 'nothing'} of ${offers.join(' ')}`, () => {
    assert.is(preferredMediaType(accept, offers), expected)
  })
}

test('ranges are not compared with each other, however many refuse', () => {
  const weighted = (q: number): { q: number }[] => Array.from({ length: 1000 }, () => ({ q }))
  let compared = 0
  const ofOffers = (): number => {
    compared++
    return 1
  }
  assert.is(preferredOffer([...weighted(1), ...weighted(0)], 3, ofOffers), -1)
  assert.is(compared, 3 * 2000)
})

test.run()
