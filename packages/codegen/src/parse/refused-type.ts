import { notPlain, type Unbindable, unbindable } from '../diagnostics/unbindable.ts'
import { ts } from './compiler.ts'
import { isTypeDeclaration } from './exported-types.ts'
import { isNoPlainObject, isOfLibrary, isRuntimeType } from './library-types.ts'

/** A message is to be read: a mapped type of the library alone may take pages. */
const longestType = 200

/** A type as a message says it. */
export function typeText(type: ts.Type, checker: ts.TypeChecker): string {
  // To the compiler `int` is a number, and `number | int` two of them.
  const text =
    type.isUnion() && type.types.some(isRuntimeType)
      ? type.types.map((one) => typeText(one, checker)).join(' | ')
      : isRuntimeType(type)
        ? type.symbol.name
        : checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
  return text.length > longestType ? `${text.slice(0, longestType)}…` : text
}

/** Why a type that is none of those that can be bound is not. */
export function whyNot(type: ts.Type): Unbindable {
  if (type.flags & ts.TypeFlags.Any) return unbindable.any
  if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) return unbindable.unknown
  if (type.flags & ts.TypeFlags.Never) return unbindable.never
  if (type.flags & (ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping)) return unbindable.textOfForm
  return unbindable.noSuchValue
}

/** Why an object is not bound by its properties; `undefined` when it is. */
export function whyNoObject(type: ts.Type, checker: ts.TypeChecker): Unbindable | undefined {
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) {
    return unbindable.function
  }
  if (isNoPlainObject(type, checker)) return notPlain(type.symbol?.name)
  if (isWithoutKeys(type, checker)) return undefined
  if (checker.getIndexInfosOfType(type).length > 0) return unbindable.openKeys
  if (type.getProperties().length === 0 && !isDeclaredEmpty(type)) return unbindable.empty
  return undefined
}

/** `Record<string, never>` */
export function isWithoutKeys(type: ts.Type, checker: ts.TypeChecker): boolean {
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
  return (
    index !== undefined && (index.type.flags & ts.TypeFlags.Never) !== 0 && type.getProperties().length === 0
  )
}

/** `interface Giropay {}`: somebody gave it a name, where `{}` means anything. */
function isDeclaredEmpty({ symbol, aliasSymbol }: ts.Type): boolean {
  const declared = [...(symbol?.declarations ?? []), ...(aliasSymbol?.declarations ?? [])]
  return declared.some((node) => isTypeDeclaration(node) && !isOfLibrary(node))
}
