import { WebSocket } from 'undici'
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
const size = { seed: 11, dtos: 75, values: 100 }

test('clients are the inverse of sockets: each message comes back as it was sent, in replies too', async () => {
  const dtos = sampleDtos(size.dtos, size.seed)
    .flatMap((dto) => servedDto(dto) ?? [])
    .map(asJsonBody)
    .filter(
      (dto) =>
        dto.isBody !== true &&
        dto.fields.length > 0 &&
        dto.fields.every(({ type }) => !holds(type, isChanged)),
    )
  const compiler = new ClientCompiler()
  try {
    const compiled = await compiler.compile(dtos, ['json'], { dtos: socketModule, app: echoApp })
    assert.equal(await compiler.typeErrors(['json']), [])
    const { url: baseUrl } = await compiled.app.listen({ port: 0, host: '127.0.0.1' })
    let count = 0
    try {
      for (const [i, dto] of dtos.entries())
        for (const kind of isAsked(dto, i) ? (['echo', 'ask'] as const) : (['echo'] as const))
          count += await compareEchoes(compiled, dto, kind, size.seed + i, baseUrl)
    } finally {
      await compiled.app.shutdown()
    }
    assert.ok(count >= 4000, `only ${count} values`)
  } finally {
    compiler.close()
  }
})

/** A client gives the text of an instance, and a bigint for any integer beyond 2^53 of `number | bigint`. */
function isChanged({ kind }: { readonly kind: string }): boolean {
  return kind === 'class' || kind === 'numeric'
}

function socketModule(dtos: readonly DtoModel[]): string {
  const echoes = dtos.map(
    ({ name }) => `/** @socket */\nexport interface ${name}Echo { receive: ${name}; send: ${name} }\n`,
  )
  const asks = dtos.filter(isAsked).map(
    ({ name }) => `export interface ${name}Question { ask: number; value: ${name} }

export interface ${name}Reply { reply: number; value: ${name} }

/** @socket */
export interface ${name}Asks { receive: ${name}Reply; send: ${name}Question }
`,
  )
  return [printModule(dtos), ...echoes, ...asks].join('\n')
}

/** Some values go by a question and its reply as well. */
function isAsked(_: DtoModel, i: number): boolean {
  return i % 3 === 0
}

/** A socket of each DTO, which sends each message back. One that asks does so first, and sends what the reply has. */
function echoApp(dtos: readonly DtoModel[]): string {
  const echoes = dtos.map(
    ({ name }) =>
      `app.ws('/${name}', ${name}Echo, { ...limits, message: (socket, one) => socket.send(one) }).name('echo${name}')`,
  )
  const asks = dtos.filter(isAsked).map(
    ({ name }) => `app.ws('/${name}/asks', ${name}Asks, {
  ...limits,
  async message(socket, { value }) {
    const reply = await socket.ask({ value })
    socket.send({ ask: 0, value: reply.value })
  },
}).name('ask${name}')`,
  )
  return `import { App } from '@ctxgen/runtime'
import { ${dtos.map((dto, i) => `${dto.name}Echo${isAsked(dto, i) ? `, ${dto.name}Asks` : ''}`).join(', ')} } from './dto.bind.js'

export const seen: { value: unknown } = { value: undefined }
export const app = new App()
const limits = { maxRate: 1e6, maxMessageSize: 2 ** 20, maxWaiting: 2 ** 26, maxSockets: 1000 }
${[...echoes, ...asks].join('\n')}
`
}

interface EchoSocket extends AsyncIterable<unknown> {
  send(value: unknown): void
  reply(question: unknown, message: object): boolean
  close(): void
}

interface Asked {
  readonly ask: number
  readonly value: unknown
}

type Echo = (api: object, call: object) => EchoSocket

async function compareEchoes(
  { clients }: CompiledClient,
  dto: DtoModel,
  kind: 'echo' | 'ask',
  seed: number,
  baseUrl: string,
): Promise<number> {
  const open = clients.get('json')?.[`${kind}${dto.name}`] as Echo
  const socket = open({ baseUrl, checked: true }, { WebSocket, maxWaiting: size.values })
  const sent: unknown[] = []
  for (const value of valuesOf(dto, seed)) {
    if (sent.length === size.values) break
    try {
      socket.send(kind === 'echo' ? value : { reply: 0, value })
      sent.push(value)
    } catch (error) {
      // Values that JSON does not hold are refused, by the name of their property.
      if (!(error instanceof TypeError && dto.fields.some(({ name }) => error.message.includes(name))))
        throw error
    }
  }
  assert.ok(sent.length > 0, printDto(dto))
  let i = 0
  for await (const message of socket) {
    const { ask, value } = kind === 'echo' ? { ask: 0, value: message } : (message as Asked)
    if (ask > 0) {
      assert.ok(socket.reply(message, { value }))
      continue
    }
    const [before, after] = [sent[i++], value].map((one) => ({
      kind: 'value' as const,
      value: withoutPrototypes(one),
    }))
    const difference = before && after && differenceOf(before, after)
    if (difference !== undefined) throw new Error(`${dto.name}: ${difference}\n${printDto(dto)}seed ${seed}`)
    if (i === sent.length) break
  }
  assert.is(i, sent.length, `${dto.name}: ${i} of ${sent.length} messages\n${printDto(dto)}`)
  return i
}

test.run()
