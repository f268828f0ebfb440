import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import type { ClassOrigin } from '../model/field-type.ts'
import type { OwnRule } from '../model/rule.ts'
import { UsageError } from './usage-error.ts'

/** Module and export of a rule: `./rules.ts#isEven`. `async` marks a function that returns a promise. */
export type RulePlace = string | { readonly from: string; readonly async?: boolean }

const structure: readonly string[] = ['omitempty', 'dive', 'keys', 'endkeys']

/**
 * Resolves custom rules: `./rules.ts#isEven`, `some-package#isEven`.
 *
 * @throws UsageError for an invalid name or place, or a missing file.
 */
export function findOwnRules(
  rules: Readonly<Record<string, RulePlace>>,
  base: string,
): ReadonlyMap<string, OwnRule> {
  return new Map(Object.entries(rules).map(([name, place]) => [name, ownRule(name, place, base)]))
}

function ownRule(name: string, place: RulePlace, base: string): OwnRule {
  const { from, async = false } = typeof place === 'string' ? { from: place } : place
  return { from: originOf(name, from, base), isAsync: async }
}

function originOf(name: string, place: string, base: string): ClassOrigin {
  const fail = (reason: string): never => {
    throw new UsageError(`Rule ${JSON.stringify(name)} in the config: ${reason}.`)
  }
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) fail('the name must be a valid function name')
  if (builtInRules.has(name) || structure.includes(name)) fail('a rule of this name already exists')
  const [, specifier = '', exported = ''] = /^(.+)#([A-Za-z_$][\w$]*)$/.exec(place) ?? []
  if (specifier === '')
    return fail(`${JSON.stringify(place)} must be a file and a function: "./rules.ts#isEven"`)
  if (!specifier.startsWith('.') && !isAbsolute(specifier)) return { kind: 'package', specifier, exported }
  const path = resolve(base, specifier)
  if (!existsSync(path)) fail(`the file ${specifier} does not exist`)
  return { kind: 'file', path, exported }
}
