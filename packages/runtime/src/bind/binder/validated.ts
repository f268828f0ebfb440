import { ValidationError } from '../../error/validation-error.ts'
import { clientIssues, type RuleIssue } from '../../validate/client-names.ts'
import type { FindIssues, FindIssuesAsync } from '../../validate/issue-finder.ts'
import { ruleContext } from '../../validate/rule-context.ts'
import type { Validation } from '../parsers/binder-parts.ts'
import type { Place, Places } from '../parsers/places.ts'
import type { BindInput, BindSettings, StructValidator } from '../reading/bind-input.ts'
import { checkAliasTag, type NamedDto } from '../reading/parser-config.ts'
import type { Reading } from '../reading/reading.ts'
import { originsIn } from './origin.ts'

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
