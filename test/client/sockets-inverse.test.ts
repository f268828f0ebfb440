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

test('clients are the inverse of sockets: each message comes back as it was sent', async () => {
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
        count += await compareEchoes(compiled, dto, size.seed + i, baseUrl)
    } finally {
      await compiled.app.shutdown()
    }
    assert.ok(count >= 3000, `only ${count} values`)
  } finally {
    compiler.close()
  }
})

/** A client gives the text of an instance, and a bigint for any integer beyond 2^53 of `number | bigint`. */
function isChanged({ kind }: { readonly kind: string }): boolean {
  return kind === 'class' || kind === 'numeric'
}

function socketModule(dtos: readonly DtoModel[]): string {
  const sockets = dtos.map(
    ({ name }) => `/** @socket */\nexport interface ${name}Echo { receive: ${name}; send: ${name} }\n`,
  )
  return `${printModule(dtos)}\n${sockets.join('\n')}`
}

/** A socket of each DTO, which sends each message back. */
function echoApp(dtos: readonly DtoModel[]): string {
  const routes = dtos.map(
    ({ name }) =>
      `app.ws('/${name}', ${name}Echo, { ...limits, message: (socket, one) => socket.send(one) }).name('echo${name}')`,
  )
  return `import { App } from '@ctxgen/runtime'
import { ${dtos.map(({ name }) => `${name}Echo`).join(', ')} } from './dto.bind.js'

export const seen: { value: unknown } = { value: undefined }
export const app = new App()
const limits = { maxRate: 1e6, maxMessageSize: 2 ** 20, maxSockets: 1000 }
${routes.join('\n')}
`
}

interface EchoSocket extends AsyncIterable<unknown> {
  send(value: unknown): void
  close(): void
}

type Echo = (api: object, call: object) => EchoSocket

async function compareEchoes(
  { clients }: CompiledClient,
  dto: DtoModel,
  seed: number,
  baseUrl: string,
): Promise<number> {
  const open = clients.get('json')?.[`echo${dto.name}`] as Echo
  const socket = open({ baseUrl, checked: true }, { WebSocket, maxWaiting: size.values })
  const sent: unknown[] = []
  for (const value of valuesOf(dto, seed)) {
    if (sent.length === size.values) break
    try {
      socket.send(value)
      sent.push(value)
    } catch (error) {
      // Values that JSON does not hold are refused, by the name of their property.
      if (!(error instanceof TypeError && dto.fields.some(({ name }) => error.message.includes(name))))
        throw error
    }
  }
  assert.ok(sent.length > 0, printDto(dto))
  let i = 0
  for await (const value of socket) {
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
