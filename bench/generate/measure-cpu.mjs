import { spawnSync } from 'node:child_process'
import { median } from '../micro/statistics.mjs'

/** Seconds of processor time, user and system, of a command and the processes that it waits for. */
export function cpuOf({ argv, cwd, env = {} }) {
  // bash reports the time of a child in milliseconds; node reports only its own.
  const script = `TIMEFORMAT='%3U %3S'; { time "$@" >/dev/null 2>&3; } 2>&1 3>/dev/null`
  const { stdout } = spawnSync('bash', ['-c', script, 'bash', ...argv], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  const [user, system] = stdout.trim().split('\n').at(-1).split(' ').map(Number)
  return user + system
}

/** Medians of contenders that alternate, forwards and backwards, so that a disturbance affects all of them. */
export function compareCpu(contenders, rounds) {
  const samples = new Map(contenders.map((one) => [one.name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const one of round % 2 === 0 ? contenders : contenders.toReversed()) {
      one.before?.()
      samples.get(one.name).push(cpuOf(one))
    }
  }
  return new Map([...samples].map(([name, seconds]) => [name, median(seconds)]))
}
