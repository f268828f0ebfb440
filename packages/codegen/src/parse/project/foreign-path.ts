import { ts } from 'ts-morph'
import { isOfLibrary } from './library-types.ts'

/** Where the project is, and what its types are. */
interface Project {
  readonly cwd: string
  readonly checker: ts.TypeChecker
}

/** Whether a file is not the user's to change: it belongs to a package, or is generated from other sources. */
export function isForeignPath(path: string, cwd: string): boolean {
  // The project itself may be in a folder of that name.
  const inside = path.startsWith(`${cwd}/`) ? path.slice(cwd.length) : path
  return inside.includes('/node_modules/') || /\.d\.[cm]?ts$/.test(inside)
}

/** The declaration of a package that a member names as its type: its inside is not the user's to change. */
export function namedPackageType(node: ts.Node, { checker, cwd }: Project): ts.Node | undefined {
  const written = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) ? node.type : undefined
  const name = written && nameIn(written)
  // A global, such as URL, has a hint of its own.
  const isImported = name && (checker.getSymbolAtLocation(name)?.flags ?? 0) & ts.SymbolFlags.Alias
  if (!isImported) return undefined
  const { aliasSymbol, symbol } = checker.getTypeFromTypeNode(written)
  const [declared] = (aliasSymbol ?? symbol)?.declarations ?? []
  const isForeign = declared !== undefined && isForeignPath(declared.getSourceFile().fileName, cwd)
  return isForeign && !isOfLibrary(declared) ? declared : undefined
}

/** `Stripe` in `Stripe.Charge['amount']` */
function nameIn(node: ts.Node): ts.Identifier | undefined {
  if (ts.isIndexedAccessTypeNode(node)) return nameIn(node.objectType)
  if (ts.isTypeReferenceNode(node)) return nameIn(node.typeName)
  if (ts.isQualifiedName(node)) return nameIn(node.left)
  return ts.isIdentifier(node) ? node : undefined
}
