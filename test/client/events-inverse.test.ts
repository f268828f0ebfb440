import type { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sampleDtos } from '../reference/arbitrary-dto.ts'
import { differenceOf } from '../reference/compare-values.ts'
import { type DtoModel, holds } from '../reference/model.ts'
import { printDto, printModule } from '../reference/print-dto.ts'
import { valuesOf, withoutPrototypes } from './arbitrary-value.ts'
import { ClientCompiler, type CompiledClient } from './client-compiler.ts'
import { asJsonBody, servedDto } from './plain-dto.ts'

/** Always the same values. */
const size = { seed: 7, dtos: 75, values: 200 }

test('clients are the inverse of c.events: each event arrives as it was sent', async () => {
  const dtos = sampleDtos(size.dtos, size.seed)
    .flatMap((dto) => servedDto(dto) ?? [])
    .map(asJsonBody)
    .filter((dto) => dto.fields.length > 0 && dto.fields.every(({ type }) => !holds(type, isChanged)))
  const compiler = new ClientCompiler()
  try {
    const compiled = await compiler.compile(dtos, ['json'], { dtos: sentModule, app: feedApp })
    assert.equal(await compiler.typeErrors(['json']), [])
    const { url: baseUrl } = await compiled.app.listen({ port: 0, host: '127.0.0.1' })
    let count = 0
    try {
      for (const [i, dto] of dtos.entries()) {
        const api = i % 2 === 0 ? { fetch: compiled.app.fetch } : { baseUrl }
        count += await compareFeed(compiled, dto, size.seed + i, { ...api, checked: true })
      }
    } finally {
      await compiled.app.shutdown()
    }
    assert.ok(count >= 5000, `only ${count} values`)
  } finally {
    compiler.close()
  }
})

/** A client gives the text of an instance, and a bigint for any integer beyond 2^53 of `number | bigint`. */
function isChanged({ kind }: { readonly kind: string }): boolean {
  return kind === 'class' || kind === 'numeric'
}

function sentModule(dtos: readonly DtoModel[]): string {
  return printModule(dtos).replace(/^\/\*\* @json(?! .*@response)/gm, '/** @response @json')
}

/** A feed of the values in `seen` for each DTO. */
function feedApp(dtos: readonly DtoModel[]): string {
  const names = dtos.map(({ name }) => name)
  const routes = names.map(
    (name) =>
      `app.get('/${name}', (c) => c.events(${name}, () => seen.value as ${name}[])).name('feed${name}')`,
  )
  return `import { App } from '@ctxgen/runtime'
import { ${names.join(', ')} } from './dto.bind.js'

export const seen: { value: unknown } = { value: undefined }
export const app = new App()
${routes.join('\n')}
`
}

/** An id is one short line without control characters. */
function mayBeSent(value: unknown): boolean {
  const { id }: { readonly id?: unknown } = Object(value)
  return typeof id !== 'string' || (id.length <= 512 && !/\p{Cc}/u.test(id))
}

interface FeedApi {
  readonly fetch?: App['fetch']
  readonly baseUrl?: string
  readonly checked: boolean
}

type Feed = (api: FeedApi) => AsyncIterable<unknown>

async function compareFeed(
  { seen, clients }: CompiledClient,
  dto: DtoModel,
  seed: number,
  api: FeedApi,
): Promise<number> {
  const values: unknown[] = []
  for (const value of valuesOf(dto, seed)) if (mayBeSent(value) && values.push(value) === size.values) break
  seen.value = values
  const feed = clients.get('json')?.[`feed${dto.name}`] as Feed
  let i = 0
  for await (const value of feed(api)) {
    const [sent, received] = [values[i++], value].map((one) => ({
      kind: 'value' as const,
      value: withoutPrototypes(one),
    }))
    const difference = sent && received && differenceOf(sent, received)
    if (difference !== undefined) throw new Error(`${dto.name}: ${difference}\n${printDto(dto)}seed ${seed}`)
  }
  assert.is(i, values.length, `${dto.name}: ${i} of ${values.length} events\n${printDto(dto)}`)
  return i
}

test.run()
