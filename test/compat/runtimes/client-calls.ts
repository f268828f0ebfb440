import { app, seen } from '../../../fixtures/client/parking/app.ts'
import * as client from '../../../fixtures/client/parking/client.ts'

const api = { fetch: app.fetch, checked: true }
const texts = ['', 'a', ' b&c=d+%', 'é\u{1f600}', '"\\/\u2028', "it's"]
const dates = [0, 1, 951782400500, 253402300799999].map((time) => new Date(time))
const big = [0n, 1n, -1n, 9007199254740993n, 2n ** 63n - 1n, -(2n ** 63n)]

function pick<T>(all: readonly T[], i: number): T {
  return all[i % all.length] as T
}

/** Sends values with a client to its app, in process, and counts those that arrive and come back as they are. */
export async function clientOutcomes(): Promise<Readonly<Record<string, string>>> {
  return {
    'a JSON body, a header, a cookie and a path': await counted(200, async (i) => {
      const owner = i % 3 === 0 ? null : { name: pick(texts, i), birthDate: pick(dates, i) }
      const input = { garage: i, dryRun: i % 2 === 0, plate: `ZH ${i}`, mileage: pick(big, i), owner }
      const own = { ...input, requestId: `r ${i}`, session: pick(['x', 'é;', 'a,b'], i) }
      const answer = await client.parkCar(api, own)
      const isBack = answer.status === 201 && shown(answer.body.owner) === shown(owner)
      return isBack && answer.body.mileage === input.mileage && isSeen({ ...own, colour: 'unknown' })
    }),
    'a query': await counted(200, async (i) => {
      const area = { width: i / 7, length: -i }
      const words = [pick(texts.slice(1), i), 'x']
      const input = {
        garage: 7,
        colours: ['red', 'blue'] as const,
        words,
        area,
        near: area,
        since: pick(dates, i),
      }
      await client.listCars(api, input)
      return isSeen({ ...input, page: 1 })
    }),
    'a multipart form': await counted(20, async (i) => {
      const photo = new File([new Uint8Array(i)], `ä "${i}".png`, { type: 'image/png' })
      const answer = await client.uploadPhoto(api, { title: pick(texts.slice(1), i), photo })
      return answer.ok && shown(answer.body.names) === shown([photo.name]) && answer.body.size === i
    }),
    'a union with a bigint': await counted(20, async (i) => {
      const body = { kind: 'paid', amount: pick(big, i) } as const
      const answer = await client.sendEvent(api, { body })
      return answer.ok && shown(answer.body) === shown(body) && isSeen(body)
    }),
    'MessagePack, CBOR and XML': await counted(1, async () => {
      const { body } = await client.packed(api)
      const cars = [(await client.cborCar(api)).body, ...(await client.xmlCars(api)).body.cars]
      return body.since instanceof Date && cars.every((one) => shown(one) === shown(body))
    }),
    'a file, and events': await counted(1, async () => {
      const { body: found } = await client.fileWithWildcard(api, { wildcard: 'x y/é' })
      const events: unknown[] = []
      for await (const one of (await client.ticks(api)).body) events.push(one.data)
      return (await (await found.blob()).text()) === 'x y/é' && shown(events) === shown(['1', '2\n3'])
    }),
    'what cannot be sent': await client.listCars(api, { garage: 7, words: ['a|b'] }).then(
      () => 'sent',
      (error: Error) => error.message,
    ),
  }
}

async function counted(count: number, isSame: (i: number) => Promise<boolean>): Promise<string> {
  let same = 0
  for (let i = 0; i < count; i++) if (await isSame(i)) same++
  return `${same} of ${count}`
}

function isSeen(value: object): boolean {
  return shown(seen.value) === shown(value)
}

/** The content of a value, in any order of its members. */
function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `bytes ${[...value]}`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'nothing'
  if (Array.isArray(value)) return `[${value.map(shown)}]`
  const members = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${members.map(([key, one]) => `${key}: ${shown(one)}`).sort()}}`
}
