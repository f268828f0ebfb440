import type { Call } from '../app/call-routes.ts'
import type { StreamedBody } from './streamed-body.ts'

/** A hostile input and the demands on its answer: an entry of `reference/ATTACK-FORMAT.md`. */
export interface Attack {
  readonly id: string
  readonly area: string
  readonly description: string
  readonly demand: string
  readonly check: AttackCheck
  readonly request?: AttackRequest
  /** The bytes of a connection, as Latin-1. */
  readonly raw?: string
  readonly call?: Call
  readonly codegen?: string
  readonly codegenRepeat?: Repeat
  readonly codegenExtra?: CodegenExtra
  readonly probe?: Probe
  readonly peer?: string
  readonly via?: readonly string[]
  readonly profile?: string
  readonly routes?: readonly string[]
  readonly client?: AttackClient
  readonly repeat?: number
  readonly concurrency?: number
}

export interface AttackRequest {
  readonly method: string
  readonly path?: string
  readonly pathRepeat?: Repeat
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string
  readonly bodyBase64?: string
  readonly bodyRepeat?: Repeat
  readonly bodyStream?: StreamedBody
  readonly transfer?: 'chunked'
}

/** A client's misbehaviour in place of reading its answer to the end. */
export const clientActions = [
  'destroy-after-send',
  'destroy-after-first-byte',
  'half-close-after-send',
  'stall',
  'never-read',
  'drip',
] as const

export interface AttackClient {
  readonly action: (typeof clientActions)[number]
  readonly unit?: string
  readonly everyMs?: number
  readonly forMs?: number
}

export interface Repeat {
  readonly prefix: string
  readonly unit: string
  readonly count: number
  readonly suffix: string
}

/** The scene around a source: other files, links, permissions, arguments and injected errors. */
export interface CodegenExtra {
  readonly fileName?: string
  readonly args?: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly symlinks?: readonly (readonly [link: string, target: string])[]
  readonly chmod?: Readonly<Record<string, string | number>> | readonly (readonly [string, string | number])[]
  readonly fault?: string
  readonly times?: number
}

/** A call of the generated query binder, and the expected members of its result. */
export interface Probe {
  readonly binder: string
  readonly query: string
  readonly boundEquals?: Readonly<Record<string, unknown>>
  readonly noInherited?: boolean
}

type HeaderValues = readonly (readonly [name: string, value: string])[]

/** The demands; `ATTACK-FORMAT.md` defines each. */
export interface AttackCheck {
  readonly noCrash?: boolean
  readonly maxMs: number
  readonly maxRssMb: number
  readonly statusIn?: readonly number[]
  readonly allowClose?: boolean
  readonly responseCount?: number
  readonly handlerNotCalled?: boolean
  readonly fdsBack?: boolean
  readonly noTmpFiles?: boolean
  readonly noWritesOutside?: boolean
  readonly bodyContains?: string
  readonly bodyContainsIf200?: string
  readonly bodyNotContains?: string
  readonly bodyNotStartsWith?: string
  readonly rawContains?: string
  readonly rawNotContains?: string
  readonly rawHeaderNotContains?: string
  readonly headerEquals?: HeaderValues
  readonly headerContains?: HeaderValues
  readonly headerNotContains?: HeaderValues
  readonly headerMatches?: HeaderValues
  readonly headerNotMatches?: HeaderValues
  readonly maxBodyBytes?: number
  readonly mustBeTruncated?: boolean
  readonly jsonEquals?: Readonly<Record<string, unknown>>
  readonly jsonNotEquals?: Readonly<Record<string, unknown>>
  readonly jsonPathAbsent?: string
  readonly maxArrayLen?: number
  readonly typesHold?: boolean
  readonly noPollution?: boolean
  readonly noInherited?: readonly string[]
  readonly generatorMustExitZero?: boolean
  readonly generatorMustExitNonZero?: boolean
  readonly generatorDiagnosticMatches?: string
  readonly generatedMustParse?: boolean
  readonly generatedMustTypecheck?: boolean
  readonly generatedCodeMustNotContainUnescaped?: string
  readonly pwnedMarkerAbsent?: boolean
  readonly outputsUnchanged?: boolean
  readonly outputsWhole?: boolean
  readonly deterministic?: boolean
}
