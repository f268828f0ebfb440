import { ts } from 'ts-morph'
import { isOfLibrary } from '../project/library-types.ts'

/** Whether a property of a type is read-only, by its declaration or by a mapped type such as `Readonly<User>`. */
export function isReadonly(property: ts.Symbol, type: ts.Type, checker: ts.TypeChecker): boolean {
  const { name, valueDeclaration } = property
  if (valueDeclaration === undefined) return isMappedReadonly(name, type, checker)
  return (ts.getCombinedModifierFlags(valueDeclaration) & ts.ModifierFlags.Readonly) !== 0
}

/** For a property without a declaration of its own. */
function isMappedReadonly(name: string, type: ts.Type, checker: ts.TypeChecker): boolean {
  const isIn = (one: ts.Type): boolean => {
    const property = one.getProperty(name)
    return property === undefined || isReadonly(property, one, checker)
  }
  if (type.isIntersection()) return type.types.every(isIn)
  const copied = copiedBy(type)?.getProperty(name)
  const isDeclared = copied?.valueDeclaration !== undefined && !(copied.flags & ts.SymbolFlags.Accessor)
  if (isDeclared) return isReadonly(copied, type, checker)
  const bases = basesOf(type, checker).filter((one) => one.getProperty(name) !== undefined)
  return bases.length > 0 ? bases.every(isIn) : readonlyNames(type, checker).has(name)
}

function basesOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  const isReference = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
  const declared = isReference ? (type as ts.TypeReference).target : type
  return declared.isClassOrInterface() ? checker.getBaseTypes(declared) : []
}

/** Utility types with the read-only properties of their argument. */
const copying: readonly string[] = ['Partial', 'Required', 'Pick', 'Omit']

/** The object that a utility type copies. Reading its declarations is cheaper than printing the type. */
function copiedBy({ aliasSymbol, aliasTypeArguments }: ts.Type): ts.Type | undefined {
  const isCopy = copying.includes(aliasSymbol?.name ?? '') && aliasSymbol?.declarations?.every(isOfLibrary)
  const [copied] = isCopy ? (aliasTypeArguments ?? []) : []
  return copied?.isUnionOrIntersection() ? undefined : copied
}

const known = new WeakMap<ts.Type, ReadonlySet<string>>()

/** The read-only properties of a mapped type, which the compiler writes out as a literal of the type. */
function readonlyNames(type: ts.Type, checker: ts.TypeChecker): ReadonlySet<string> {
  const names = known.get(type) ?? new Set(writtenMembers(type, checker).flatMap(readonlyName))
  known.set(type, names)
  return names
}

function writtenMembers(type: ts.Type, checker: ts.TypeChecker): readonly ts.TypeElement[] {
  const { NoTruncation, InTypeAlias, IgnoreErrors } = ts.NodeBuilderFlags
  const node = checker.typeToTypeNode(type, undefined, NoTruncation | InTypeAlias | IgnoreErrors)
  return node !== undefined && ts.isTypeLiteralNode(node) ? [...node.members] : []
}

function readonlyName(member: ts.TypeElement): readonly string[] {
  if (!ts.isPropertySignature(member) || !member.modifiers?.some(isReadonlyKeyword)) return []
  const { name } = member
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? [name.text] : []
}

function isReadonlyKeyword({ kind }: ts.ModifierLike): boolean {
  return kind === ts.SyntaxKind.ReadonlyKeyword
}
