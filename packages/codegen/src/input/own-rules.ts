import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { ClassOrigin } from '../model/field-type.ts'
import { ruleTable } from '../model/rule-table.ts'
import { UsageError } from './usage-error.ts'

const structure: readonly string[] = ['omitempty', 'dive', 'keys', 'endkeys']

/**
 * Where the functions are that `rules` names: `./rules.ts#isEven`, `some-package#isEven`.
 *
 * @throws UsageError for one that cannot be meant.
 */
export function findOwnRules(
  rules: Readonly<Record<string, string>>,
  base: string,
): ReadonlyMap<string, ClassOrigin> {
  return new Map(Object.entries(rules).map(([name, place]) => [name, originOf(name, place, base)]))
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
