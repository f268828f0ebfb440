// Times contenders side by side: each round runs every contender for a short while, forwards and then backwards, so
// that disturbances affect all of them.

let sink
/** The last result; kept so that the compiler cannot eliminate the work. */
export function lastResult() {
  return sink
}

const keep = (result) => {
  sink = result
}

/** @returns for each contender the nanoseconds per call in each round: wall-clock and processor time. */
export async function measure({ contenders, texts, request }, { rounds, batchMs }) {
  const requests = texts.map(request)
  const runners = contenders.map(({ name, takes, run, isAsync, request: ofItsOwn }, i) => ({
    name,
    calls: loopFor(
      i,
      run,
      (ofItsOwn ? texts.map(ofItsOwn) : requests).map((sample) => sample[takes]),
      isAsync,
    ),
    batch: 1,
    ns: [],
    cpuNs: [],
  }))
  for (const runner of runners) await warmUp(runner, batchMs)
  for (let round = 0; round < rounds; round++) {
    for (const runner of round % 2 === 0 ? runners : runners.toReversed()) {
      const { ns, cpuNs } = await time(runner, runner.batch)
      runner.ns.push(ns / runner.batch)
      runner.cpuNs.push(cpuNs / runner.batch)
    }
  }
  return runners.map(({ name, ns, cpuNs }) => ({ name, ns, cpuNs }))
}

const AsyncFunction = (async () => {}).constructor

/**
 * A separate loop for each contender keeps its call monomorphic. The comment makes the texts differ, because V8 shares
 * feedback between functions of equal text.
 */
function loopFor(i, run, samples, isAsync = false) {
  const body = `/* ${i} */
    let k = 0
    for (let i = 0; i < n; i++) {
      keep(${isAsync ? 'await ' : ''}run(samples[k]))
      if (++k === samples.length) k = 0
    }`
  const loop = new (isAsync ? AsyncFunction : Function)('run', 'samples', 'keep', 'n', body)
  return (n) => loop(run, samples, keep, n)
}

/**
 * Runs a contender until it is optimised, and determines how many calls take `batchMs`. Both by processor time: on a
 * busy machine the clock would end the warm-up too soon.
 */
async function warmUp(runner, batchMs) {
  const enough = 15e6
  let n = 16
  let took = await time(runner, n)
  while (took.cpuNs < enough) {
    n *= 2
    took = await time(runner, n)
  }
  runner.batch = batchOf(n, took, batchMs)
  for (let i = 0; i < 5; i++) took = await time(runner, runner.batch)
  runner.batch = batchOf(runner.batch, took, batchMs)
}

function batchOf(n, { cpuNs }, batchMs) {
  return Math.max(1, Math.round((n * batchMs * 1e6) / cpuNs))
}

async function time({ calls }, n) {
  const before = process.cpuUsage()
  const start = process.hrtime.bigint()
  await calls(n)
  const ns = Number(process.hrtime.bigint() - start)
  const { user, system } = process.cpuUsage(before)
  return { ns, cpuNs: (user + system) * 1000 }
}
