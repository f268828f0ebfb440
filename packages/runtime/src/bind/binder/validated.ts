import { ValidationError } from '../../error/validation-error.ts'
import type { SaveOptions } from '../../request/file-stream.ts'
import { piecesOf, streamOf } from '../../request/pieces.ts'
import { type FindIssues, issuesOf } from '../../validate/issues.ts'
import type { FindIssuesAsync } from '../../validate/pending-issues.ts'
import { ruleContext } from '../../validate/rule-context.ts'
import type { RuleIssue } from '../../validate/rule-issue.ts'
import { clientIssues } from '../../validate/validation-issues.ts'
import type { Validation } from '../parsers/binder-parts.ts'
import type { StreamRules } from '../parsers/parsers.ts'
import type { Place, Places } from '../parsers/places.ts'
import type { BindInput, BindSettings, BodyPieces, StructValidator } from '../reading/bind-input.ts'
import { checkAliasTag, type NamedDto } from '../reading/parser-config.ts'
import type { Reading } from '../reading/reading.ts'
import { originsIn } from './origin.ts'
import { noFileSystem } from './upload.ts'

/**
 * Validates and returns a binder's result. A `structValidator` replaces the compiled rules, and `null` disables
 * validation.
 *
 * @throws ValidationError with every issue, or the error of the `structValidator`.
 */
export function validated<R extends object>(
  at: Reading,
  { dto, findIssues, from }: Validation<FindIssues<R>>,
  result: R,
): R {
  checkAliasTag(dto)
  const { structValidator } = at.c.bindSettings()
  if (structValidator !== undefined) return validatedBy(structValidator, dto, result)
  const issues = findIssues?.(result)
  if (issues !== undefined) refuse(at, issues, from)
  return result
}

function refuse(at: Reading, issues: readonly RuleIssue[], from: Place | Places): never {
  throw new ValidationError(clientIssues(issues, originsIn(at.c, from, at.drafts ?? {})))
}

/**
 * {@link validated} for an object without a DTO and compiled rules. The `structValidator` receives its class instead;
 * an object without one is a map and is not validated.
 */
export function validatedByClass(c: BindInput, result: object): void {
  const { structValidator } = c.bindSettings()
  const type: NamedDto | undefined = Object.getPrototypeOf(result)?.constructor
  if (structValidator && type !== undefined) validatedBy(structValidator, type, result)
}

function validatedBy<R extends object>(validator: StructValidator | null, dto: NamedDto, result: R): R {
  const pending: unknown = validator?.validate(result, dto)
  if (pending instanceof Promise) refusePromise(dto, pending)
  return result
}

/** {@link validated} with asynchronous rules. Also awaits the `structValidator`. */
export async function validatedAsync<R extends object>(
  at: Reading,
  { dto, findIssues, from }: Validation<FindIssuesAsync<R>>,
  result: R,
): Promise<R> {
  checkAliasTag(dto)
  const { structValidator } = at.c.bindSettings()
  if (structValidator === undefined) {
    const issues = await findIssues?.(result, ruleContext(at.c))
    if (issues !== undefined) refuse(at, issues, from)
  } else {
    await structValidator?.validate(result, dto)
  }
  return result
}

/** Checks the rules of a streamed file with the bytes so far. `undefined` without rules, or with a `structValidator`. */
export function streamCheck(
  c: BindInput,
  { name, rules }: StreamRules,
): ((value: unknown) => void) | undefined {
  if (rules === undefined || c.bindSettings().structValidator !== undefined) return undefined
  return (value) => {
    const issues = issuesOf(rules, { [name]: value })
    if (issues !== undefined) throw new ValidationError(clientIssues(issues, originsIn(c, 'form', {})))
  }
}

/** A synchronous binder cannot await the promise, and would return an unchecked value. */
function refusePromise({ name }: NamedDto, pending: Promise<unknown>): never {
  pending.catch(() => {})
  throw new TypeError(`the structValidator returned a promise, but ${name} is bound synchronously`)
}

/** A request without validation. */
export class UnvalidatedInput implements BindInput {
  readonly #input: BindInput

  constructor(input: BindInput) {
    this.#input = input
  }

  rawQuery(): string {
    return this.#input.rawQuery()
  }

  routeParam(name: string): string | undefined {
    return this.#input.routeParam(name)
  }

  routeParamNames(): readonly string[] {
    return this.#input.routeParamNames()
  }

  route(): { readonly method: string; readonly path: string } | undefined {
    return this.#input.route?.()
  }

  contentType(): string {
    return this.#input.contentType()
  }

  rawHeaders(): readonly string[] {
    return this.#input.rawHeaders()
  }

  rawResponseHeaders(): readonly string[] {
    return this.#input.rawResponseHeaders()
  }

  bodyBytes(): Uint8Array {
    return this.#input.bodyBytes()
  }

  bodyStream(): ReadableStream<Uint8Array> {
    return this.#input.bodyStream?.() ?? streamOf(piecesOf(this.bodyBytes()))
  }

  holdBody(bytes: number): void {
    this.#input.holdBody?.(bytes)
  }

  async saveBody(path: string, content: BodyPieces, options: SaveOptions): Promise<void> {
    const input = this.#input
    if (input.saveBody === undefined) throw noFileSystem()
    await input.saveBody(path, content, options)
  }

  bindSettings(): BindSettings {
    return { ...this.#input.bindSettings(), structValidator: null }
  }
}
