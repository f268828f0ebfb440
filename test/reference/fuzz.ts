import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { compareBatch } from './compare-batch.ts'
import { DtoCompiler } from './compile-dtos.ts'
import { describeFound } from './describe-found.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000000' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    dtos: { type: 'string', default: '500' },
    'per-dto': { type: 'string', default: '500' },
    batches: { type: 'string' },
  },
})

const firstSeed = values.seed === undefined ? randomInt(2 ** 31) : wholeNumber('seed', values.seed)
const wanted = wholeNumber('requests', values.requests)
const size = { dtos: wholeNumber('dtos', values.dtos), requests: wholeNumber('per-dto', values['per-dto']) }
const most = values.batches === undefined ? Number.POSITIVE_INFINITY : wholeNumber('batches', values.batches)
const end =
  values.minutes === undefined
    ? Number.POSITIVE_INFINITY
    : Date.now() + wholeNumber('minutes', values.minutes) * 60_000

await run()

/** Batch after batch, each of DTOs of its own, until there is a disagreement or enough was compared. */
async function run(): Promise<void> {
  const tally = new Map<string, number>()
  const count = (): number => [...tally.values()].reduce((sum, one) => sum + one, 0)
  for (let batch = 0; batch < most && count() < wanted && Date.now() < end; batch++) {
    const compiler = new DtoCompiler()
    // Seeds of neighbouring batches would share the requests of their DTOs.
    const batchSize = { ...size, seed: (firstSeed + batch * 1_000_003) % 2 ** 31 }
    try {
      const found = await compareBatch(
        batchSize,
        compiler,
        tally,
        () => count() >= wanted || Date.now() >= end,
      )
      if (found !== undefined) {
        console.error(describeFound(found, batchSize))
        process.exitCode = 1
        return
      }
    } finally {
      compiler.close()
    }
    console.log(`seed ${batchSize.seed}: ${count()} requests, ${summary(tally)}`)
  }
  console.log(`No disagreement on ${count()} requests.`)
}

function summary(tally: ReadonlyMap<string, number>): string {
  return [...tally].map(([kind, count]) => `${kind} ${count}`).join(', ')
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${option} must be a whole number`)
  return Number(text)
}
