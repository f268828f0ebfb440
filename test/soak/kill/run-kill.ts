import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Run, runCommand } from '../../attacks/codegen/run-command.ts'
import { outputsBelow } from '../../attacks/codegen/scene.ts'
import { inTempProject, type TempProject } from '../../support/temp-project.ts'
import { described, type Figure, noneOf } from '../figure.ts'

const preload = fileURLToPath(new URL('../../attacks/codegen/failing-disk.mjs', import.meta.url))
const sources = 40
const maxMs = 60_000

type Outputs = ReadonlyMap<string, string>

/** The results of the kills. */
interface Killed {
  readonly byWay: Map<string, number>
  survived: number
  torn: number
  between: number
  notRecovered: number
  temporary: number
}

/** Kills the generator before, during and after calls that write, and runs it again after each. */
export async function runKill({ points }: { readonly points: number }): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  await inTempProject(async (project) => {
    const versions = [await cleanOutputs(project, 0), await cleanOutputs(project, 1)]
    writeVersion(project, 0)
    const { printed } = await run(project, 'count 0')
    const calls = Number(/^(\d+) calls$/m.exec(printed)?.[1])
    if (!(calls >= sources * 2)) throw new Error(`only ${calls} calls change the disk: ${printed}`)
    const killed = await killAtPoints(project, versions, pointsOf(calls, points))
    figures.push(described('outputs, calls that change the disk', `${versions[0]?.size}, ${calls}`))
    figures.push(...figuresOf(killed, points))
  })
  return figures
}

interface Point {
  readonly call: number
  readonly way: string
}

const ways = ['kill', 'kill-midway', 'kill-after'] as const

/** This many points, spread evenly over all calls; the three ways alternate. */
function pointsOf(calls: number, points: number): readonly Point[] {
  return Array.from({ length: points }, (_, i) => ({
    call: 1 + Math.floor((i * calls) / points),
    way: ways[i % ways.length] ?? 'kill',
  }))
}

async function killAtPoints(
  project: TempProject,
  versions: readonly Outputs[],
  points: readonly Point[],
): Promise<Killed> {
  const killed: Killed = {
    byWay: new Map(),
    survived: 0,
    torn: 0,
    between: 0,
    notRecovered: 0,
    temporary: 0,
  }
  for (const [i, { call, way }] of points.entries()) {
    // The present outputs are of the other version, so that every output has to be written.
    const [old, wanted] = i % 2 === 0 ? [versions[0], versions[1]] : [versions[1], versions[0]]
    writeVersion(project, (i + 1) % 2)
    const { signal } = await run(project, `${way} ${call}`)
    if (signal === 'SIGKILL') killed.byWay.set(way, (killed.byWay.get(way) ?? 0) + 1)
    else killed.survived++
    const now = outputsBelow(project.at('src'))
    if (isTorn(now, old, wanted)) killed.torn++
    if (!isSame(now, old) && !isSame(now, wanted)) killed.between++
    const { exit } = await run(project)
    if (exit !== 0 || !isSame(outputsBelow(project.at('src')), wanted)) killed.notRecovered++
    if (temporaryFiles(project).length > 0) killed.temporary++
    if ((i + 1) % 50 === 0) process.stdout.write(`kill: ${i + 1} points\n`)
  }
  return killed
}

function figuresOf(killed: Killed, points: number): readonly Figure[] {
  return [
    described('points', points),
    described('killed before, amid, after a call', ways.map((way) => killed.byWay.get(way) ?? 0).join(', ')),
    described('killed between two outputs', killed.between),
    noneOf('not killed', killed.survived),
    noneOf('outputs neither the old nor the new one', killed.torn),
    noneOf('not recovered by the next run', killed.notRecovered),
    noneOf('next runs that left a temporary file', killed.temporary),
  ]
}

async function cleanOutputs(project: TempProject, version: number): Promise<Outputs> {
  writeVersion(project, version)
  const { exit, printed } = await run(project)
  if (exit !== 0) throw new Error(`a clean run ended with ${exit}: ${printed}`)
  return outputsBelow(project.at('src'))
}

function writeVersion(project: TempProject, version: number): void {
  const files: Record<string, string> = {}
  for (let i = 0; i < sources; i++) {
    files[`src/part${i % 4}/dto${i}.ts`] =
      `/** @query @body */\nexport interface Dto${i} {\n  v${version}?: string\n  w?: number[]\n}\n`
  }
  project.write(files)
}

function run({ path }: TempProject, fault?: string): Promise<Run> {
  const env = fault === undefined ? {} : { CTXGEN_FAIL: fault }
  const nodeArgs = fault === undefined ? [] : ['--import', preload]
  return runCommand(['src'], { cwd: path, env, nodeArgs, maxMs })
}

function isTorn(now: Outputs, old: Outputs | undefined, wanted: Outputs | undefined): boolean {
  return [...now].some(([path, text]) => text !== old?.get(path) && text !== wanted?.get(path))
}

function isSame(a: Outputs, b: Outputs | undefined): boolean {
  return a.size === b?.size && [...a].every(([path, text]) => b.get(path) === text)
}

function temporaryFiles({ path }: TempProject): readonly string[] {
  const names = readdirSync(join(path, 'src'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.includes('.ctxgen-'))
}
