import type { Library } from '@ctxgen/codegen/migrate'
import type { BindInput } from '@ctxgen/runtime'
import { bindInput } from '../../support/bind-input.ts'
import { NoValue, randomOf } from '../foreign/random-values.ts'
import { isPlainObject } from '../foreign/schema.ts'
import { clauseOf, type Place } from './clauses.ts'
import { damaged } from './damage.ts'
import type { Declared } from './declared.ts'
import { isAt, type Loss } from './losses.ts'
import type { Issue, Original, Outcome } from './originals.ts'
import { isInUnion } from './unions.ts'
import { randomValueOf } from './values.ts'

/** The object that is generated for a DTO, as far as it is called here. */
export interface BoundDto {
  json(input: BindInput): unknown
  readonly '~standard': {
    readonly jsonSchema: { input(options: { readonly target: string }): unknown }
  }
}

/** The result of comparing values of one DTO. */
export interface Compared {
  taken: number
  refused: number
  /** Values at which a function of the project threw. */
  threw: number
  /** Differences by what explains them. */
  readonly known: Record<string, number>
  readonly failures: string[]
}

const maxFailures = 3

/** Both judge random values of both schemas, and damaged ones. */
export async function compareDto(
  library: Library,
  dto: BoundDto,
  original: Original,
  losses: readonly Loss[],
  declared: Declared,
  values: number,
  seed: number,
): Promise<Compared> {
  const compared: Compared = { taken: 0, refused: 0, threw: 0, known: {}, failures: [] }
  const random = randomOf(seed)
  const own = dto['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  const schemas = original.jsonSchema === undefined ? [own] : [own, original.jsonSchema]
  for (let i = 0; i < values; i++) {
    if (compared.failures.length >= maxFailures) break
    const made = await valid(schemas[i % schemas.length], original)
    if (made === undefined) continue
    const value = i % 4 < 2 ? made.value : damaged(made.value, random)
    if (!isPlainObject(value) && library === 'class-validator') continue
    await compareValue(value)
  }
  return compared

  function clauseAt(
    place: Omit<Place, 'library' | 'rules' | 'type' | 'isChecked' | 'isInUnion'>,
  ): string | undefined {
    const { path } = place
    const property = String(path.findLast((part) => !/^\d+$/.test(String(part))) ?? '')
    return clauseOf({
      ...place,
      library,
      rules: declared.rulesOf(property),
      type: declared.typesOf(property),
      isChecked: original.checks(path, 'at' in place ? place.at : place.ours),
      isInUnion: isInUnion(own, path),
    })
  }

  /** A value that the original takes, as far as one is found in a few attempts. */
  async function valid(
    schema: unknown,
    { judge }: Original,
  ): Promise<{ readonly value: unknown } | undefined> {
    let last: { readonly value: unknown } | undefined
    for (let left = 4; left > 0; left--) {
      try {
        last = { value: JSON.parse(JSON.stringify(randomValueOf(schema, random))) }
      } catch (error) {
        if (!(error instanceof NoValue) && !(error instanceof SyntaxError)) throw error
        continue
      }
      if ('value' in (await judge(last.value))) return last
    }
    return last
  }

  async function compareValue(value: unknown): Promise<void> {
    const text = JSON.stringify(value)
    const theirs = await original.judge(JSON.parse(text))
    const ours = bind(dto, text)
    if ('threw' in ours) compared.failures.push(`the binder threw ${ours.threw}: ${text.slice(0, 800)}`)
    else if ('threw' in theirs) compared.threw++
    else if ('issues' in ours && 'issues' in theirs) compared.refused++
    else if ('value' in ours && 'value' in theirs) compareTaken(ours.value, theirs.value, text)
    else differ(value, ours, theirs)
  }

  function compareTaken(ours: unknown, theirs: unknown, text: string): void {
    compared.taken++
    if (!original.converts) return
    const place = difference(plain(ours), plain(theirs), [])
    if (place === undefined) return
    const isLost = losses.find((one) => isAt(one, { path: place.path, code: '', message: '' }))
    const at = valueAt(JSON.parse(text), place.path)
    const reason =
      isLost === undefined ? clauseAt({ ...place, side: 'value', at }) : `CTX6001: ${isLost.what}`
    if (reason !== undefined) count(reason)
    else
      fail(
        `taken with another value at ${place.path.join('.')}: ${show(place.ours)} here, ${show(place.theirs)} there`,
        text,
      )
  }

  function differ(value: unknown, ours: Outcome, theirs: Outcome): void {
    const side = 'issues' in ours ? 'ours' : 'theirs'
    const issues = 'issues' in ours ? ours.issues : 'issues' in theirs ? theirs.issues : []
    const reasons = issues.map((issue) => {
      const found = losses.find((one) => isAt(one, issue))
      if (found !== undefined) return `CTX6001: ${found.what}`
      return clauseAt({ side, path: issue.path, issue, at: valueAt(value, issue.path) })
    })
    const [first] = reasons
    // A union reports the issues of all its branches; one of them is the reason.
    const isExplained = side === 'theirs' ? reasons.some(isText) : reasons.every(isText)
    if (isExplained) count(reasons.find(isText) ?? first ?? '')
    else {
      const words = issues
        .slice(0, 3)
        .map(({ path, code, message }) => `${path.join('.')} ${code} ${message.slice(0, 200)}`)
      fail(
        `${side === 'ours' ? 'refused here' : 'refused there'} (${words.join('; ')})`,
        JSON.stringify(value),
      )
    }
  }

  function count(reason: string): void {
    compared.known[reason] = (compared.known[reason] ?? 0) + 1
  }

  function fail(what: string, text: string): void {
    compared.failures.push(`${what}: ${text.slice(0, 800)}`)
  }
}

function isText(reason: string | undefined): reason is string {
  return reason !== undefined
}

interface BindIssue {
  readonly path: string
  readonly code: string
  readonly message: string
  readonly rule?: string
}

function bind(dto: BoundDto, body: string): Outcome {
  try {
    return { value: dto.json(bindInput({ body, contentType: 'application/json' })) }
  } catch (error) {
    if (!(error instanceof Error) || !('issues' in error)) return { threw: String(error) }
    const issues = error.issues as readonly BindIssue[]
    return {
      issues: issues.map(
        ({ path, code, message, rule }): Issue => ({ path: path.split('.'), code: rule ?? code, message }),
      ),
    }
  }
}

interface Difference {
  readonly path: readonly string[]
  readonly ours: unknown
  readonly theirs: unknown
}

/** The first place at which two values differ. */
function difference(ours: unknown, theirs: unknown, path: readonly string[]): Difference | undefined {
  if (Object.is(ours, theirs)) return undefined
  const isTree =
    (Array.isArray(ours) && Array.isArray(theirs)) || (isPlainObject(ours) && isPlainObject(theirs))
  if (!isTree) return { path, ours, theirs }
  const [left, right] = [ours as Record<string, unknown>, theirs as Record<string, unknown>]
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const found = difference(left[name], right[name], [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}

/** As JSON, in which dates are texts and `undefined` is absent. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))
  return text === undefined ? undefined : JSON.parse(text)
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined | null)?.[key], value)
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 200)
}
