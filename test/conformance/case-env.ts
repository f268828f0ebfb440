import type { Exports } from './call-method.ts'
import type { Step } from './case-types.ts'

/** The packages under test, as far as they could be loaded. */
export interface Subject {
  readonly runtime: Exports
  readonly msgpack: Exports
  readonly cbor: Exports
  /** What the DTO source of an area and its generated module export, or why they cannot be used. */
  dtosOf(area: string): AreaDtos
}

export interface AreaDtos {
  /** Exports of the generated module: the Dto objects. */
  readonly generated: Exports
  /** Exports of the DTO source: classes and converters. */
  readonly source: Exports
  readonly failure?: string
}

/** What the steps of one case share. */
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
  /** Work that outlives its handler (stream writers); waited for before the verdict. */
  readonly pending: Promise<void>[]
  /** Lists of steps that were begun, and the steps that were carried out. */
  readonly entered: Set<readonly Step[]>
  readonly ran: Set<Step>
  /** Errors that left a handler though no step meant to throw. */
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
