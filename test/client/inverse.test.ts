import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ClientCompiler } from './client-compiler.ts'
import { compareClients } from './compare-clients.ts'

/** Always the same values; `npm run fuzz:client` takes others. */
const size = { seed: 1, dtos: 45, values: 500 }

test('clients are the inverse of binders on 20,000 values: each arrives as it is, or its property is named', async () => {
  const compiler = new ClientCompiler()
  const tally = new Map<'same' | 'refused', number>()
  try {
    assert.is(await compareClients(size, compiler, tally), undefined)
  } finally {
    compiler.close()
  }
  const [same = 0, refused = 0] = [tally.get('same'), tally.get('refused')]
  assert.ok(same + refused >= 20_000, `only ${same + refused} values`)
  // A client that refuses everything would pass.
  assert.ok(same > 2 * refused, `${refused} of ${same + refused} values were refused`)
  assert.ok(refused > 100, `only ${refused} values were refused`)
})

test.run()
