import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { dto, runCli } from '../../../packages/cli/test/support/run-cli.ts'
import { startCommand } from '../../attacks/codegen/run-command.ts'
import { inTempProject, type TempProject } from '../../support/temp-project.ts'
import { atMost, described, type Figure, noneOf } from '../figure.ts'
import { openDescriptors, processorMs, residentMb } from '../process-figures.ts'
import { Random } from '../random.ts'
import { RandomChanges } from './random-changes.ts'

/** The allowed growth of a watcher since its first round. */
const maxGrowthMb = 50
const patienceMs = 30_000
/** A process that uses less than 20 ms of processor time in this interval is at rest. */
const restMs = 400

export interface WatchOptions {
  readonly switches: number
  readonly seed: number
}

/**
 * Switches branches under a watcher, with random changes in between; every output must be right after each.
 */
export async function runWatch(options: WatchOptions): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  await inTempProject(async (project) => {
    makeBranches(project)
    figures.push(...(await watchBranches(project, options)))
  })
  return figures
}

async function watchBranches(
  project: TempProject,
  { switches, seed }: WatchOptions,
): Promise<readonly Figure[]> {
  const watcher = await startWatcher(project)
  const { pid } = watcher
  const changes = new RandomChanges(project, new Random(seed))
  const [start, descriptors] = [residentMb(pid, 'now'), openDescriptors(pid)]
  let [highest, stale] = [start, 0]
  try {
    for (let i = 1; i <= switches; i++) {
      await changes.savePairs(5)
      await changes.changeMany(40)
      switchTo(project, branches[i % 2] ?? '')
      if (!(await becomesRight(project))) stale++
      await comesToRest(pid)
      highest = Math.max(highest, residentMb(pid, 'now'))
      if (i % 20 === 0) report(i, residentMb(pid, 'now'))
    }
    return [
      described('branch switches', switches),
      described('pairs of saves, other changes', `${changes.pairs}, ${changes.others}`),
      noneOf('switches after which an output stayed wrong', stale),
      described('memory of the watcher after its first round', `${start.toFixed(0)} MB`),
      described('highest memory at any moment', `${residentMb(pid, 'peak').toFixed(0)} MB`),
      atMost('highest memory at rest after a switch', highest, start + maxGrowthMb, 'MB'),
      atMost('descriptors more at the end', openDescriptors(pid) - descriptors, 2, ''),
      noneOf('stack traces', watcher.traces()),
      noneOf('exit code', await watcher.stop()),
    ]
  } finally {
    watcher.kill()
  }
}

/** Working memory of a round is not growth: it is freed once the watcher is idle. */
async function comesToRest(pid: number): Promise<void> {
  const end = performance.now() + patienceMs
  for (let before = -restMs; processorMs(pid) - before >= 20 && performance.now() < end; ) {
    before = processorMs(pid)
    await sleep(restMs)
  }
}

function report(done: number, mb: number): void {
  process.stdout.write(`watch: ${done} switches, ${mb.toFixed(0)} MB\n`)
}

interface Watcher {
  readonly pid: number
  readonly traces: () => number
  readonly stop: () => Promise<number>
  readonly kill: () => void
}

async function startWatcher(project: TempProject): Promise<Watcher> {
  const child = startCommand(['--watch', '--clean', 'src'], { cwd: project.path })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const ended = once(child, 'exit')
  ended.catch(() => {})
  while (!/watching/.test(printed)) {
    if (child.exitCode !== null || child.pid === undefined) throw new Error(`no watcher: ${printed}`)
    await sleep(20)
  }
  return {
    pid: child.pid ?? 0,
    traces: () => printed.match(/^\s+at .+[:(]|bug in ctxgen/gm)?.length ?? 0,
    async stop() {
      child.kill('SIGINT')
      const [code] = await ended
      return typeof code === 'number' ? code : -1
    },
    kill: () => child.kill('SIGKILL'),
  }
}

/** Whether the outputs soon match those of a fresh run. */
async function becomesRight({ path }: TempProject): Promise<boolean> {
  const end = performance.now() + patienceMs
  for (;;) {
    const { code, stdout, stderr } = await runCli(path, ['--check', '--no-cache', 'src'])
    if (code === 0) return true
    if (performance.now() > end) {
      process.stderr.write(`${stdout}${stderr}`)
      return false
    }
    await sleep(20)
  }
}

const branches = ['one', 'two'] as const

/** Two branches, each with files that the other lacks, moves or changes. */
function makeBranches(project: TempProject): void {
  const git = (...args: string[]): void => runGit(project, args)
  git('init', '-q', '.')
  project.write({
    '.gitignore': 'node_modules\n*.bind.ts\n',
    // Errors make a run load the real library: the smallest one, for speed.
    'tsconfig.json': '{"compilerOptions":{"lib":["es5"],"types":[]}}',
  })
  for (const branch of [...branches].reverse()) {
    git('checkout', '-q', '--orphan', branch)
    git('rm', '-rfq', '--ignore-unmatch', 'src')
    project.write(sourcesOf(branch))
    git('add', '.')
    git('-c', 'user.name=soak', '-c', 'user.email=soak@localhost', 'commit', '-qm', branch)
  }
}

function sourcesOf(branch: (typeof branches)[number]): Readonly<Record<string, string>> {
  const isOne = branch === 'one'
  const files: Record<string, string> = {
    'src/a.ts': dto('A'),
    'src/shared.ts': `export type Shared = ${isOne ? 'string' : 'number'}\n`,
  }
  for (let i = 0; i < 60; i++) {
    const folder = i % 3 === 0 ? 'src/common' : `src/${isOne ? 'x' : 'z'}`
    const type = i % 2 === 0 ? 'Shared' : isOne ? 'boolean' : 'string[]'
    files[`${folder}/dto${isOne || i % 5 > 0 ? i : i + 100}.ts`] =
      `import type { Shared } from '../shared.js'\nexport type Used = Shared\n/** @query @body */\n` +
      `export interface Dto${i} {\n  v?: ${type}\n  w?: { x?: Used; y?: string[]; z?: number }\n}\n`
  }
  return files
}

function switchTo(project: TempProject, branch: string): void {
  runGit(project, ['checkout', '-qf', branch])
  for (let tries = 0; ; tries++) {
    try {
      runGit(project, ['clean', '-fdq'])
      return
    } catch (error) {
      // An output may be written into a folder while git removes it.
      if (tries > 20) throw error
    }
  }
}

function runGit({ path }: TempProject, args: readonly string[]): void {
  execFileSync('git', args, { cwd: path, stdio: ['ignore', 'ignore', 'inherit'] })
}
