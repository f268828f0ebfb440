import type { Source } from '../model/source.ts'
import type { ValueKind } from '../model/value-kind.ts'

/** Why a type cannot be bound, and the fix. */
export interface Unbindable {
  /** Completes "x: T cannot be bound: …". */
  readonly reason: string
  readonly wayOut: string
}

/** Types that a response cannot carry. */
export const unsendable = {
  file: {
    reason: 'JSON cannot represent a form file',
    wayOut: 'Leave it out with `@json -`, or send its name and size.',
  },
  classWithoutText: (name: string): Unbindable => ({
    reason: `${name} has neither its own toJSON() nor toString()`,
    wayOut: `Add one of them to ${name}: its result is sent.`,
  }),
} as const

/** Types that a request cannot carry. */
export const unbindable = {
  function: { reason: 'it is a function', wayOut: 'Exclude it from the DTO, for example with Omit.' },
  symbolKey: {
    reason: 'requests have no symbol keys',
    wayOut: 'Exclude it from the DTO, for example with Omit.',
  },
  tooDeep: {
    reason: 'it nests more than a hundred levels deep, or endlessly',
    wayOut:
      'A type may contain itself, but not a new type each time, and a list of itself only beside another type: `type A = string | A[]`.',
  },
  tooMany: (count: number): Unbindable => ({
    reason: `it reaches more than ${count} object types`,
    wayOut: 'Declare a type with the members that you need, or write a type that can be bound: `unknown`.',
  }),
  proto: {
    reason: 'the name refers to the prototype of an object',
    wayOut: 'Rename the property.',
  },
  optionalInherited: {
    reason: 'every object inherits a member of that name, so it is never absent',
    wayOut: 'Make it required, or rename it and keep this name in the tag.',
  },
  any: {
    reason: 'it accepts anything, so nothing can be checked',
    wayOut:
      'Write the expected type, or unknown. `"any": "unknown"` in the config reads every any as unknown.',
  },
  never: { reason: 'it has no values', wayOut: 'Exclude it from the DTO, for example with Omit.' },
  noSuchValue: {
    reason: 'no request can carry such a value',
    wayOut: 'Exclude it from the DTO, for example with Omit.',
  },
  letterCase: {
    reason: 'the case of letters is not checked at run time',
    wayOut: 'Write string with a rule: @validate pattern=/^[A-Z]+$/.',
  },
  ruledRecursion: {
    reason: 'rules inside a type that contains itself are not checked',
    wayOut: 'Write the list or the record in it as a property of an interface.',
  },
  brandedLiterals: {
    reason: 'branded literals cannot be combined with other types',
    wayOut: 'Remove the brand from the literals.',
  },
  classBesideObject: {
    reason: 'it combines a class with an object, and instances are objects too',
    wayOut: 'Keep one of the two, or declare two properties.',
  },
  listAsObject: {
    reason: 'a list is assignable to the object type beside it',
    wayOut: 'Add a property that no list has to the object, or declare two properties.',
  },
  objectInUnion: {
    reason: 'object takes lists and objects, of which another of its types may be one',
    wayOut: 'Write the types that are expected, or unknown.',
  },
  fileInUnion: {
    reason: 'files come in forms, which hold only text and files',
    wayOut: 'Write FileHeader[], which accepts one file or many, or declare two properties.',
  },
  unreachableBranch: {
    reason: 'another object of the union has the same properties, and no name distinguishes the two',
    wayOut: "Declare both in this file and export them, or give each a literal: { kind: 'circle' }.",
  },
  endless: {
    reason: 'it contains itself with new type arguments each time',
    wayOut: 'Write out the types that it contains.',
  },
  noBrand: {
    reason:
      'a brand must be an object type with public properties, on a type that is neither an enum nor a template',
    wayOut: 'Remove the brand, or write a class with a static parse(text).',
  },
  ownBuffer: {
    reason: 'its bytes may be part of a larger buffer',
    wayOut: 'Write Uint8Array without a type argument, and copy the bytes where you need their own buffer.',
  },
  restNotLast: { reason: 'its rest element is not the last', wayOut: 'Move the rest element to the end.' },
  class: {
    reason:
      'a class must be exported and have a public static parse(text) that returns an instance or undefined',
    wayOut: 'Export the class and give it `static parse(text: string)`, or write an interface.',
  },
  instance: {
    reason: 'it has the methods of a class',
    wayOut: 'Write the type of what JSON holds for it, such as string.',
  },
  methods: (names: readonly string[]): Unbindable => ({
    reason: `it has methods: ${named(names)}`,
    wayOut: 'Exclude them from the DTO, for example with Omit.',
  }),
  computedMember: (member: string): Unbindable => ({
    reason: `the enum member ${member} has no constant value`,
    wayOut: 'Write its value as a number or a text.',
  }),
  endlessMember: (member: string, value: unknown): Unbindable => ({
    reason: `the enum member ${member} is ${value}, which JSON cannot hold`,
    wayOut: 'Write its value as a number or a text.',
  }),
  openKeys: {
    reason: 'its index signature does not accept every text as a key',
    wayOut: 'Write `[key: string]`, or move keys that are numbers into a property: `Record<number, T>`.',
  },
  empty: {
    reason: 'it has no properties',
    wayOut:
      'Declare its properties, or write Record<string, string>; an empty object is Record<string, never>.',
  },
}

const maxNames = 3

function named(names: readonly string[]): string {
  const rest = names.length - maxNames
  return names.slice(0, maxNames).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** Replacements for platform types. */
const counterparts: ReadonlyMap<string, string> = new Map([
  ['URL', 'Write string, with @validate url.'],
  ['Buffer', 'Write Uint8Array.'],
  ['ArrayBuffer', 'Write Uint8Array.'],
  ['File', 'Write FileHeader from @ctxgen/runtime, and bind it with @form.'],
  ['Blob', 'Write FileHeader from @ctxgen/runtime, and bind it with @form.'],
])

/**
 * @param name of the type, if any: `ReadonlySet`
 * @param args the type arguments.
 */
export function notPlain(name: string = '', args: readonly string[] = []): Unbindable {
  return {
    reason: 'it is not a plain object',
    wayOut:
      counterpart(name.replace(/^Readonly/, ''), args) ??
      'Write an interface with its properties, a Record, or a class with a static parse(text).',
  }
}

function counterpart(name: string, args: readonly string[]): string | undefined {
  const value = args.at(-1)
  if (name === 'Map' && value !== undefined) return `Write Record<string, ${value}>.`
  if (name !== 'Set' || value === undefined) return counterparts.get(name)
  return `Write ${/[ |&]/.test(value) ? `(${value})` : value}[] with @validate unique.`
}

/** `string & { length: 3 }` */
export function claimingBrand(member: string): Unbindable {
  return {
    reason: `every such value has a member ${member}, and nothing checks its declared type`,
    wayOut: 'Write a rule (@validate) instead, and brand with a member that no value has.',
  }
}

const kinds: Readonly<Record<ValueKind, readonly [words: string, wayOut: string]>> = {
  string: ['text', 'Keep one of them, or write a class whose static parse(text) tells them apart.'],
  number: ['numbers', 'Keep one of them.'],
  boolean: ['booleans', 'Keep one of them.'],
  array: ['lists', 'Write a single list: (A | B)[].'],
  object: ['objects', "Add a kind to each, as in { kind: 'circle' } | { kind: 'square' }."],
}

/** Two types of a union are the same kind of JSON value. */
export function twoOfAKind(kind: ValueKind): Unbindable {
  const [words, wayOut] = kinds[kind]
  return { reason: `several of its types are ${words} in JSON, and nothing tells them apart`, wayOut }
}

export function noFilesIn(source: Source): Unbindable {
  return { reason: `${source} cannot hold files`, wayOut: 'Bind it with @form or @body.' }
}

/** Of a whole body, in each of its formats. */
export const noFilesInBody: Unbindable = {
  reason: 'only a property of a form can be a file',
  wayOut: 'Write an interface with @form or @body.',
}

export const noFilesInMessage: Unbindable = {
  reason: 'a message of a socket cannot hold files',
  wayOut: 'Write Uint8Array for its bytes, or upload it with a request.',
}

/** XML cannot represent it, but other bodies can. @param what in the plural: `tuples` */
export function notInXml(what: string): Unbindable {
  return {
    reason: `xml cannot represent ${what}`,
    wayOut: 'Bind it from json, msgpack or cbor, or write objects and lists of objects.',
  }
}

/** A text source cannot represent it, except as JSON. */
export function notInText(reason: string, source: Source, name: string): Unbindable {
  return { reason, wayOut: `Bind it from a body, or as JSON text: \`@${source} ${name},json\`.` }
}

/** A source that cannot represent undeclared keys. */
export function noOpenKeys(source: Source): Unbindable {
  return {
    reason: `${source} cannot represent keys besides those of its properties`,
    wayOut: 'Move the other keys into a property: `extra: Record<string, string>`.',
  }
}

/** Rules that only a walk over the keys would find. */
export const ruledIndex: Unbindable = {
  reason: 'rules inside an index signature are not checked',
  wayOut: 'Move the other keys into a property: `extra: Record<string, T>`.',
}

/** A message of a socket is a value that names its members, or plain bytes. */
export const noMessage: Unbindable = {
  reason: 'a message is an object, a union of objects or a Uint8Array',
  wayOut: 'Wrap it in an object: `{ items: string[] }`.',
}

/** A source of named values has no place for a body without properties. @param what `a list`, say. */
export function notByName(what: string, source: Source): Unbindable {
  return {
    reason: `${source} holds named values, but it is ${what}`,
    wayOut:
      'Bind it from json, msgpack or cbor, which @body means here, or tag an interface that contains it.',
  }
}

/** A tag in a nested object names a source that never reaches the object. */
export function notReached(object: string, sources: ReadonlySet<Source>): Unbindable {
  const reason =
    sources.size === 0 ? `${object} has no source` : `${object} is bound only from ${[...sources].join(', ')}`
  return {
    reason,
    wayOut: 'The members of a nested object have the sources of the object.',
  }
}

export function notNamedAlike(discriminant: string, source: Source): Unbindable {
  return {
    reason: `${discriminant}, which tells its objects apart, has several names in ${source}`,
    wayOut: 'Give it the same tag in each object.',
  }
}

export function severalDefaults(discriminant: string): Unbindable {
  return {
    reason: `${discriminant}, which tells its objects apart, has a default in several of them`,
    wayOut: 'Keep the default of the object that is read when it is absent.',
  }
}

export function notNamedApart(source: Source): Unbindable {
  return {
    reason: `a member that tells its objects apart is excluded from ${source}, or shares its name with another`,
    wayOut: 'Give each member that only one object has a unique name.',
  }
}
