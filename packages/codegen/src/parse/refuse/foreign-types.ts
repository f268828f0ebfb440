import { ts } from 'ts-morph'
import { unbindable } from '../../diagnostics/unbindable.ts'
import type { TypePath, TypeStep } from '../../model/dto.ts'
import { parseField } from '../dto/parse-field.ts'
import { parseIndex } from '../dto/parse-index.ts'
import type { ParseRun } from '../dto/parse-run.ts'
import { isForeignPath, namedPackageType } from '../project/foreign-path.ts'
import { spanOfNode } from '../project/spans.ts'
import { noArguments } from '../types/named-arguments.ts'
import { parseFieldType } from '../types/parse-field-type.ts'
import type { OwnPlace, Refusal } from '../types/refusals.ts'
import { typeText } from '../types/refused-type.ts'
import { EndlessType, type TypeNamer, type TypeUse } from '../types/type-use.ts'
import { reportUnresolvedBases } from '../types/unresolved.ts'

/** The refused types and objects in a type, without the members of those objects. */
interface Findings {
  readonly refusals: readonly Refusal[]
  readonly objects: readonly { readonly type: ts.Type; readonly steps: readonly TypeStep[] }[]
}

/** A refusal, and the way to it. */
export interface LocatedRefusal {
  readonly steps: readonly TypeStep[]
  readonly refusal: Refusal
}

const nowhere: TypePath = { exported: '', steps: [] }

/** Objects to look at once something is found: a package may have thousands that refer to each other. */
const maxObjects = 100
/** Members to look at before, and objects in their types. */
const maxParts = 60_000

/** Which types cannot be bound, and why: the parser's answers for one type at a time. */
export class ForeignTypes {
  readonly #run: ParseRun
  readonly #isExported: TypeNamer['isExported']
  readonly #node: ts.Node
  readonly #types = new Map<ts.Type, Findings>()
  readonly #members = new Map<ts.Type, ReadonlyMap<ts.Symbol | 'index', Findings>>()
  readonly #isRefused = new Map<ts.Type, boolean>()
  readonly #refused = new Set<ts.Type>()
  /** Objects share the members that they inherit. */
  readonly #properties = new Map<ts.Symbol, Findings>()
  readonly #isBad = new Map<ts.Type, boolean>()

  /** @param node any node of the source */
  constructor(run: ParseRun, node: ts.Node, isExported: TypeNamer['isExported']) {
    this.#run = run
    this.#node = node
    this.#isExported = isExported
  }

  isBad(type: ts.Type): boolean {
    const known = this.#types.get(type)
    if (known !== undefined) return this.#isBadOf(known)
    const answer = this.#isRefused.get(type) ?? this.#probe(type)
    this.#isRefused.set(type, answer)
    return answer
  }

  /** Shares refusals between probes: every member of a union may contain the union. */
  #probe(type: ts.Type): boolean {
    let isParsed = false
    const findings = this.#collect((run, namer) => {
      isParsed =
        parseFieldType(type, this.#use(), run, { ...namer, refused: () => this.#refused }) !== undefined
    })
    return !isParsed || this.#isBadOf(findings)
  }

  #use(): TypeUse {
    return {
      field: '',
      owner: '',
      span: spanOfNode(this.#node),
      path: nowhere,
      node: this.#node,
      around: noArguments,
    }
  }

  /** The members of an object that cannot be bound. */
  badMembers(type: ts.Type): readonly (ts.Symbol | 'index')[] {
    return [...this.#membersOf(type)].flatMap(([member, findings]) =>
      this.#isBadOf(findings) ? [member] : [],
    )
  }

  /** The unbindable types in a declaration of the user, the nearest first; the largest types are not searched to the end. */
  refusalsIn({ type, node }: OwnPlace): readonly LocatedRefusal[] {
    const isRoot = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
    const isObject = isRoot && type.getProperties().length > 0 && !type.isUnion()
    const found: LocatedRefusal[] = []
    const seen = new Set<ts.Type>()
    let parts = 0
    const start = isObject ? this.#partsOf(type) : [this.#inPackage(this.#findingsIn(type), node)]
    const queue: (readonly [() => readonly Findings[], readonly TypeStep[]])[] = [[() => start, []]]
    for (const [findingsIn, steps] of queue) {
      if (found.length > 0 ? seen.size > maxObjects : parts > maxParts) break
      for (const { refusals, objects } of findingsIn()) {
        parts += 1 + objects.length
        for (const refusal of refusals.filter((one) => this.#run.refusals.isForeign(one)))
          found.push({ refusal, steps: steps.concat(refusal.use.path.steps) })
        for (const object of objects) {
          if (seen.has(object.type)) continue
          seen.add(object.type)
          queue.push([() => this.#partsOf(object.type), steps.concat(object.steps)])
        }
      }
    }
    return found
  }

  /** The refusals of the very type that a member names, as those of the package that declares it. */
  #inPackage({ refusals, objects }: Findings, node: ts.Node): Findings {
    const named = namedPackageType(node, this.#run)
    return { refusals: refusals.map((one) => ({ ...one, declared: one.declared ?? named })), objects }
  }

  #partsOf(type: ts.Type): readonly Findings[] {
    return withMethodsMerged(type, [...this.#membersOf(type).values()], this.#run.checker)
  }

  #isBadOf({ refusals, objects }: Findings): boolean {
    return refusals.length > 0 || objects.some(({ type }) => this.#isBadObject(type))
  }

  /** Whether a refusal is within reach; all types seen on the way are good if there is none. */
  #isBadObject(start: ts.Type): boolean {
    const known = this.#isBad.get(start)
    if (known !== undefined) return known
    const seen = new Set([start])
    for (const type of seen) {
      const parts = this.#isBad.get(type) === false ? [] : [...this.#membersOf(type).values()]
      if (this.#isBad.get(type) === true || parts.some(({ refusals }) => refusals.length > 0)) {
        this.#isBad.set(start, true)
        return true
      }
      for (const object of parts.flatMap(({ objects }) => objects)) seen.add(object.type)
    }
    for (const type of seen) this.#isBad.set(type, false)
    return false
  }

  #findingsIn(type: ts.Type): Findings {
    const known = this.#types.get(type)
    if (known !== undefined) return known
    const findings = this.#collect((run, namer) => parseFieldType(type, this.#use(), run, namer))
    this.#types.set(type, findings)
    return findings
  }

  #membersOf(type: ts.Type): ReadonlyMap<ts.Symbol | 'index', Findings> {
    const known = this.#members.get(type)
    if (known !== undefined) return known
    const node = type.symbol?.declarations?.[0] ?? this.#node
    const owner = { name: '', path: nowhere, type, node, around: noArguments }
    const members = new Map<ts.Symbol | 'index', Findings>()
    this.#members.set(type, members)
    for (const property of type.getProperties()) {
      // Its own declaration gets the diagnostic.
      if (isOwnMember(property, this.#run)) continue
      const findings =
        this.#properties.get(property) ??
        this.#collect((run, namer) => parseField(property, owner, run, namer))
      this.#properties.set(property, findings)
      members.set(property, findings)
    }
    const rest = this.#collect((run, namer) => {
      for (const one of type.symbol?.declarations ?? []) reportUnresolvedBases(one, '', run)
      parseIndex(type, owner, run, namer)
    })
    members.set('index', rest)
    return members
  }

  #collect(parse: (run: ParseRun, namer: TypeNamer) => unknown): Findings {
    const { checker } = this.#run
    const refusals: Refusal[] = []
    const objects: { readonly type: ts.Type; readonly steps: readonly TypeStep[] }[] = []
    const object = (type: ts.Type, use: TypeUse): string => {
      const declared = instanceOf(type)
      if (declared !== undefined)
        refusals.push({ use, type: typeText(type, checker), why: unbindable.instance, declared })
      else objects.push({ type, steps: use.path.steps })
      return 'T'
    }
    const namer: TypeNamer = {
      object,
      isExported: this.#isExported,
      brand: () => 'T',
      recursive: () => 'T',
      define: () => {},
      recursives: new Map(),
      unions: new Map(),
      refused: () => new Set(),
    }
    try {
      parse(
        this.#run.probe((refusal) => refusals.push(refusal)),
        namer,
      )
    } catch (error) {
      if (!(error instanceof EndlessType)) throw error
      refusals.push({ use: error.use, type: 'its type', why: error.why })
    }
    return { refusals, objects }
  }
}

/** Several methods of an object are one refusal of the object. */
function withMethodsMerged(
  type: ts.Type,
  parts: readonly Findings[],
  checker: ts.TypeChecker,
): readonly Findings[] {
  const methods = parts.flatMap(({ refusals }) =>
    refusals.filter(({ use, why }) => why === unbindable.function && use.path.steps.length === 1),
  )
  const [first] = methods
  if (first === undefined || methods.length === 1) return parts
  const why = unbindable.methods(methods.map(({ use }) => use.field))
  const use = { ...first.use, path: nowhere }
  const merged: Findings = { refusals: [{ use, type: typeText(type, checker), why }], objects: [] }
  const others = parts.map((findings) => ({
    ...findings,
    refusals: findings.refusals.filter((one) => !methods.includes(one)),
  }))
  return [merged, ...others]
}

/** The class whose methods a type has, as an intersection with it: `DecimalImpl & { readonly brand: unique symbol }`. */
export function instanceOf(type: ts.Type): ts.Node | undefined {
  const parts = type.isIntersection() ? type.types : [type]
  const [found] = parts.flatMap(({ symbol }) => symbol?.declarations?.find(ts.isClassDeclaration) ?? [])
  const isMethod = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Method) !== 0
  return found && type.getProperties().some(isMethod) ? found : undefined
}

function isOwnMember(property: ts.Symbol, run: ParseRun): boolean {
  const [node] = property.declarations ?? []
  return node !== undefined && declaresType(node, run.checker.getTypeOfSymbol(property), run)
}

/** Whether a declaration of the user has this very type, rather than one that a type argument or a mapped type changed. */
export function declaresType(node: ts.Node, type: ts.Type, { checker, cwd }: ParseRun): boolean {
  if (isForeignPath(node.getSourceFile().fileName, cwd)) return false
  if (ts.isMethodSignature(node)) return true
  const isTyped = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)
  if (!isTyped || node.type === undefined) return false
  const written = checker.getTypeFromTypeNode(node.type)
  return written === type || checker.getNonNullableType(written) === checker.getNonNullableType(type)
}
