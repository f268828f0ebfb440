import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { BindInput } from '@ctxgen/runtime'
import { bindInput } from '../../support/bind-input.ts'
import { keepsContract } from './contract.ts'
import { damaged } from './damage.ts'
import type { Dispute } from './judge.ts'
import { NoValue, randomOf, randomValue } from './random-values.ts'
import type { RootSchema } from './schema.ts'
import { type Verdict, verdictOf } from './schemas.ts'
import type { ForeignType } from './sources.ts'

/** The result of binding values of one type. */
export interface Compared {
  /** Values that both took, and that both refused. */
  taken: number
  refused: number
  /** Values whose bound form was written and bound again. */
  roundTrips: number
  /** Differences that the contract explains, by the clause. */
  readonly known: Record<string, number>
  /** Values over which the schema and the binder differ, for which no clause is found. */
  readonly disputes: Dispute[]
  readonly failures: string[]
}

interface Issue {
  readonly message: string
  readonly path?: readonly (string | number)[]
}

/** The object that is generated for a DTO, as far as it is called here. */
interface BoundDto {
  json(input: BindInput): unknown
  stringify(value: unknown): string
  readonly '~standard': {
    validate(value: unknown): { readonly value: unknown } | { readonly issues: readonly Issue[] }
  }
}

const maxFailures = 3
const maxDisputes = 30

/** Binds random values of the schema, and damaged ones, and compares the outcome with Ajv's; `undefined` if it is invalid. */
export async function compareType(
  folder: string,
  type: ForeignType,
  root: RootSchema,
  values: number,
): Promise<Compared | undefined> {
  const compared: Compared = { taken: 0, refused: 0, roundTrips: 0, known: {}, disputes: [], failures: [] }
  const dto = await loadDto(folder, type).catch((error: unknown) => String(error).slice(0, 500))
  if (typeof dto === 'string') return { ...compared, failures: [`it cannot be loaded: ${dto}`] }
  const verdict = verdictOf(root.schema)
  if (verdict === undefined) return undefined
  const random = randomOf(type.expression.length)
  for (let left = values; left > 0; left--) {
    if (compared.failures.length >= maxFailures || compared.disputes.length >= maxDisputes) break
    const value = takenValue(root, verdict, random)
    if (value === undefined) continue
    compareValue(value.value, dto, root, verdict, compared)
    compareValue(damaged(value.value, random), dto, root, verdict, compared)
  }
  return compared
}

async function loadDto(folder: string, { file, dto: name }: ForeignType): Promise<BoundDto> {
  const path = join(folder, 'generated', `${file}.bind.ts`)
  const module = (await import(pathToFileURL(path).href)) as Record<string, BoundDto>
  const dto = module[name]
  if (dto === undefined) throw new Error(`it has no ${name}`)
  return dto
}

const maxTries = 5

/** A value that the schema takes; `undefined` when none is found. */
function takenValue(
  root: RootSchema,
  verdict: Verdict,
  random: () => number,
): { readonly value: unknown } | undefined {
  for (let left = maxTries; left > 0; left--) {
    try {
      const value = randomValue(root, random)
      if (verdict(value)) return { value }
    } catch (error) {
      // Ajv may exceed the stack.
      if (!(error instanceof NoValue) && !(error instanceof RangeError)) throw error
    }
  }
  return undefined
}

function compareValue(
  value: unknown,
  dto: BoundDto,
  root: RootSchema,
  verdict: Verdict,
  compared: Compared,
): void {
  const text = JSON.stringify(value)
  const fail = (what: string): void => {
    compared.failures.push(`${what}: ${text.slice(0, 1500)}`)
  }
  try {
    const decoded = dto['~standard'].validate(value)
    const issues = 'issues' in decoded ? decoded.issues : []
    const isTaken = issues.length === 0
    const bound = bindText(dto, text)
    const isSame = isTaken === 'value' in bound
    if (!isSame && !isLossOfDigits(value, issues)) fail('as text and decoded the outcome differs')
    if ('value' in bound) {
      compared.roundTrips++
      const written = dto.stringify(bound.value)
      const again = bindText(dto, written)
      if (!('value' in again && isDeepStrictEqual(again.value, bound.value)))
        fail(`written again as ${written}`)
    }
    if (verdict(value) === isTaken) {
      compared[isTaken ? 'taken' : 'refused']++
      return
    }
    const reason = breaksRules(bound)
      ? 'a rule in a comment, which the tools do not read'
      : explanation(value, root, issues)
    const what = isTaken ? 'taken against the schema' : `refused (${wordsOf(issues)})`
    if (reason === undefined) compared.disputes.push({ value, isTaken, what })
    else count(compared, reason)
  } catch (error) {
    fail(error instanceof Error ? (error.stack ?? '').split('\n').slice(0, 3).join(' ') : String(error))
  }
}

/** Settles the disputes: a difference is a failure unless the compiler holds with the binder. */
export function settle(compared: Compared, fits: ReadonlyMap<Dispute, boolean>): void {
  for (const one of compared.disputes.splice(0)) {
    if (fits.get(one) === one.isTaken)
      count(compared, 'the schema is not the type: the compiler decides as the binder')
    else if (compared.failures.length < maxFailures) {
      compared.failures.push(`${one.what}: ${JSON.stringify(one.value).slice(0, 1500)}`)
    }
  }
}

function count({ known }: Compared, reason: string): void {
  known[reason] = (known[reason] ?? 0) + 1
}

type Bound = { readonly value: unknown } | { readonly issues: readonly object[] }

function breaksRules(bound: Bound): boolean {
  return 'issues' in bound && bound.issues.every((issue) => 'rule' in issue)
}

function bindText(dto: BoundDto, body: string): Bound {
  try {
    return { value: dto.json(bindInput({ body, contentType: 'application/json' })) }
  } catch (error) {
    if (error instanceof Error && 'issues' in error) return { issues: error.issues as readonly object[] }
    throw error
  }
}

const plain = { nullIsAbsent: false, oneBranch: false, dropsUndeclared: false }
const clauses = {
  'null for an optional member': { ...plain, nullIsAbsent: true },
  'rule 13 reads another branch': { ...plain, oneBranch: true },
  'null for an optional member, and rule 13': { ...plain, nullIsAbsent: true, oneBranch: true },
  'members of an object without any are dropped': { ...plain, dropsUndeclared: true },
  'such members, and null for an optional member': { ...plain, dropsUndeclared: true, nullIsAbsent: true },
}

/** The clause of the contract by which the binder is right and the schema is not; `undefined` without one. */
function explanation(value: unknown, root: RootSchema, issues: readonly Issue[]): string | undefined {
  const isTaken = issues.length === 0
  if (isLossOfDigits(value, issues)) return 'a bigint is a whole number, decoded with all its digits'
  const { isOrdered } = root
  // Without a clause our reading of the schema has to be Ajv's, else it explains nothing.
  if (keepsContract(value, root, { ...plain, isOrdered }) === isTaken) return undefined
  const found = Object.entries(clauses).find(
    ([, clause]) => keepsContract(value, root, { ...clause, isOrdered }) === isTaken,
  )
  return found?.[0]
}

/** Whether all that is wrong are numbers in the place of a bigint that are not whole, or not exact once they are decoded. */
function isLossOfDigits(value: unknown, issues: readonly Issue[]): boolean {
  const isLoss = ({ message, path = [] }: Issue): boolean => {
    const at = valueAt(value, path)
    return /whole number|integer/.test(message) && typeof at === 'number' && !Number.isSafeInteger(at)
  }
  return issues.length > 0 && issues.every(isLoss)
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value)
}

function wordsOf(issues: readonly Issue[]): string {
  return issues
    .slice(0, 2)
    .map(({ path = [], message }) => `${path.join('.')} ${message}`)
    .join('; ')
}
