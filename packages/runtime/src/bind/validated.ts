import { ValidationError } from '../error/validation-error.ts'
import type { Issues } from '../validate/issues.ts'
import type { BindInput } from './bind-input.ts'

/**
 * What a binder returns: its result, once it is checked. `check` has the compiled rules of what that binder fills; a
 * `structValidator` runs instead of them, and `null` in its place turns validation off.
 *
 * @throws ValidationError with every broken rule, or what the `structValidator` throws.
 */
export function validated<R extends object>(
  c: BindInput,
  dto: { readonly name: string },
  result: R,
  check?: (result: R) => Issues,
): R {
  const { structValidator } = c.bindSettings()
  if (structValidator === undefined) {
    const issues = check?.(result)
    if (issues !== undefined) throw new ValidationError(issues)
  } else {
    structValidator?.validate(result, dto)
  }
  return result
}
