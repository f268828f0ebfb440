import { ts } from 'ts-morph'
import { literalOf } from '../../parse/types/parse-union.ts'
import type { Machine } from './machine.ts'
import type { Value } from './value.ts'

/** The possible literals of a value; `undefined` if it may be anything else. */
export function literalsOf(value: Value, m: Machine): readonly unknown[] | undefined {
  if (value.kind === 'literal') return [value.value]
  if (value.kind === 'choice') {
    const all = value.of.map((one) => literalsOf(one, m))
    return all.every((one) => one !== undefined) ? all.flat() : undefined
  }
  return value.kind === 'unknown' && value.node !== undefined ? literalsOfType(value.node, m) : undefined
}

function literalsOfType(node: ts.Node, m: Machine): readonly unknown[] | undefined {
  // No literal type; the compiler would look through a long sum from each of its parts.
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) return undefined
  return m.answers.of(node, 'literals', () => {
    const type = m.checker.getTypeAtLocation(node)
    const all = (type.isUnion() ? type.types : [type]).map((one) => literalOf(one, m.checker))
    return all.every((one) => one !== undefined && typeof one !== 'boolean') ? all : undefined
  })
}

/** Whether a value is truthy; `undefined` if it may be either. */
export function truthOf(value: Value): boolean | undefined {
  if (value.kind === 'literal') return Boolean(value.value)
  if (value.kind === 'unknown' || value.kind === 'response') return undefined
  if (value.kind !== 'choice') return true
  const all = new Set(value.of.map(truthOf))
  return all.size === 1 ? [...all][0] : undefined
}

export function textsOf(value: Value | undefined, m: Machine): readonly string[] | undefined {
  const all = value === undefined ? undefined : literalsOf(value, m)
  return all?.every((one) => typeof one === 'string') ? all : undefined
}

export function numbersOf(value: Value | undefined, m: Machine): readonly number[] | undefined {
  // `let status` without an initializer is assigned before its use.
  const all = value === undefined ? undefined : literalsOf(value, m)?.filter((one) => one !== undefined)
  return all !== undefined && all.length > 0 && all.every((one) => typeof one === 'number') ? all : undefined
}
