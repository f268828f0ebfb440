import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { judgedServices } from './judged-services.ts'
import { judge } from './random-requests.ts'

// `npm run test:openapi` sends 10,000.
const count = 300

for (const [name, service] of Object.entries(judgedServices())) {
  test(`${name}: document and binders judge random requests alike`, async () => {
    const { allowed, forbidden, disagreements } = await judge(service, count, 1)
    assert.equal(disagreements.slice(0, 5), [])
    assert.ok(allowed > count / 20 && forbidden > count / 20, `${allowed} allowed, ${forbidden} forbidden`)
  })
}

test.run()
