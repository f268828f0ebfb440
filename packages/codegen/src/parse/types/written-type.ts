import { ts } from 'ts-morph'
import type { FieldType, ScalarName } from '../../model/field-type.ts'

/**
 * The type of a property from its syntax alone, without a call to the checker; `undefined` where that is not enough. Most
 * properties are a keyword, a list of one, or a few string literals.
 */
export function writtenType(property: ts.Symbol, declaration: ts.Node): FieldType | undefined {
  // The compiler makes the symbol of a property from several declarations, a mapped type or a generic one.
  const isMade = (property.flags & ts.SymbolFlags.Transient) !== 0
  const isOwn = !isMade && property.declarations?.length === 1
  if (!isOwn || !ts.isPropertySignature(declaration) || declaration.type === undefined) return undefined
  const node = declaration.type
  if (ts.isArrayTypeNode(node)) {
    const element = keywords.get(node.elementType.kind)
    return element && { kind: 'list', element }
  }
  return keywords.get(node.kind) ?? literalsOf(node)
}

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
