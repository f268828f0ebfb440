import { ValidationError } from '../error/validation-error.ts'
import { clientIssues } from '../validate/client-names.ts'
import type { BrokenRule, Issues } from '../validate/issues.ts'
import type { PendingIssues } from '../validate/pending-issues.ts'
import { type RuleContext, ruleContext } from '../validate/rule-context.ts'
import type { AsyncRules, Rules } from '../validate/rules.ts'
import type { BindInput, StructValidator } from './bind-input.ts'
import { originsIn, type Place, type Places } from './origin.ts'
import { checkAliasTag, type NamedDto } from './parser-config.ts'
import type { Reading } from './reading.ts'

/**
 * What a binder returns: its result, once it is checked. `rules` are those of what that binder fills; a
 * `structValidator` runs instead of them, and `null` in its place turns validation off.
 *
 * @param from where the properties come from.
 * @throws ValidationError with every broken rule, or what the `structValidator` throws.
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
  if (issues !== undefined) refuse(at, issues, from)
  return result
}

function refuse(at: Reading, issues: readonly BrokenRule[], from: Place | Places): never {
  throw new ValidationError(clientIssues(issues, originsIn(at.c, from, at.drafts ?? {})))
}

/**
 * As {@link validated}, of what no DTO describes, so that there are no compiled rules. The `structValidator` gets the class
 * of it in place of the DTO; what has none is a map, and not asked about.
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

/** Rules of which some are asynchronous; what one source fills may have none of these. */
export type SomeRules<R> = Pick<Rules<R>, 'issues'> | Pick<AsyncRules<R>, 'issues'>

/** What breaks rules, once all of them have answered. */
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

/** As {@link validated}, for rules of which some are asynchronous. A `structValidator` is waited for as well. */
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
    if (issues !== undefined) refuse(at, issues, from)
  } else {
    await structValidator?.validate(result, dto)
  }
  return result
}

/** A binder that returns no promise cannot wait for one: to go on would be to take a value that nobody has checked. */
function refusePromise({ name }: NamedDto, pending: Promise<unknown>): never {
  pending.catch(() => {})
  throw new TypeError(`the structValidator returned a promise, and ${name} is bound without waiting`)
}
