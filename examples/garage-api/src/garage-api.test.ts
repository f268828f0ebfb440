import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { documented } from '@ctxgen/runtime/testing'
import { garageApp } from './app.js'
import { trials } from './trials.js'

const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))
/** Fails a test whose answer is not in the document. */
const app = documented(garageApp(), document)

for (const { title, status, method, target, headers = {}, body } of trials) {
  test(title, async () => {
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    assert.equal((await app.test(target, init)).status, status)
  })
}
