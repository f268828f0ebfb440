import { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import { displayPath } from '../../diagnostics/display-path.ts'
import { unbindable } from '../../diagnostics/unbindable.ts'
import type { TypeStep } from '../../model/dto.ts'
import type { ParseRun } from '../dto/parse-run.ts'
import { declarationText } from '../project/declaration-text.ts'
import { isForeignPath } from '../project/foreign-path.ts'
import { spanOfNode } from '../project/spans.ts'
import { exportedTypes } from '../types/exported-types.ts'
import type { OwnPlace } from '../types/refusals.ts'
import { declaresType, ForeignTypes, type LocatedRefusal } from './foreign-types.ts'
import { WorkingTypes, writtenAs } from './working-type.ts'

/** More would hide the first ones. */
const maxRefusals = 3
const longestType = 80

/**
 * Reports types of packages that cannot be bound where the user declares a member of such a type: once for the member, with
 * each refused type and its file in the package, and with a type that can be bound.
 */
export function explainForeign(file: ts.SourceFile, run: ParseRun): void {
  if (run.refusals.foreign.length === 0) return
  const exported = exportedTypes(file, run.checker)
  const types = new ForeignTypes(run, file, (type) => exported.some((one) => one.type === type))
  const writer = new WorkingTypes(types, run.checker)
  const explained = ownPlaces(run).filter((place) => {
    const found = types.refusalsIn(place)
    if (found.length === 0) return false
    const isAny = found.every(({ refusal }) => refusal.why === unbindable.any)
    const hint = wayOut(place, writer, run.checker) ?? found[0]?.refusal.why?.wayOut ?? ''
    const why = {
      reason: reasonOf(found, run.cwd),
      wayOut: isAny ? `${hint} Or set "any": "unknown" in the config.` : hint,
    }
    run.report(catalog.unbindableType, place.span, place.name, typeOf(place), why)
    return true
  })
  if (explained.length === 0) for (const refusal of run.refusals.foreign) run.refusals.report(refusal)
}

/** The declarations with a type of their own, each once. */
function ownPlaces(run: ParseRun): readonly OwnPlace[] {
  const first = new Map(run.refusals.ownPlaces.toReversed().map((place) => [place.node, place]))
  return run.refusals.ownPlaces.filter(
    (place) =>
      first.get(place.node) === place &&
      (isDto(place.node)
        ? !isForeignPath(place.span.path, run.cwd)
        : declaresType(place.node, place.type, run)),
  )
}

function isDto(node: ts.Node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
}

function typeOf({ node, name }: OwnPlace): string {
  const written = typeNodeOf(node)
  return written === undefined ? name : declarationText(written)
}

function typeNodeOf(node: ts.Node): ts.TypeNode | undefined {
  const isTyped =
    ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isTypeAliasDeclaration(node)
  return isTyped ? node.type : undefined
}

function reasonOf(found: readonly LocatedRefusal[], cwd: string): string {
  const rest = found.length - maxRefusals
  const words = found.slice(0, maxRefusals).map((one) => describe(one, cwd))
  return words.join('; ') + (rest > 0 ? `; and ${rest} more` : '')
}

function describe({ steps, refusal: { use, type, why, declared } }: LocatedRefusal, cwd: string): string {
  const isInside = steps.length > 0 && isForeignPath(use.span.path, cwd)
  const { path, line } = isInside || declared === undefined ? use.span : spanOfNode(declared)
  const reason = why?.reason ?? 'its type is not found'
  const inside = describeSteps(steps)
  const where = `${packagePath(path, cwd)}:${line}`
  if (inside === '') return `${reason} (${where})`
  const text = type.length > longestType ? `${type.slice(0, longestType)}…` : type
  return `${inside}: ${text} (${reason}, ${where})`
}

/** `stripe/types/Charges.d.ts` */
function packagePath(path: string, cwd: string): string {
  const [, inside] = /^.*\/node_modules\/(.*)$/.exec(path) ?? []
  return inside ?? displayPath(cwd, path)
}

/** `blocks[].text (type "section")` */
function describeSteps(steps: readonly TypeStep[]): string {
  const path = steps.map(describeStep).join('').replace(/^\./, '')
  const notes = steps.flatMap((step) => {
    if (step.kind === 'branch') {
      const member = step.within === undefined ? step.member : `${step.within}.${step.member}`
      return `${member} ${step.values.map((one) => JSON.stringify(String(one))).join(' or ')}`
    }
    return step.kind === 'having' ? `with ${step.member}` : []
  })
  return notes.length === 0 ? path : `${path} (${notes.join(', ')})`
}

function describeStep(step: TypeStep): string {
  switch (step.kind) {
    case 'property':
      // The compiler's name of `[Symbol.iterator]` is `__@iterator@21`.
      return step.name.startsWith('__@') ? `[${step.name.split('@')[1]}]` : `.${step.name}`
    case 'element':
      return `[${step.index ?? ''}]`
    case 'values':
      return '[]'
    default:
      return ''
  }
}

/** A type that can be bound, ready to paste. */
function wayOut({ type, node }: OwnPlace, writer: WorkingTypes, checker: ts.TypeChecker): string | undefined {
  if (ts.isInterfaceDeclaration(node)) return baseWayOut(node, writer, checker)
  const written = typeNodeOf(node)
  const text = written && writer.of(type, writtenAs(written))
  return text && `Write a type that can be bound: \`${text}\`.`
}

/** An interface extends what is left of its bases, and declares the other members itself. */
function baseWayOut(
  node: ts.InterfaceDeclaration,
  writer: WorkingTypes,
  checker: ts.TypeChecker,
): string | undefined {
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types)
  for (const base of bases) {
    const reduced = writer.reduced(checker.getTypeAtLocation(base), writtenAs(base))
    if (reduced === undefined) continue
    const { rest, declared } = reduced
    const extended = rest === undefined ? `Extend nothing` : `Write \`extends ${rest}\``
    return declared.length === 0 ? `${extended}.` : `${extended}, and declare \`${declared.join('; ')}\`.`
  }
  return undefined
}
