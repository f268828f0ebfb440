/** The exports of a module, unknown until checked. */
export type Exports = Readonly<Record<string, unknown>>

/** A public name that the package under test lacks: never an error that a case may expect. */
export class NotThere extends Error {}

/** Calls a method by name. @throws NotThere if it does not exist. */
export function callMethod(target: unknown, name: string, args: readonly unknown[], label = 'c'): unknown {
  if ((typeof target !== 'object' && typeof target !== 'function') || target === null) {
    throw new NotThere(`${label} is ${String(target)}, so it has no method ${name}()`)
  }
  const method: unknown = Reflect.get(target, name)
  if (typeof method !== 'function') throw new NotThere(`${label}.${name}() does not exist`)
  return Reflect.apply(method, target, args)
}

/** A function or class that a module must export. @throws NotThere if it is missing. */
export function exportedFunction(module: Exports, name: string, from: string): (...args: never[]) => unknown {
  const value = module[name]
  if (typeof value !== 'function') throw new NotThere(`${from} does not export ${name}`)
  return value as (...args: never[]) => unknown
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
