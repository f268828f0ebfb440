import type { FieldType, ScalarName } from '../model/field-type.ts'
import { checkFlagsOf } from './check-flags.ts'
import { ts } from './compiler.ts'

/**
 * The type of a property that is written out where it is declared, so that the checker need not be asked; `undefined` for
 * any other. Most properties are a keyword, a list of one, or a few texts.
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
 * `CheckFlags.Instantiated` of the compiler: a type parameter of the interface has its argument, which changes nothing of
 * what is written out here. A property with any other flag was made of several, or by a mapped type.
 */
const instantiatedFlag = 1

const keywords: ReadonlyMap<number, FieldType> = new Map([
  [ts.SyntaxKind.StringKeyword, scalar('string')],
  [ts.SyntaxKind.NumberKeyword, scalar('float64')],
  [ts.SyntaxKind.BooleanKeyword, scalar('boolean')],
  [ts.SyntaxKind.BigIntKeyword, scalar('bigint')],
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
