import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ClientCompiler } from './client-compiler.ts'
import { compareAnswers } from './compare-answers.ts'
import { compareClients } from './compare-clients.ts'

// Sends random values of random DTOs with their clients, and answers with them, until one arrives as another or the limit is reached.

const { values } = parseArgs({
  options: {
    values: { type: 'string', default: '10000000' },
    dtos: { type: 'string', default: '100' },
    'per-dto': { type: 'string', default: '5000' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
  },
})

const firstSeed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
const end =
  values.minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(values.minutes) * 60_000
const tally = new Map<'same' | 'refused', number>()
const count = (): number => (tally.get('same') ?? 0) + (tally.get('refused') ?? 0)

for (let batch = 0; count() < Number(values.values) && Date.now() < end; batch++) {
  const compiler = new ClientCompiler()
  const seed = (firstSeed + batch * 1_000_003) % 2 ** 31
  try {
    const size = { seed, dtos: Number(values.dtos), values: Number(values['per-dto']) }
    const mistake =
      (await compareClients(size, compiler, tally)) ?? (await compareAnswers(size, compiler, tally))
    if (mistake !== undefined) {
      console.error(mistake)
      console.error(`Again: npm run fuzz:client -- --seed ${seed} --values 1`)
      process.exit(1)
    }
  } finally {
    compiler.close()
  }
  console.log(`seed ${seed}: ${count()} values, ${tally.get('refused') ?? 0} refused`)
}
console.log(`No mistake in ${count()} values.`)
