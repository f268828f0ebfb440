import type { ts } from 'ts-morph'
import { paramNames } from '../document/missing-parameters.ts'
import type { UriNames } from '../document/uri-names.ts'
import type { AppModules } from './app-modules.ts'
import { BinderCalls } from './binder-calls.ts'
import { ModuleNames, nodesIn } from './module-names.ts'
import { type Registration, registrationOf } from './registrations.ts'
import { RoutePrefixes } from './route-prefixes.ts'

/**
 * Whether a path seems to lack a parameter that a binder of its handlers needs. It is a guess from the syntax, so that an app
 * without such a mistake is read without types.
 *
 * @param paths the modules of the app
 * @param needed the required route parameters, by generated file and DTO
 */
export function isSuspect(
  paths: Iterable<string>,
  modules: AppModules,
  needed: ReadonlyMap<string, ReadonlyMap<string, UriNames>>,
): boolean {
  const names = new ModuleNames(modules)
  const files = [...paths].flatMap((path) => modules.fileOf(path) ?? [])
  const binders = new BinderCalls(names)
  const neededBy = (handler: ts.Expression): readonly string[] =>
    [...binders.within(handler)].flatMap(
      ({ path, name, source }) => needed.get(path)?.get(name)?.[source] ?? [],
    )
  const found = registrationsIn(files, names).flatMap((one) => {
    const asked = one.handlers.flatMap(neededBy)
    return asked.length === 0 ? [] : [{ ...one, asked }]
  })
  if (found.length === 0) return false
  const prefixes = new RoutePrefixes(files, names)
  return found.some(({ call, path = '', asked }) => {
    const own = paramNames(path)
    const others = asked.filter((name) => !own.includes(name))
    if (others.length === 0) return false
    const above = prefixes.namesAbove(call.expression.expression)
    return others.some((name) => !above.has(name))
  })
}

function registrationsIn(files: readonly ts.SourceFile[], names: ModuleNames): readonly Registration[] {
  const nodes = files.flatMap((file) => [...nodesIn(file)])
  return nodes.flatMap((node) => registrationOf(node, names) ?? [])
}
