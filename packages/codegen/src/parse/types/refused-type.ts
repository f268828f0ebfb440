import { ts } from 'ts-morph'
import { notPlain, type Unbindable, unbindable } from '../../diagnostics/unbindable.ts'
import { isFunction, isNoPlainObject, isOfLibrary, isRuntimeType } from '../project/library-types.ts'
import { isTypeDeclaration } from './exported-types.ts'
import { ownIndexOf } from './parse-brand.ts'

/** Keeps messages readable: a mapped type of the library alone can fill pages. */
const longestType = 200

/** The text of a type in messages. */
export function typeText(type: ts.Type, checker: ts.TypeChecker): string {
  // The compiler prints `int` as `number`, and `number | int` as one type.
  const text =
    type.isUnion() && type.types.some(isRuntimeType)
      ? type.types.map((one) => typeText(one, checker)).join(' | ')
      : isRuntimeType(type)
        ? type.symbol.name
        : checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
  return text.length > longestType ? `${text.slice(0, longestType)}…` : text
}

/** The reason why an unsupported type cannot be bound. */
export function whyNot(type: ts.Type): Unbindable {
  if (type.flags & ts.TypeFlags.Any) return unbindable.any
  if (type.flags & ts.TypeFlags.Never) return unbindable.never
  if (type.flags & (ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping)) return unbindable.letterCase
  return unbindable.noSuchValue
}

/** The reason why an object cannot be bound by its properties; `undefined` when it can. */
export function whyNoObject(type: ts.Type, checker: ts.TypeChecker): Unbindable | undefined {
  if (isFunction(type)) return unbindable.function
  if (isNoPlainObject(type, checker)) return notPlain(type.symbol?.name, argumentTexts(type, checker))
  if (isWithoutKeys(type, checker)) return undefined
  if (ownIndexOf(type, checker) !== undefined) return undefined
  const indexes = checker.getIndexInfosOfType(type)
  if (!indexes.every(isOfText) || indexes.length > 1) return unbindable.openKeys
  if (indexes.length > 0) return undefined
  if (type.getProperties().length === 0 && !isDeclaredEmpty(type)) return unbindable.empty
  return undefined
}

function argumentTexts(type: ts.Type, checker: ts.TypeChecker): readonly string[] {
  if (!isReference(type)) return []
  return checker.getTypeArguments(type).map((one) => typeText(one, checker))
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return (type.flags & ts.TypeFlags.Object) !== 0 && 'target' in type
}

/** Whether an index signature has `string` keys. */
export function isOfText({ keyType }: ts.IndexInfo): boolean {
  return (keyType.flags & ts.TypeFlags.String) !== 0
}

/** `Record<string, never>` */
export function isWithoutKeys(type: ts.Type, checker: ts.TypeChecker): boolean {
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
  return (
    index !== undefined && (index.type.flags & ts.TypeFlags.Never) !== 0 && type.getProperties().length === 0
  )
}

/** `interface Giropay {}`: a named empty type is deliberate, where `{}` means anything. */
function isDeclaredEmpty({ symbol, aliasSymbol }: ts.Type): boolean {
  const declared = [...(symbol?.declarations ?? []), ...(aliasSymbol?.declarations ?? [])]
  return declared.some((node) => isTypeDeclaration(node) && !isOfLibrary(node))
}
