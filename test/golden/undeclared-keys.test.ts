import { pathToFileURL } from 'node:url'
import { generate } from '@ctxgen/codegen'
import { App, type SentDto } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { hostileValue, leak } from '../support/hostile-values.ts'
import { SentSource, type SentType, sentType } from '../support/sent-types.ts'
import { inTempProject, type TempProject } from '../support/temp-project.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const types = fc.sample(sentType, { seed, numRuns: 40 })

let value: unknown
let dto: SentDto<unknown> | undefined
const told: string[] = []
const app = new App({
  msgPack: msgpack(),
  cbor: cbor(),
  onError: (error) => void told.push(String(error)),
})
app.get('/json', (c) => c.json(value, wanted()))
app.get('/xml', (c) => c.xml(value, wanted()))
app.get('/msgpack', (c) => c.msgPack(value, wanted()))
app.get('/cbor', (c) => c.cbor(value, wanted()))

test(`no undeclared key leaves, in any format (SEED=${seed})`, () =>
  inTempProject(async (project) => {
    const dtos = await generatedDtos(project)
    for (const [i, type] of types.entries()) {
      dto = dtos[i]
      const property = fc.asyncProperty(fc.gen(), (pick) => judge(type, pick))
      await fc.assert(property, { seed, numRuns: 25, endOnFailure: true, includeErrorInReport: true })
    }
  }))

async function generatedDtos(project: TempProject): Promise<readonly SentDto<unknown>[]> {
  const source = new SentSource()
  const dtos = types.map((type, i) => `/** @response */ export interface D${i} { v: ${source.textOf(type)} }`)
  const imported = "import type { int, int64 } from '@ctxgen/runtime'"
  project.write({ 'dto.ts': [imported, ...dtos, source.declarations()].join('\n') })
  const { diagnostics } = await generate({ inputs: [project.at('dto.ts')], cwd: project.path })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  assert.equal(
    errors.map(({ message }) => message),
    [],
  )
  const generated = await import(pathToFileURL(project.at('dto.bind.ts')).href)
  return types.map((_, i) => generated[`D${i}`])
}

async function judge(type: SentType, pick: fc.GeneratorValue): Promise<void> {
  const made = hostileValue(type, pick)
  value = made.value
  for (const format of ['json', 'xml', 'msgpack', 'cbor']) {
    told.length = 0
    const answer = await app.test(`/${format}`)
    const body = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    const about = `${format} of ${new SentSource().textOf(type)} ${JSON.stringify(type)}: ${body} ${told[0] ?? ''}`
    assert.not(body.includes(leak), about)
    const isRefused = made.isWrong || (made.isUnsure && answer.status === 500)
    assert.is(answer.status, isRefused ? 500 : 200, about)
    if (isRefused) assert.match(String(told[0]), refusal, about)
  }
}

const refusal = /^TypeError: the value( at v[\w.]*( or v[\w.]*)*)? cannot be sent: /

function wanted(): SentDto<unknown> {
  if (dto === undefined) throw new Error('no DTO')
  return dto
}

test.run()
