import type { AreaDtos, Subject } from '../../conformance/case-env.ts'
import type { RequestCase } from '../../conformance/case-types.ts'
import { runCase } from '../../conformance/run-case.ts'
import { FetchClient } from './fetch-client.ts'
import { notApplicable } from './fetch-request.ts'

/** The cases of an area and what their DTO source and its generated module export. */
export interface AreaParts {
  readonly cases: readonly RequestCase[]
  readonly dtos: AreaDtos
}

/** The result of a case: it passed, it could not be run, or it failed. */
export interface Outcome {
  readonly id: string
  readonly notApplicable?: string
  readonly failures: readonly string[]
  /** The contract leaves its point open. */
  readonly soft?: boolean
}

/** A server that runs the cases of an area, `/bind/json`, where it runs itself, and answers with their outcomes. */
export function caseWorker(
  areas: Readonly<Record<string, AreaParts>>,
  packages: Pick<Subject, 'runtime' | 'msgpack' | 'cbor'>,
): { fetch(request: Request): Promise<Response> } {
  const nothing = { generated: {}, source: {} }
  const subject: Subject = { ...packages, dtosOf: (area) => areas[area]?.dtos ?? nothing }
  return {
    async fetch(request) {
      const area = new URL(request.url).pathname.slice(1)
      const outcomes: Outcome[] = []
      for (const testCase of areas[area]?.cases ?? []) outcomes.push(await outcomeOf(testCase, area, subject))
      return Response.json(outcomes)
    },
  }
}

async function outcomeOf(testCase: RequestCase, area: string, subject: Subject): Promise<Outcome> {
  const { id } = testCase
  const kind = notApplicable(testCase)
  if (kind !== undefined) return { id, notApplicable: kind, failures: [] }
  const failures = await runCase(testCase, area, subject, new FetchClient())
  return { id, failures, ...(testCase.soft === true && { soft: true }) }
}
