import type { Source } from '../model/source.ts'
import type { ValueKind } from '../model/value-kind.ts'

/** Why a type cannot be bound, and what its author can do about it. */
export interface Unbindable {
  /** The end of a sentence: "x: T cannot be bound: …". */
  readonly reason: string
  readonly wayOut: string
}

const anyJson = 'What may be any JSON stays out of the DTO, and is read from c.body().'

/** Types that no answer can hold. */
export const unsendable = {
  file: {
    reason: 'a file of a form has no text in JSON',
    wayOut: 'Leave it out with `@json -`, or send its name and size.',
  },
  classWithoutText: (name: string): Unbindable => ({
    reason: `${name} has no toJSON() and no toString() of its own`,
    wayOut: `Give ${name} one of them; what it returns is sent.`,
  }),
} as const

/** Types that no source can give. */
export const unbindable = {
  function: { reason: 'it is a function', wayOut: 'Leave it out of the DTO, with Omit say.' },
  symbolKey: { reason: 'a request has no such key', wayOut: 'Leave it out of the DTO, with Omit say.' },
  tooDeep: {
    reason: 'it is nested more than a hundred levels deep, or has no end',
    wayOut: 'A type that names itself again is no problem; one that becomes another one each time is.',
  },
  proto: {
    reason: 'the name stands for the prototype of an object',
    wayOut: 'Give the property another name.',
  },
  optionalInherited: {
    reason: 'every object has a member of that name, so it can never be absent',
    wayOut: 'Make it required, or give it another name and keep this one in the tag.',
  },
  any: {
    reason: 'anything fits it, so nothing can be checked',
    wayOut: `Write the type that is expected. ${anyJson}`,
  },
  unknown: {
    reason: 'it says nothing about the value',
    wayOut: `Write the type that is expected. ${anyJson}`,
  },
  never: { reason: 'it has no value', wayOut: 'Leave it out of the DTO, with Omit say.' },
  noSuchValue: {
    reason: 'no request can hold such a value',
    wayOut: 'Leave it out of the DTO, with Omit say.',
  },
  textOfForm: {
    reason: 'a template literal type is not checked when a request comes',
    wayOut: 'Write string, and its form as a rule: @validate pattern=/^a-/.',
  },
  endlessUnion: {
    reason: 'it holds itself, and no interface is between',
    wayOut: `Write the list or the record in it as a property of an interface. ${anyJson}`,
  },
  brandedLiterals: {
    reason: 'literals with a brand are a type of their own, which other types would be no part of',
    wayOut: 'Bind the literals without their brand.',
  },
  classBesideObject: {
    reason: 'an instance of a class is an object, as another of its types is',
    wayOut: 'Keep one of the two, or make them properties of their own.',
  },
  listAsObject: {
    reason: 'a list has all that another of its types asks of an object, and TypeScript takes it for one',
    wayOut: 'Give the object a property that no list has, or make them properties of their own.',
  },
  fileInUnion: {
    reason: 'a file comes in a form, which has text and files only',
    wayOut: 'Write FileHeader[], which takes one file as well as many, or properties of their own.',
  },
  undividedUnion: {
    reason: 'no member with a literal of its own in each tells the objects apart',
    wayOut:
      "Give each object one, as in { kind: 'circle' } | { kind: 'square' }, or say what it has not: { a: A; b?: never } | { b: B; a?: never }.",
  },
  endless: {
    reason: 'it holds itself with other type arguments each time, without end',
    wayOut: 'Write out the types that it holds.',
  },
  noBrand: {
    reason: 'what brands it has to be an object type of public properties, and what it brands no enum',
    wayOut: 'Bind the type without it, or write a class with a static parse(text).',
  },
  ownBuffer: {
    reason: 'its bytes may be part of a larger buffer',
    wayOut:
      'Write Uint8Array without a type argument, and copy the bytes where they must have a buffer of their own.',
  },
  hole: {
    reason: 'JSON has no undefined in a list',
    wayOut: 'Write null for an element that is not there, or leave undefined out of the type.',
  },
  restNotLast: { reason: 'its rest is not at the end', wayOut: 'Move the rest to the end.' },
  class: {
    reason:
      'a class needs a public static parse(text) that gives an instance or undefined, and must be exported',
    wayOut: 'Export the class and give it `static parse(text: string)`, or write an interface.',
  },
  openKeys: {
    reason: 'it has any key besides its properties',
    wayOut: 'Put what may have any key into a property of its own: `extra: Record<string, string>`.',
  },
  empty: {
    reason: 'it has no properties',
    wayOut:
      'Declare its properties, or write Record<string, string>; one that has none is Record<string, never>.',
  },
}

/** What can be sent in the place of an object of the platform. */
const counterparts: ReadonlyMap<string, string> = new Map([
  ['Map', 'Write Record<string, T>.'],
  ['Set', 'Write T[], with @validate unique.'],
  ['URL', 'Write string, with @validate url.'],
  ['Buffer', 'Write Uint8Array.'],
  ['ArrayBuffer', 'Write Uint8Array.'],
  ['File', 'Write FileHeader of @ctxgen/runtime, and bind it with @form.'],
  ['Blob', 'Write FileHeader of @ctxgen/runtime, and bind it with @form.'],
])

/** @param name the name of the type, if it has one: `ReadonlySet` */
export function notPlain(name: string = ''): Unbindable {
  return {
    reason: 'it is no plain object',
    wayOut:
      counterparts.get(name.replace(/^Readonly/, '')) ??
      'Write an interface of its properties, a Record, or a class with a static parse(text).',
  }
}

/** `string & { length: 3 }` */
export function claimingBrand(member: string): Unbindable {
  return {
    reason: `${member} is a member that every such value has, and nothing checks what is said of it`,
    wayOut: 'Say it as a rule (@validate), and give a brand a member that no value has.',
  }
}

const kinds: Readonly<Record<ValueKind, readonly [words: string, wayOut: string]>> = {
  string: ['text', 'Keep one of them, or write a class whose static parse(text) tells them apart.'],
  number: ['a number', 'Keep one of them.'],
  boolean: ['a boolean', 'Keep one of them.'],
  array: ['a list', 'Write one list of either: (A | B)[].'],
  object: ['an object', "Give each object a kind, as in { kind: 'circle' } | { kind: 'square' }."],
}

/** A union of which two types are the same kind of JSON value. */
export function twoOfAKind(kind: ValueKind): Unbindable {
  const [words, wayOut] = kinds[kind]
  return { reason: `more than one of its types is ${words} in JSON, and nothing tells them apart`, wayOut }
}

export function noFilesIn(source: Source): Unbindable {
  return { reason: `${source} holds no files`, wayOut: 'Files come in forms: bind it with @form or @body.' }
}

/** What XML has no notation for, though other bodies do. */
export function notInXml(what: string): Unbindable {
  return {
    reason: `${what} no notation in xml`,
    wayOut: 'Bind it from json, msgpack or cbor, or write it as objects and lists of them.',
  }
}

/** What a text source has no notation for, unless the text is JSON. */
export function notInText(reason: string, source: Source): Unbindable {
  return { reason, wayOut: `Bind it from a body, or from text that holds JSON: \`@${source} name,json\`.` }
}

/** What a nested object is not bound from, though a tag in it says so. */
export function notReached(object: string, sources: ReadonlySet<Source>): Unbindable {
  const from = sources.size === 0 ? 'nowhere' : `${[...sources].join(', ')} only`
  return {
    reason: `${object} is bound from ${from}`,
    wayOut: 'The members of a nested object come from where the object comes from.',
  }
}

export function notNamedAlike(discriminant: string, source: Source): Unbindable {
  return {
    reason: `${discriminant}, which tells its objects apart, has not one name in all of them in ${source}`,
    wayOut: 'Give it the same tag in each of them.',
  }
}

export function notNamedApart(source: Source): Unbindable {
  return {
    reason: `a member that tells its objects apart is left out in ${source}, or has the name of another one's`,
    wayOut: 'Give the members that only one object has names of their own.',
  }
}
