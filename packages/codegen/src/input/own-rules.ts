import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { ClassOrigin } from '../model/field-type.ts'
import type { OwnRule } from '../model/rule.ts'
import { ruleTable } from '../model/rule-table.ts'
import { UsageError } from './usage-error.ts'

/** Where the function of a rule is; an asynchronous one is declared as such. */
export type RulePlace = string | { readonly from: string; readonly async?: boolean }

const structure: readonly string[] = ['omitempty', 'dive', 'keys', 'endkeys']

/**
 * Where the functions are that `rules` names: `./rules.ts#isEven`, `some-package#isEven`.
 *
 * @throws UsageError for one that cannot be meant.
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
    throw new UsageError(`The rule ${JSON.stringify(name)} in the config: ${reason}.`)
  }
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) fail('its name must be one of a function')
  if (ruleTable.has(name) || structure.includes(name)) fail('there is one of that name already')
  const [, specifier = '', exported = ''] = /^(.+)#([A-Za-z_$][\w$]*)$/.exec(place) ?? []
  if (specifier === '')
    return fail(`${JSON.stringify(place)} must be a file and a function, "./rules.ts#isEven"`)
  if (!specifier.startsWith('.') && !isAbsolute(specifier)) return { kind: 'package', specifier, exported }
  const path = resolve(base, specifier)
  if (!existsSync(path)) fail(`the file ${specifier} does not exist`)
  return { kind: 'file', path, exported }
}
