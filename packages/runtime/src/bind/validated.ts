import type { Issues } from '../validate/client-names.ts'
import type { PendingIssues } from '../validate/pending-issues.ts'
import { type RuleContext, ruleContext } from '../validate/rule-context.ts'
import type { AsyncRules, Rules } from '../validate/rules.ts'
import type { BindInput, BindSettings, StructValidator } from './bind-input.ts'
import { checkAliasTag, type NamedDto } from './parser-config.ts'
import { parsersOf } from './parsers.ts'
import type { Place, Places } from './places.ts'
import type { Reading } from './reading.ts'

/**
 * Validates and returns a binder's result. `rules` are the compiled rules for the filled properties; a
 * `structValidator` replaces them, and `null` disables validation.
 *
 * @param from the source of each property.
 * @throws ValidationError with every broken rule, or the error of the `structValidator`.
 */
export function validated<R extends object>(
  at: Reading,
  dto: NamedDto,
  result: R,
  rules: Pick<Rules<R>, 'issues'> | undefined,
  from: Place | Places,
): R {
  checkAliasTag(dto)
  const { structValidator } = at.c.bindSettings()
  if (structValidator !== undefined) return validatedBy(structValidator, dto, result)
  const issues = rules?.issues(result)
  if (issues !== undefined) parsersOf(at.c).refuse(at, issues, from)
  return result
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

/** Rules that may be asynchronous; a single source may have only synchronous ones. */
export type SomeRules<R> = Pick<Rules<R>, 'issues'> | Pick<AsyncRules<R>, 'issues'>

/** The broken rules, after all rules have settled. */
export async function issuesOf<R>(
  rules: SomeRules<R> | undefined,
  result: R,
  context: RuleContext,
): Promise<Issues> {
  const found = rules?.issues(result, context)
  return isPending(found) ? await found.settled() : found
}

function isPending(found: Issues | Pick<PendingIssues, 'settled'>): found is Pick<PendingIssues, 'settled'> {
  return found !== undefined && 'settled' in found
}

/** {@link validated} with asynchronous rules. Also awaits the `structValidator`. */
export async function validatedAsync<R extends object>(
  at: Reading,
  dto: NamedDto,
  result: R,
  rules: SomeRules<R> | undefined,
  from: Place | Places,
): Promise<R> {
  checkAliasTag(dto)
  const { structValidator } = at.c.bindSettings()
  if (structValidator === undefined) {
    const issues = await issuesOf(rules, result, ruleContext(at.c))
    if (issues !== undefined) parsersOf(at.c).refuse(at, issues, from)
  } else {
    await structValidator?.validate(result, dto)
  }
  return result
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

  bindSettings(): BindSettings {
    return { ...this.#input.bindSettings(), structValidator: null }
  }
}
