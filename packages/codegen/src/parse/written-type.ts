import type { FieldType, ScalarName } from '../model/field-type.ts'
import { checkFlagsOf } from './check-flags.ts'
import { ts } from './compiler.ts'

/**
 * The type of a property from its syntax alone, without a call to the checker; `undefined` where that is not enough. Most
 * properties are a keyword, a list of one, or a few string literals.
 */
export function writtenType(property: ts.Symbol, declaration: ts.Node): FieldType | undefined {
  const isOwn = (checkFlagsOf(property) & ~instantiatedFlag) === 0 && property.declarations?.length === 1
  if (!isOwn || !ts.isPropertySignature(declaration) || declaration.type === undefined) return undefined
  const node = declaration.type
  if (ts.isArrayTypeNode(node)) {
    const element = keywords.get(node.elementType.kind)
    return element && { kind: 'list', element }
  }
  return keywords.get(node.kind) ?? literalsOf(node)
}

/**
 * `CheckFlags.Instantiated` of the compiler: the interface has type arguments, which do not affect this syntax. Any other
 * flag marks a property that comes from several declarations or a mapped type.
 */
const instantiatedFlag = 1

const keywords: ReadonlyMap<number, FieldType> = new Map([
  [ts.SyntaxKind.StringKeyword, scalar('string')],
  [ts.SyntaxKind.NumberKeyword, scalar('float64')],
  [ts.SyntaxKind.BooleanKeyword, scalar('boolean')],
  [ts.SyntaxKind.BigIntKeyword, scalar('bigint')],
  [ts.SyntaxKind.UnknownKeyword, { kind: 'unknown', isObject: false, isAlias: false }],
])

function scalar(name: ScalarName): FieldType {
  return { kind: 'scalar', scalar: name }
}

/** `'a'`, and `'a' | 'b'`. */
function literalsOf(node: ts.TypeNode): FieldType | undefined {
  const values = new Set<string>()
  for (const one of ts.isUnionTypeNode(node) ? node.types : [node]) {
    if (!ts.isLiteralTypeNode(one) || !ts.isStringLiteral(one.literal)) return undefined
    values.add(one.literal.text)
  }
  return { kind: 'literals', values: [...values], isEnum: false }
}
