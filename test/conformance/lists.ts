import { readFileSync } from 'node:fs'
import type { Area } from './load-cases.ts'
import { places } from './places.ts'
import type { AreaResult } from './run-suite.ts'

/** An area whose hard cases must all pass, with exceptions. */
export interface DoneArea {
  readonly area: string
  readonly except: readonly string[]
}

/** Reads done.json: names of areas, or `{ area, except }`. */
export function readDone(path: string = places.done): DoneArea[] {
  return readList(path).map((item) => {
    if (typeof item === 'string') return { area: item, except: [] }
    const { area, except } = item as { area?: unknown; except?: unknown }
    if (typeof area !== 'string' || !Array.isArray(except))
      throw new Error(`${path}: ${JSON.stringify(item)}`)
    return { area, except: except.map(String) }
  })
}

/** Reads disputed.json: cases that we consider wrong, each with the reason. */
export function readDisputed(path: string = places.disputed): ReadonlyMap<string, string> {
  return new Map(
    readList(path).map((item) => {
      const { id, reason } = item as { id?: unknown; reason?: unknown }
      if (typeof id !== 'string' || typeof reason !== 'string' || reason === '') {
        throw new Error(`${path}: ${JSON.stringify(item)} must have an id and a reason`)
      }
      return [id, reason]
    }),
  )
}

function readList(path: string): readonly unknown[] {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(content)) throw new Error(`${path} is no list`)
  return content
}

/** Entries of the two lists that name nothing. */
export function listProblems(
  areas: readonly Area[],
  done: readonly DoneArea[],
  disputed: ReadonlyMap<string, string>,
): string[] {
  const problems: string[] = []
  const ids = new Set(areas.flatMap((area) => area.cases.map((testCase) => testCase.id)))
  for (const id of disputed.keys()) if (!ids.has(id)) problems.push(`disputed.json: there is no case ${id}`)
  for (const { area, except } of done) {
    const found = areas.find((candidate) => candidate.name === area)
    if (found === undefined) problems.push(`done.json: there is no area ${area}`)
    for (const id of except) {
      if (found?.cases.every((testCase) => testCase.id !== id))
        problems.push(`done.json: ${area} has no case ${id}`)
    }
  }
  return problems
}

/** Obstacles to calling an area done: hard failures and obsolete exceptions. */
export function doneProblems({ area, results }: AreaResult, { except }: DoneArea): string[] {
  const problems: string[] = []
  for (const { id, verdict, reasons } of results) {
    const excepted = except.includes(id)
    if (verdict === 'failed' && !excepted) problems.push(`${id}: ${reasons.join('; ')}`)
    if (verdict === 'passed' && excepted)
      problems.push(`${id} passes: take it out of the exceptions of ${area} in done.json`)
  }
  return problems
}
