import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { places } from '../../conformance/places.ts'
import { checkedErrors } from '../../support/strict-compile.ts'
import type { Attack } from '../run/attack.ts'
import type { Outcome, Report } from '../run/outcome.ts'
import { strayFiles } from '../run/stray-files.ts'
import { BinderProcess } from './binder-process.ts'
import { CommandProcess } from './command-process.ts'
import { runFault } from './faults.ts'
import { type Command, type Run, runCommand } from './run-command.ts'
import { filesBelow, openStage, outputsBelow, type Scene, type Stage, setScene } from './scene.ts'
import { syntaxErrors, unescapedPlaces } from './unescaped.ts'

/** The state of an attack before all outputs are compiled together. */
interface Finding extends Outcome {
  readonly scene: Scene
  readonly typechecks: boolean
  /** No outputs to check. */
  readonly isBroken?: boolean
}

const maxTimesQuick = 3

/**
 * Runs attacks on the generator, two at a time.
 * @param quick sources share a process, and failures of the environment are repeated a few times instead of many.
 */
export async function runCodegenAttacks(
  attacks: readonly Attack[],
  quick: boolean,
  report: Report,
): Promise<void> {
  if (attacks.length === 0) return
  const stage = openStage()
  const binders = new BinderProcess()
  const findings: Finding[] = []
  const left = [...attacks.entries()]
  const maxTimes = quick ? maxTimesQuick : Number.POSITIVE_INFINITY
  const lane = async (): Promise<void> => {
    const shared = new CommandProcess()
    const command: Command = quick ? (...run) => shared.run(...run) : runCommand
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [i, attack] = next
      findings.push(await tryOne(attack, stage, `s${i}`, command, maxTimes))
    }
    shared.stop()
  }
  try {
    await Promise.all([lane(), lane()])
    const errors = await typeErrors(stage.path, findings)
    for (const finding of findings) {
      const { scene } = finding
      const own = finding.typechecks ? errors.filter((line) => isOf(line, scene, stage.path)) : []
      report({
        ...finding,
        failures: [...finding.failures, ...own, ...(await binderFailures(finding, binders))],
      })
    }
  } finally {
    binders.stop()
    stage.remove()
  }
}

/** A scene that cannot be set up fails its entry alone. */
async function tryOne(
  attack: Attack,
  stage: Stage,
  name: string,
  command: Command,
  maxTimes: number,
): Promise<Finding> {
  let scene: Scene = { folder: join(stage.path, name), sourceFile: '', source: '', args: [] }
  try {
    scene = setScene(attack, stage, name)
    return await runOne(attack, scene, command, maxTimes)
  } catch (error) {
    const failures = [`cannot be made: ${error}`]
    return { attack, over: 'generator', scene, typechecks: false, failures, isBroken: true }
  }
}

async function runOne(attack: Attack, scene: Scene, command: Command, maxTimes: number): Promise<Finding> {
  const finding = { attack, over: 'generator', scene, typechecks: false }
  if (scene.impossible !== undefined) return { ...finding, failures: [], skipped: scene.impossible }
  const { check, codegenExtra: extra = {} } = attack
  const fault = extra.fault ?? (check.deterministic ? 'determinism' : undefined)
  if (fault !== undefined) {
    const made = await runFault(fault, attack, scene, command, maxTimes)
    return { ...finding, failures: [...made, ...outputFailures(attack, scene)] }
  }
  const failures = check.outputsWhole ? ['cannot be made: outputsWhole needs a fault'] : []
  await makeOutputs(attack, scene, command)
  const stray = strayFiles()
  const outside = filesBelow(join(scene.folder, '../outside'))
  const before = outputsBelow(scene.folder)
  const run = await command(scene.args, { cwd: scene.folder, maxMs: check.maxMs + 1000 })
  failures.push(...runFailures(attack, run), ...outputFailures(attack, scene))
  if (check.outputsUnchanged && !sameFiles(before, outputsBelow(scene.folder)))
    failures.push('an output was changed')
  if (!sameFiles(outside, filesBelow(join(scene.folder, '../outside'))))
    failures.push('a file outside was written')
  for (const file of strayFiles()) if (!stray.includes(file)) failures.push(`${file} was written`)
  const typechecks = check.generatedMustTypecheck === true && run.exit === 0
  return { ...finding, failures, typechecks, printed: run.printed }
}

/** Outputs that must not change have to exist first: those of another, well-formed source in its place. */
async function makeOutputs({ check }: Attack, scene: Scene, command: Command): Promise<void> {
  if (!check.outputsUnchanged || outputsBelow(scene.folder).size > 0) return
  const path = join(scene.folder, scene.sourceFile)
  writeFileSync(path, 'export interface Before {\n  /** @query */ a: string\n}\n')
  await command(scene.args, { cwd: scene.folder, maxMs: check.maxMs })
  writeFileSync(path, scene.source)
}

function runFailures({ check }: Attack, { exit, signal, printed, ms, rssMb }: Run): string[] {
  const failures: string[] = []
  if (signal !== null) failures.push(`ended by ${signal} after ${Math.round(ms)} ms`)
  if (ms > check.maxMs) failures.push(`took ${Math.round(ms)} ms`)
  if (rssMb > check.maxRssMb) failures.push(`took ${Math.round(rssMb)} MB`)
  if (/^\s+at .+[:(]/m.test(printed) || printed.includes('bug in ctxgen')) failures.push('a stack trace')
  if (check.generatorMustExitZero && exit !== 0) failures.push(`exit code ${exit}`)
  if (check.generatorMustExitNonZero && exit === 0) failures.push('exit code 0')
  const wanted = check.generatorDiagnosticMatches
  if (wanted !== undefined && !new RegExp(wanted).test(printed)) failures.push(`does not say ${wanted}`)
  return failures
}

function outputFailures({ check }: Attack, { folder }: Scene): string[] {
  const failures: string[] = []
  const unescaped = check.generatedCodeMustNotContainUnescaped
  for (const [path, text] of outputsBelow(folder)) {
    if (check.generatedMustParse) failures.push(...syntaxErrors(path, text))
    if (unescaped !== undefined) failures.push(...unescapedPlaces(path, text, unescaped))
  }
  return failures
}

async function binderFailures(finding: Finding, binders: BinderProcess): Promise<string[]> {
  const { attack, scene, skipped, isBroken } = finding
  if (skipped !== undefined || isBroken || attack.check.pwnedMarkerAbsent !== true) return []
  const failures: string[] = []
  for (const [path, text] of outputsBelow(scene.folder)) {
    // The tests do not run a user's handwritten code.
    if (!text.includes('@generated by ctxgen')) continue
    const { href } = pathToFileURL(path)
    failures.push(...(await binders.failuresOf({ url: href, probe: attack.probe })))
  }
  return failures
}

/** The compiler's messages for all outputs, in one run, since its start takes longer than they do. */
async function typeErrors(root: string, findings: readonly Finding[]): Promise<readonly string[]> {
  const files = findings
    .filter(({ typechecks }) => typechecks)
    .flatMap(({ scene }) => [...outputsBelow(scene.folder).keys()])
  if (files.length === 0) return []
  const tsconfig = join(root, 'tsconfig.json')
  const base = join(places.root, 'fixtures/tsconfig.json')
  writeFileSync(
    tsconfig,
    JSON.stringify({ extends: base, compilerOptions: { rootDir: '.', types: [] }, include: [], files }),
  )
  const errors = await checkedErrors(tsconfig)
  return errors
}

/**
 * Whether a compiler message is about an output of the scene; faulty sources are the point of attacks. A
 * message without a place means that nothing was compiled, and concerns all outputs.
 */
function isOf(line: string, { folder }: Scene, root: string): boolean {
  if (line.startsWith('error')) return true
  const path = line.slice(0, line.search(/\(\d+,\d+\): error /)).replaceAll('\\', '/')
  return path.includes(`${relative(root, folder).replaceAll('\\', '/')}/`) && /\.bind\.[cm]?ts$/.test(path)
}

function sameFiles(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([path, text]) => b.get(path) === text)
}
