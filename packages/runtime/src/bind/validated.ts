import { ValidationError } from '../error/validation-error.ts'
import { clientIssues } from '../validate/client-names.ts'
import type { BrokenRule, Issues } from '../validate/issues.ts'
import { type Answers, settled } from '../validate/pending-issues.ts'
import { type RuleContext, ruleContext } from '../validate/rule-context.ts'
import type { BindInput, StructValidator } from './bind-input.ts'
import { type Drafts, originsIn, type Place, type Places } from './origin.ts'
import { checkAliasTag, type NamedDto } from './parser-config.ts'

/**
 * What a binder returns: its result, once it is checked. `check` has the compiled rules of what that binder fills; a
 * `structValidator` runs instead of them, and `null` in its place turns validation off.
 *
 * @param from where the properties come from; the drafts behind it are for those that may come from several sources.
 * @throws ValidationError with every broken rule, or what the `structValidator` throws.
 */
export function validated<R extends object>(
  c: BindInput,
  dto: NamedDto,
  result: R,
  check?: (result: R) => Issues,
  from?: Place | Places,
  uri?: object,
  body?: object,
  query?: object,
  header?: object,
  cookie?: object,
): R {
  checkAliasTag(dto)
  const { structValidator } = c.bindSettings()
  if (structValidator !== undefined) return validatedBy(structValidator, dto, result)
  const issues = check?.(result)
  if (issues !== undefined) refuse(c, issues, from, { uri, body, query, header, cookie })
  return result
}

function refuse(
  c: BindInput,
  issues: readonly BrokenRule[],
  from: Place | Places = 'body',
  drafts: Drafts,
): never {
  throw new ValidationError(clientIssues(issues, originsIn(c, from, drafts)))
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

/** As {@link validated}, for rules of which some are asynchronous. A `structValidator` is waited for as well. */
export async function validatedAsync<R extends object>(
  c: BindInput,
  dto: NamedDto,
  result: R,
  check: (result: R, context: RuleContext) => Answers,
  from?: Place | Places,
  uri?: object,
  body?: object,
  query?: object,
  header?: object,
  cookie?: object,
): Promise<R> {
  checkAliasTag(dto)
  const { structValidator } = c.bindSettings()
  if (structValidator === undefined) {
    const issues = await settled(check(result, ruleContext(c)))
    if (issues !== undefined) refuse(c, issues, from, { uri, body, query, header, cookie })
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
