import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { compareAppBatch, compareBatch } from './compare-batch.ts'
import { DtoCompiler } from './compile-dtos.ts'
import { describeFound } from './describe-found.ts'
import { fuzzReaders, readerCount } from './fuzz-readers.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000000' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    dtos: { type: 'string', default: '500' },
    'per-dto': { type: 'string', default: '2000' },
    batches: { type: 'string' },
    readers: { type: 'boolean', default: false },
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

if (values.readers) runReaders()
else await run()

/** Runs batches of fresh DTOs until a disagreement or the limit. */
async function run(): Promise<void> {
  const tally = new Map<string, number>()
  const count = (): number => [...tally.values()].reduce((sum, one) => sum + one, 0)
  for (let batch = 0; batch < most && count() < wanted && Date.now() < end; batch++) {
    const compiler = new DtoCompiler()
    // Consecutive seeds would share requests between neighbouring batches.
    const batchSize = { ...size, seed: (firstSeed + batch * 1_000_003) % 2 ** 31 }
    try {
      const isOver = (): boolean => count() >= wanted || Date.now() >= end
      const found =
        (await compareBatch(batchSize, compiler, tally, isOver)) ??
        (await compareAppBatch(batchSize.seed, compiler)).found
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

/** Feeds damaged bytes to every reader of untrusted bytes, without a DTO. */
function runReaders(): void {
  const runs = 2000
  let count = 0
  for (let batch = 0; batch < most && count < wanted && Date.now() < end; batch++) {
    const seed = (firstSeed + batch) % 2 ** 31
    const misread = fuzzReaders(seed, runs)
    if (misread !== undefined) {
      console.error(`${misread.reader} ${misread.what}\n${misread.bytes}`)
      console.error(`Again: npm run fuzz -- --readers --seed ${seed} --batches 1`)
      process.exitCode = 1
      return
    }
    count += runs * readerCount
    if (batch % 20 === 0) console.log(`seed ${seed}: ${count} bodies`)
  }
  console.log(`${count} bodies were read or refused.`)
}

function summary(tally: ReadonlyMap<string, number>): string {
  return [...tally].map(([kind, count]) => `${kind} ${count}`).join(', ')
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${option} must be a whole number`)
  return Number(text)
}
