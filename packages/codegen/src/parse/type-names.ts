import type { ts } from './compiler.ts'

/** Names that a generated file uses as they are; a type of another meaning must not hide them there. */
export const usedTypes: ReadonlySet<string> = new Set(
  'Date Exclude Extract Infinity NonNullable Object Partial Pick Promise Record Uint8Array dto'.split(' '),
)

/** The names of types in a generated file, no two of them the same. */
export class TypeNames {
  readonly #names = new Map<ts.Type, string>()
  readonly #taken = new Set(usedTypes)

  /** Gives a type a name that it must have. */
  keep(type: ts.Type, name: string): void {
    this.#names.set(type, name)
    this.#taken.add(name)
  }

  /** The name that a type has, else the one that is wanted, or one like it. */
  of(type: ts.Type, wanted: string): string {
    const known = this.#names.get(type)
    if (known !== undefined) return known
    let name = wanted
    for (let n = 2; this.#taken.has(name); n++) name = `${wanted}${n}`
    this.keep(type, name)
    return name
  }
}

/** The name of an object type, or one made of that of the property it was met at. */
export function objectName(type: ts.Type, field: string): string {
  return ownName(type) ?? capitalized(field)
}

/** The same for a type with a brand. `Tagged<string, 'id'>` says how it was made, and not what it is. */
export function brandName(type: ts.Type, field: string): string {
  return (type.aliasTypeArguments === undefined ? ownName(type) : undefined) ?? capitalized(field)
}

function ownName(type: ts.Type): string | undefined {
  const name = type.aliasSymbol?.name ?? type.symbol?.name
  return name === undefined || /^__|^default$/.test(name) ? undefined : name
}

function capitalized(text: string): string {
  const word = text.replace(/[^A-Za-z0-9_$]/g, '_')
  return /^[0-9]/.test(word) ? `_${word}` : word.charAt(0).toUpperCase() + word.slice(1)
}
