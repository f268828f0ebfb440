import { join } from 'node:path'
import type { Subject } from './case-env.ts'
import { needsOf } from './case-needs.ts'
import type { GeneratorCase, RequestCase } from './case-types.ts'
import type { Ctxgen } from './ctxgen-command.ts'
import { Exchanges } from './exchanges.ts'
import { runGeneratorCase } from './generator-case.ts'
import type { Area } from './load-cases.ts'
import { loadSubject } from './load-subject.ts'
import { prepareDtos } from './prepare-dtos.ts'
import { hasZstd } from './request-bytes.ts'
import { runCase } from './run-case.ts'
import { showError } from './show.ts'
import { type TypeCheck, typeErrors } from './type-check.ts'
import { makeWorkspace, type Workspace } from './workspace.ts'

export type Verdict = 'passed' | 'failed' | 'soft' | 'skipped' | 'disputed'

export interface CaseResult {
  readonly id: string
  readonly verdict: Verdict
  /** The reason for failing, or the missing abilities. */
  readonly reasons: readonly string[]
}

export interface AreaResult {
  readonly area: string
  readonly results: readonly CaseResult[]
  readonly milliseconds: number
}

export interface Suite {
  runArea(area: Area): Promise<AreaResult>
  close(): void
}

/** The abilities of this harness; zstd depends on the version of node. */
const abilities = new Set(['socket', 'http2', 'interim', 'memfs', ...(hasZstd ? ['zstd'] : [])])

/** Generates the DTOs of the areas and loads the runtime. */
export async function openSuite(
  areas: readonly Area[],
  ctxgen: Ctxgen,
  disputed: ReadonlySet<string>,
): Promise<Suite> {
  const workspace = makeWorkspace()
  const subject = await loadSubject(await prepareDtos(areas, workspace, ctxgen))
  return {
    async runArea(area) {
      const started = performance.now()
      const reasons =
        area.kind === 'generator'
          ? await runGeneratorCases(area.cases, workspace, ctxgen)
          : await runRequestCases(area.cases, area.name, subject)
      const results = area.cases.map((testCase) => judge(testCase, reasons.get(testCase.id), disputed))
      return { area: area.name, results, milliseconds: performance.now() - started }
    },
    close: () => workspace.remove(),
  }
}

function missingAbilities(testCase: RequestCase | GeneratorCase): string[] {
  return [...needsOf(testCase)].filter((need) => !abilities.has(need))
}

function judge(
  testCase: RequestCase | GeneratorCase,
  reasons: readonly string[] = [],
  disputed: ReadonlySet<string>,
): CaseResult {
  const { id } = testCase
  const missing = missingAbilities(testCase)
  if (missing.length > 0) return { id, verdict: 'skipped', reasons: missing }
  if (reasons.length === 0) return { id, verdict: 'passed', reasons }
  if (disputed.has(id)) return { id, verdict: 'disputed', reasons }
  return { id, verdict: testCase.soft === true ? 'soft' : 'failed', reasons }
}

async function runRequestCases(
  cases: readonly RequestCase[],
  area: string,
  subject: Subject,
): Promise<Map<string, string[]>> {
  const reasons = new Map<string, string[]>()
  for (const testCase of cases) {
    if (missingAbilities(testCase).length === 0)
      reasons.set(testCase.id, await runCase(testCase, area, subject, new Exchanges()))
  }
  return reasons
}

async function runGeneratorCases(
  cases: readonly GeneratorCase[],
  workspace: Workspace,
  ctxgen: Ctxgen,
): Promise<Map<string, string[]>> {
  const reasons = new Map<string, string[]>()
  const owners = new Map<string, string>()
  const plain: string[] = []
  const ownProjects: [folder: string, types: TypeCheck][] = []
  for (const [i, testCase] of cases.entries()) {
    if (missingAbilities(testCase).length > 0) continue
    const folder = workspace.folder(join('generator', String(i)))
    const { problems, types } = await runGeneratorCase(testCase, folder, ctxgen)
    reasons.set(testCase.id, problems)
    for (const path of types.files) owners.set(path, testCase.id)
    if (types.base === undefined) plain.push(...types.files)
    else ownProjects.push([folder, types])
  }
  // One run of the compiler for all of them, since its start costs more than the files do.
  for (const [folder, types] of [[workspace.root, { files: plain }] as const, ...ownProjects]) {
    for (const [path, problems] of await typeProblems(folder, types)) {
      reasons.get(owners.get(path) ?? '')?.push(...problems)
    }
  }
  return reasons
}

async function typeProblems(folder: string, types: TypeCheck): Promise<Map<string, string[]>> {
  try {
    const errors = await typeErrors(folder, types)
    const described = [...errors].map(([path, texts]): [string, string[]] => [
      path,
      texts.slice(0, 3).map((text) => `the generated file does not type-check: ${text}`),
    ])
    return new Map(described)
  } catch (error) {
    return new Map(types.files.map((path) => [path, [`no type check: ${showError(error)}`]]))
  }
}
