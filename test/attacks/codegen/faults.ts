import { once } from 'node:events'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Attack } from '../run/attack.ts'
import { type Command, type Run, runCommand, startCommand } from './run-command.ts'
import { filesBelow, outputsBelow, type Scene } from './scene.ts'

/** A scene with a failing environment; returns the violated demands. */
type Fault = (stage: FaultStage) => Promise<string[]>

interface FaultStage {
  readonly scene: Scene
  readonly command: Command
  readonly times: number
  readonly maxMs: number
  readonly maxRssMb: number
  readonly code: string
}

const faults: Readonly<Record<string, Fault>> = {
  'kill9-watch': (stage) => killed(stage, ['--watch']),
  kill9: (stage) => killed(stage, []),
  'watch-half-write': writeHalves,
  'watch-storm': storm,
  parallel: runTogether,
  determinism: runEverywhere,
  'failing-disk': failEveryWrite,
}

/** Whether it names an injection: one of ours, or a disk error code. */
export function isFault(name: string): boolean {
  return Object.hasOwn(faults, kindOf(name))
}

export function runFault(
  name: string,
  { codegenExtra, check }: Attack,
  scene: Scene,
  command: Command,
  maxTimes: number,
): Promise<string[]> {
  const stage = {
    scene,
    command,
    times: Math.min(maxTimes, codegenExtra?.times ?? 1),
    maxMs: check.maxMs,
    maxRssMb: check.maxRssMb,
    code: codeOf(name),
  }
  return faults[kindOf(name)]?.(stage) ?? Promise.resolve([`there is no fault ${name}`])
}

function kindOf(name: string): string {
  if (codeOf(name) !== '') return 'failing-disk'
  return name.startsWith('kill9-') && name !== 'kill9-watch' ? 'kill9' : name
}

/** `enospc`, `eacces-rename` … */
function codeOf(name: string): string {
  return /^(enospc|eio|eacces|eperm|erofs|emfile|edquot|efbig)\b/i.exec(name)?.[0].toUpperCase() ?? ''
}

function versionOf(source: string, version: number): string {
  return `${source}\nexport interface Version${version} {\n  /** @query */ a: string\n}\n`
}

async function run({ scene, maxMs }: FaultStage, env: Readonly<Record<string, string>> = {}): Promise<Run> {
  return runCommand(scene.args, { cwd: scene.folder, env, maxMs })
}

/** The outputs of a clean run for a version of the source. */
async function cleanOutputs(stage: FaultStage, version: number): Promise<ReadonlyMap<string, string>> {
  writeVersion(stage, version)
  const { scene, command, maxMs } = stage
  const { exit, printed } = await command(scene.args, { cwd: scene.folder, maxMs })
  if (exit !== 0) throw new Error(`a clean run ended with ${exit}: ${printed}`)
  return outputsBelow(scene.folder)
}

function writeVersion({ scene }: FaultStage, version: number): void {
  writeFileSync(join(scene.folder, scene.sourceFile), versionOf(scene.source, version))
}

/** Kills the command during its writes, again and again. */
async function killed(stage: FaultStage, flags: readonly string[]): Promise<string[]> {
  const { scene, times } = stage
  const versions = [await cleanOutputs(stage, 1), await cleanOutputs(stage, 2)]
  for (let i = 0; i < times; i++) {
    const child = startCommand([...flags, ...scene.args], { cwd: scene.folder })
    const ended = once(child, 'exit')
    writeVersion(stage, 1 + (i % 2))
    if (flags.length > 0) await Promise.race([once(child.stdout ?? child, 'data'), ended])
    writeVersion(stage, 1 + ((i + 1) % 2))
    // From before its first read to after its last write.
    await sleep(flags.length > 0 ? i * 7 : 100 + i * 40)
    child.kill('SIGKILL')
    await ended
    const now = outputsBelow(scene.folder)
    if (![...now].every(([path, text]) => versions.some((outputs) => outputs.get(path) === text)))
      return [`after ${i + 1} kills an output is neither the old one nor the new one`]
  }
  const last = await cleanOutputs(stage, 1)
  const wrong = sameTexts(last, versions[0]) ? [] : ['the next run does not make the outputs of a clean one']
  const temporary = readdirSync(scene.folder).filter((name) => name.includes('.ctxgen-'))
  return temporary.length === 0 ? wrong : [...wrong, `${temporary.join(', ')} is left`]
}

/** An editor writes a file in two halves while ctxgen watches. */
async function writeHalves(stage: FaultStage): Promise<string[]> {
  const { scene } = stage
  const newer = await cleanOutputs(stage, 2)
  const older = await cleanOutputs(stage, 1)
  const child = startCommand(['--watch', ...scene.args], { cwd: scene.folder })
  try {
    await once(child.stdout ?? child, 'data')
    const text = versionOf(scene.source, 2)
    const path = join(scene.folder, scene.sourceFile)
    // In the middle of its second to last line.
    const half = text.length - 20
    writeFileSync(path, text.slice(0, half))
    await sleep(50)
    const between = outputsBelow(scene.folder)
    writeFileSync(path, text)
    const end = performance.now() + Math.min(stage.maxMs, 10_000)
    while (!sameTexts(outputsBelow(scene.folder), newer)) {
      if (performance.now() > end) return ['the output is not that of the finished file']
      await sleep(10)
    }
    return sameTexts(between, older) ? [] : ['half a file changed the output']
  } finally {
    child.kill('SIGKILL')
  }
}

/** An output may be written into a folder that is being removed. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 5 } as const

/** Files written, moved and removed faster than they can be read, while ctxgen watches. */
async function storm(stage: FaultStage): Promise<string[]> {
  const { scene, times, maxMs, maxRssMb } = stage
  const wanted = await cleanOutputs(stage, 1)
  const child = startCommand(['--watch', '--clean', ...scene.args], { cwd: scene.folder })
  const ended = once(child, 'exit')
  ended.catch(() => {})
  let peakMb = 0
  child.on('message', (message) => {
    peakMb = Number(message)
  })
  try {
    await Promise.race([once(child.stdout ?? child, 'data'), ended])
    for (let i = 0; i < times; i++) {
      stir(scene, i)
      if (i % 50 === 49) await sleep(10)
    }
    rmSync(join(scene.folder, 'storm'), removal)
    writeVersion(stage, 1)
    const end = performance.now() + Math.min(maxMs, 30_000)
    while (!sameTexts(outputsBelow(scene.folder), wanted)) {
      if (child.exitCode !== null) return [`the watch ended with ${child.exitCode}`]
      if (performance.now() > end) return ['the outputs are not those of what is left after the storm']
      await sleep(20)
    }
    child.kill('SIGINT')
    const [code] = await ended
    const failures = code === 0 ? [] : [`the watch ended with ${code}`]
    return peakMb > maxRssMb ? [...failures, `took ${Math.round(peakMb)} MB`] : failures
  } finally {
    child.kill('SIGKILL')
  }
}

/** One of many changes: a new file, half a file, another version of the source, one or all files removed. */
function stir({ folder, sourceFile, source }: Scene, i: number): void {
  const inStorm = join(folder, 'storm', `f${i % 20}`)
  mkdirSync(inStorm, { recursive: true })
  const path = join(inStorm, 'dto.ts')
  const text = versionOf(source, i)
  writeFileSync(path, i % 3 === 0 ? text.slice(0, text.length / 2) : text)
  if (i % 4 === 1) renameSync(path, join(inStorm, `moved${i % 7}.ts`))
  if (i % 5 === 2) rmSync(path, { force: true })
  if (i % 7 === 3) writeFileSync(join(folder, sourceFile), text)
  if (i % 40 === 39) rmSync(join(folder, 'storm'), removal)
}

/** Several commands at once in one folder. */
async function runTogether(stage: FaultStage): Promise<string[]> {
  const { scene, times } = stage
  const newer = await cleanOutputs(stage, 2)
  await cleanOutputs(stage, 1)
  writeVersion(stage, 2)
  const runs = await Promise.all(Array.from({ length: times }, () => run(stage)))
  const wrong = runs
    .filter(({ exit }) => exit !== 0)
    .map(({ exit, printed }) => `exit code ${exit}: ${printed}`)
  if (!sameTexts(outputsBelow(scene.folder), newer)) wrong.push('the outputs are not those of a single run')
  const temporary = readdirSync(scene.folder).filter((name) => name.includes('.ctxgen-'))
  return temporary.length === 0 ? wrong : [...wrong, `${temporary.join(', ')} is left`]
}

const surroundings: readonly Readonly<Record<string, string>>[] = [
  { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Apia' },
  { LANG: 'C', LC_ALL: 'C', TZ: 'UTC' },
  { LANG: 'de_DE.UTF-8', TZ: 'Asia/Kathmandu', NODE_ENV: 'production', CI: '1', USER: 'somebody' },
]

/** The same source in another environment: locale, time zone, order of files. */
async function runEverywhere(stage: FaultStage): Promise<string[]> {
  const { scene, times } = stage
  const first = await cleanOutputs(stage, 1)
  for (let i = 0; i < times; i++) {
    for (const path of first.keys()) rmSync(path)
    const { exit, printed } = await run(stage, surroundings[i % surroundings.length])
    if (exit !== 0) return [`run ${i + 1} ended with ${exit}: ${printed}`]
    if (!sameTexts(outputsBelow(scene.folder), first)) return [`run ${i + 1} made another output`]
  }
  return []
}

/** Fails the first call that changes the disk, then the second, and so on until a run succeeds. */
async function failEveryWrite(stage: FaultStage): Promise<string[]> {
  const { scene, code, maxMs } = stage
  const newer = await cleanOutputs(stage, 2)
  const older = await cleanOutputs(stage, 1)
  writeVersion(stage, 2)
  const preload = fileURLToPath(new URL('./failing-disk.mjs', import.meta.url))
  for (let call = 1; call < 100; call++) {
    const env = { CTXGEN_FAIL: `${code} ${call}` }
    const result = await runCommand(scene.args, {
      cwd: scene.folder,
      env,
      nodeArgs: ['--import', preload],
      maxMs,
    })
    const now = outputsBelow(scene.folder)
    for (const [path, text] of now) {
      if (text !== older.get(path) && text !== newer.get(path)) return [`call ${call} left half an output`]
    }
    const left = [...filesBelow(scene.folder).keys()].filter((path) => path.includes('.ctxgen-'))
    if (left.length > 0) return [`call ${call} left ${left.join(', ')}`]
    if (/^\s+at /m.test(result.printed)) return [`call ${call} ended in a stack trace`]
    // Beyond the last call that can fail.
    if (result.exit === 0 && sameTexts(now, newer)) return []
  }
  return ['no run succeeded']
}

function sameTexts(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string> | undefined): boolean {
  return a.size === b?.size && [...a].every(([path, text]) => b.get(path) === text)
}
