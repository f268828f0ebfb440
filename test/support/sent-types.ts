import fc from 'fast-check'

/** A type of a random answer. */
export type SentType =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'list' | 'record'; readonly of: SentType }
  | { readonly kind: 'tuple'; readonly of: readonly SentType[] }
  | { readonly kind: 'object'; readonly members: SentMembers }
  /** Objects with a literal each, with optional members alone, or with a member that the others exclude. */
  | { readonly kind: 'tagged' | 'choice' | 'byMember'; readonly branches: readonly SentMembers[] }
  /** A string, or another kind. */
  | { readonly kind: 'kinds'; readonly other: SentType }

export type SentMembers = readonly { readonly name: string; readonly type: SentType }[]

const scalars = ['string', 'int', 'boolean', 'int64', 'Date', 'Uint8Array', "'a' | 'b'", 'string | null']

const scalar = fc.constantFrom(...scalars).map((text): SentType => ({ kind: 'scalar', text }))

/** Random types, in which every key of an object is declared. */
export const sentType: fc.Arbitrary<SentType> = typeBelow(3)

function typeBelow(depth: number): fc.Arbitrary<SentType> {
  if (depth === 0) return scalar
  const type = typeBelow(depth - 1)
  const members = fc
    .uniqueArray(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), type }), {
      selector: ({ name }) => name,
      minLength: 1,
      maxLength: 3,
    })
    .map((all): SentMembers => all)
  const branches = fc.uniqueArray(members, { minLength: 2, maxLength: 3, selector: namesOf })
  const object = members.map((all): SentType => ({ kind: 'object', members: all }))
  const list = object.map((of): SentType => ({ kind: 'list', of }))
  const number = fc.constant<SentType>({ kind: 'scalar', text: 'int' })
  return fc.oneof(
    scalar,
    object,
    fc.constantFrom('list' as const, 'record' as const).chain((kind) => type.map((of) => ({ kind, of }))),
    fc.array(type, { minLength: 1, maxLength: 3 }).map((of): SentType => ({ kind: 'tuple', of })),
    fc
      .constantFrom('tagged' as const, 'choice' as const, 'byMember' as const)
      .chain((kind) => branches.map((all) => ({ kind, branches: all }))),
    fc.oneof(object, list, number).map((other): SentType => ({ kind: 'kinds', other })),
  )
}

function namesOf(members: SentMembers): string {
  return members
    .map(({ name }) => name)
    .sort()
    .join()
}

/** Writes types as a source, in which every object has a name. */
export class SentSource {
  private readonly objects: string[] = []

  /** The text of a type; it uses names of {@link declarations}. */
  textOf(type: SentType): string {
    switch (type.kind) {
      case 'scalar':
        return type.text
      case 'list':
        return `(${this.textOf(type.of)})[]`
      case 'record':
        return `Record<string, ${this.textOf(type.of)}>`
      case 'tuple':
        return `[${type.of.map((one) => this.textOf(one)).join(', ')}]`
      case 'object':
        return this.objectOf(type.members)
      case 'tagged':
        return type.branches.map((members, i) => this.objectOf(members, [`kind: 'k${i}'`])).join(' | ')
      case 'choice':
        return type.branches
          .map((members, i) => this.objectOf(members, [`own${i}?: string`], '?'))
          .join(' | ')
      case 'byMember':
        return type.branches
          .map((members, i) => this.objectOf(members, ownMembers(type.branches.length, i)))
          .join(' | ')
      case 'kinds':
        return `string | ${this.textOf(type.other)}`
    }
  }

  declarations(): string {
    return this.objects.map((text, i) => `interface Object${i} ${text}`).join('\n')
  }

  private objectOf(members: SentMembers, own: readonly string[] = [], mark = ''): string {
    const all = [...own, ...members.map(({ name, type }) => `${name}${mark}: ${this.textOf(type)}`)]
    return `Object${this.objects.push(`{ ${all.join('; ')} }`) - 1}`
  }
}

/** The last object has no member of its own. */
function ownMembers(count: number, at: number): readonly string[] {
  return Array.from({ length: count - 1 }, (_, i) => (i === at ? `own${i}: string` : `own${i}?: never`))
}
