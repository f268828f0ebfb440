import type { Exports } from './call-method.ts'
import type { Step } from './case-types.ts'

/** The packages under test, or their load errors. */
export interface Subject {
  readonly runtime: Exports
  readonly msgpack: Exports
  readonly cbor: Exports
  /** The exports of an area's DTO source and its generated module, or the reason they are unusable. */
  dtosOf(area: string): AreaDtos
}

export interface AreaDtos {
  /** Exports of the generated module: the Dto objects. */
  readonly generated: Exports
  /** Exports of the DTO source: classes and converters. */
  readonly source: Exports
  readonly failure?: string
}

/** State shared by the steps of one case. */
export interface CaseEnv {
  readonly subject: Subject
  readonly dtos: AreaDtos
  /** Set once the App exists. */
  app: unknown
  /** The temporary folder with the case's files. */
  readonly folder: string
  readonly failures: string[]
  readonly saved: Map<string, unknown>
  readonly storages: Map<string, Map<string, Uint8Array>>
  readonly closed: Set<string>
  readonly later: { readonly c: unknown; readonly steps: readonly Step[] }[]
  /** Work that outlives its handler (stream writers); awaited before the verdict. */
  readonly pending: Promise<void>[]
  /** Lists of steps that were started, and the steps that ran. */
  readonly entered: Set<readonly Step[]>
  readonly ran: Set<Step>
  /** Errors thrown by a handler though no step meant to throw. */
  readonly unexpected: unknown[]
  /** Settles when the client has closed its end. */
  readonly clientGone: Promise<void>
  validatorCalls: number
}

export function createEnv(
  subject: Subject,
  area: string,
  folder: string,
  clientGone: Promise<void>,
): CaseEnv {
  return {
    subject,
    dtos: subject.dtosOf(area),
    app: undefined,
    folder,
    failures: [],
    saved: new Map(),
    storages: new Map(),
    closed: new Set(),
    later: [],
    pending: [],
    entered: new Set(),
    ran: new Set(),
    unexpected: [],
    clientGone,
    validatorCalls: 0,
  }
}
