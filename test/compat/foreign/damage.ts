import { pick, type Random, randomJson } from './random-values.ts'
import { isPlainObject } from './schema.ts'

type Path = readonly (string | number)[]

/** A copy of a value with one thing about it changed; mostly that makes it wrong. */
export function damaged(value: unknown, random: Random): unknown {
  const paths = [...pathsOf(value, [])].filter((path) => path.length > 0)
  if (paths.length === 0) return randomJson(random, 1)
  return changed(value, pick(random, paths), random)
}

const removed = Symbol('removed')

function changed(value: unknown, path: Path, random: Random): unknown {
  const [first, ...rest] = path
  if (first === undefined) return changeOf(value, random)
  if (Array.isArray(value)) {
    const element = changed(value[Number(first)], rest, random)
    return value.flatMap((one: unknown, index) =>
      index !== first ? [one] : element === removed ? [] : [element],
    )
  }
  const copy: Record<string, unknown> = { ...(value as object) }
  const member = changed(copy[first], rest, random)
  if (member === removed) delete copy[first]
  else copy[first] = member
  return copy
}

const others: readonly unknown[] = [null, true, 5, 1.5, 'other', [], {}, [1], { other: 1 }]

function changeOf(value: unknown, random: Random): unknown {
  const kind = random()
  if (kind < 0.2) return removed
  if (kind < 0.5) return pick(random, others)
  if (typeof value === 'string') return random() < 0.5 ? `${value}x` : value.slice(1)
  if (typeof value === 'number') return random() < 0.5 ? value + 0.5 : String(value)
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return random() < 0.5 ? [...value, randomJson(random, 1)] : value.slice(1)
  if (isPlainObject(value)) return { ...value, [random() < 0.5 ? 'unknown' : 'type']: randomJson(random, 1) }
  return pick(random, others)
}

function* pathsOf(value: unknown, at: Path): Iterable<Path> {
  yield at
  if (Array.isArray(value)) for (const [index, one] of value.entries()) yield* pathsOf(one, [...at, index])
  else if (isPlainObject(value))
    for (const [name, one] of Object.entries(value)) yield* pathsOf(one, [...at, name])
}
