import type { ts } from 'ts-morph'
import type { TypeStep } from '../../model/dto.ts'
import { isOfLibrary } from '../project/library-types.ts'
import type { TypeUse } from '../types/type-use.ts'

/** Global names in generated files, which other types must not shadow. */
export const usedTypes: ReadonlySet<string> = new Set(
  'Date Exclude Extract Infinity NonNullable Object Partial Pick Promise Record Uint8Array dto'.split(' '),
)

/** Unique names for the types of a generated file. */
export class TypeNames {
  readonly #names = new Map<ts.Type, Map<string, string>>()
  readonly #taken = new Set(usedTypes)

  /** Fixes the name of a type. @param key of the rules that its type arguments bring */
  keep(type: ts.Type, name: string, key = ''): void {
    const ofType = this.#names.get(type) ?? new Map<string, string>()
    this.#names.set(type, ofType.set(key, name))
    this.#taken.add(name)
  }

  /** The name of a type, else the first free name of `wanted`. */
  of(type: ts.Type, wanted: () => readonly string[], key = ''): string {
    const known = this.#names.get(type)?.get(key)
    if (known !== undefined) return known
    const name = this.ofPart(wanted())
    this.keep(type, name, key)
    return name
  }

  /** The first free name of `wanted`, for a part of a type. */
  ofPart(wanted: readonly string[]): string {
    const name = wanted.find((one) => !this.#taken.has(one)) ?? this.#numbered(wanted.at(-1) ?? 'Type')
    this.#taken.add(name)
    return name
  }

  #numbered(name: string): string {
    let n = 2
    while (this.#taken.has(`${name}${n}`)) n++
    return `${name}${n}`
  }
}

/** Candidate names of an object type, best first: its own, with type arguments, by its use. */
export function objectNames(type: ts.Type, use: TypeUse): readonly string[] {
  const name = ownName(type)
  if (name === undefined) return [placeName(use)]
  const parts = (type.aliasTypeArguments ?? []).flatMap((one) => ownName(one) ?? [])
  return [
    name,
    ...(parts.length > 0 ? [`${name}Of${parts.join('And')}`] : []),
    `${name}Of${use.owner}`,
    placeName(use),
  ]
}

/** Candidate names of a branded type. The alias in `Tagged<string, 'id'>` is a construction, not a name. */
export function brandNames(type: ts.Type, use: TypeUse): readonly string[] {
  const name = type.aliasTypeArguments === undefined ? ownName(type) : undefined
  return [name ?? fieldWord(use.field), placeName(use)]
}

/** The user's name of a type; library types such as `Partial<User>` have none. */
function ownName({ aliasSymbol, symbol }: ts.Type): string | undefined {
  const named = aliasSymbol ?? symbol
  if (named === undefined || /^__|^default$/.test(named.name)) return undefined
  return named.declarations?.every(isOfLibrary) ? undefined : named.name
}

/** `ArticleOfNewArticle`, `CircleShapeOfDrawing`: part of the type, property and owner. */
function placeName({ owner, field, path: { steps } }: TypeUse): string {
  // Inside a whole body.
  if (!steps.some(({ kind }) => kind === 'property')) {
    const name = steps.reduce(partName, owner)
    return name === owner ? `${owner}Element` : name
  }
  const inField = steps.slice(steps.findLastIndex(({ kind }) => kind === 'property') + 1)
  const name = inField.reduce(partName, fieldWord(field))
  return `${name}Of${owner}`
}

/** `[key: string]` has no word of its own. */
function fieldWord(field: string): string {
  return field.startsWith('[') ? 'Others' : capitalized(field)
}

function partName(name: string, step: TypeStep): string {
  switch (step.kind) {
    case 'branch':
      return `${capitalized(step.values.map(String).join('_'))}${name}`
    case 'without':
      return `Other${name}`
    case 'having':
      return `${name}With${capitalized(step.member)}`
    case 'lacking':
      return `${name}Without${step.members.map(capitalized).join('And')}`
    case 'alike':
      return `${name}With${capitalized(step.word)}`
    case 'element':
      return step.index === undefined ? name : `${name}At${step.index}`
    case 'ofKind':
      return step.of === 'object' ? name : `${capitalized(step.of)}${name}`
    default:
      return name
  }
}

function capitalized(text: string): string {
  const word = text.replace(/[^A-Za-z0-9_$]/g, '_')
  return /^[0-9]/.test(word) ? `_${word}` : word.charAt(0).toUpperCase() + word.slice(1)
}
