import { ts } from 'ts-morph'
import type { ChainStep } from './chain-step.ts'
import {
  type DocComment,
  type DocTag,
  docsAt,
  docsBefore,
  docsOfCall,
  namesScheme,
  noDocs,
} from './doc-comments.ts'
import type { Origins } from './origins.ts'
import { optionsOf, type RouteEntry, type Value } from './value.ts'

/** The comments of handlers and of what makes them. */
export class StepDocs {
  readonly #origins: Origins
  readonly #known = new WeakMap<Value, readonly DocComment[]>()

  constructor(origins: Origins) {
    this.#origins = origins
  }

  /** The tags that speak of one step: those of its handler, and those before the registration of another route or of `use`. */
  tagsOf({ handler, entry }: ChainStep, route: RouteEntry): readonly DocTag[] {
    const own = entry === undefined || entry === route ? noDocs : docsOfCall(entry.node)
    return [own, ...this.of(handler, entry)].flatMap(({ tags }) => tags)
  }

  /** The text is that of the handler's function; tags may also stand at what makes it, in a package in its declarations. */
  of(handler: Value, entry: RouteEntry | undefined): readonly DocComment[] {
    const known = this.#known.get(handler)
    if (known !== undefined) return known
    const docs = optionsOf(handler).flatMap((one) => this.#read(one, entry))
    this.#known.set(handler, docs)
    return docs
  }

  #read(handler: Value, entry: RouteEntry | undefined): readonly DocComment[] {
    if (handler.kind === 'guard') return this.of(handler.find, entry).map(tagsOnly)
    if (handler.kind === 'function')
      return [docsBefore(handler.node), ...makersOf(handler.node, entry).map(tagsOnly)]
    if (handler.kind !== 'unknown' || handler.node === undefined) return []
    const { node } = handler
    const own = [docsAt(node), declared(node), ...makersOf(node, entry)].map(tagsOnly)
    return [...own, ...replaced(own, this.#factories(node, new Set()).map(tagsOnly))]
  }

  /** The declarations behind `limiter`, `limiter()`, `fromConnect(limiter())` and `optional(login)`. */
  #factories(node: ts.Node, seen: Set<ts.Node>): readonly DocComment[] {
    if (seen.has(node)) return []
    seen.add(node)
    if (ts.isCallExpression(node)) {
      const declaration = this.#origins.checker.getResolvedSignature(node)?.declaration
      const made = declaration === undefined ? [] : [docsBefore(declaration)]
      return [...made, ...node.arguments.flatMap((one) => this.#factories(one, seen))]
    }
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return []
    const name = ts.isIdentifier(node) ? node : node.name
    return (this.#origins.symbolOf(name)?.declarations ?? [])
      .flatMap((one) => this.#declared(one))
      .flatMap((one) => {
        const own = docsBefore(one)
        const made =
          ts.isVariableDeclaration(one) && one.initializer ? this.#factories(one.initializer, seen) : []
        return [own, ...replaced([own], made)]
      })
  }

  /** `const { handler } = metrics()` names a member of what `metrics` returns. */
  #declared(declaration: ts.Declaration): readonly ts.Node[] {
    if (!ts.isBindingElement(declaration) || !ts.isObjectBindingPattern(declaration.parent))
      return [declaration]
    const { propertyName, name, parent } = declaration
    const key = (propertyName ?? name).getText()
    return this.#origins.checker.getTypeAtLocation(parent).getProperty(key)?.declarations ?? []
  }
}

/** The tags that count in a comment of something else than the handler. */
const ofMakers = new Set(['answer', 'reads', 'security', 'hidden'])

function tagsOnly({ tags }: DocComment): DocComment {
  return { description: '', tags: tags.filter(({ name, slip }) => ofMakers.has(name) || slip !== undefined) }
}

function saysScheme({ tags }: DocComment): boolean {
  return tags.some(namesScheme)
}

/** The scheme that the project names replaces the package's usual one. */
function replaced(own: readonly DocComment[], ofPackage: readonly DocComment[]): readonly DocComment[] {
  return own.some(saysScheme) ? ofPackage.map(withoutScheme) : ofPackage
}

function withoutScheme({ description, tags }: DocComment): DocComment {
  return { description, tags: tags.filter((tag) => !namesScheme(tag)) }
}

/** `const limited = limiter()` */
function declared(node: ts.Node): DocComment {
  const { parent } = node
  if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent))
    return declared(parent)
  return ts.isVariableDeclaration(parent) ? docsBefore(parent) : noDocs
}

/** The functions around a handler that do not register it themselves. */
function makersOf(node: ts.Node, entry: RouteEntry | undefined): readonly DocComment[] {
  const registration = entry?.node
  const makers: DocComment[] = []
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (registration !== undefined && contains(at, registration)) break
    if (ts.isFunctionLike(at)) makers.push(docsBefore(at))
  }
  return makers
}

function contains(node: ts.Node, other: ts.Node): boolean {
  return node.getSourceFile() === other.getSourceFile() && node.pos <= other.pos && other.end <= node.end
}
