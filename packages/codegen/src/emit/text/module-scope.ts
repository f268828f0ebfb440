import type { DtoModule, ObjectType, TypeOrigin } from '../../model/dto.ts'
import type { ClassOrigin } from '../../model/field-type.ts'
import { ModuleTypes } from '../../model/module-types.ts'
import { type Code, code, eachName, type FunctionBody, type Name, type Statement } from './code.ts'
import { localNames, wordOf } from './local-names.ts'
import { isRuntimeType, type RuntimeName, runtimeNames } from './runtime-names.ts'
import { blank } from './statements.ts'

/** A function as an argument of a call. */
export interface FunctionText {
  /** The names of its parameters. */
  readonly parameters: Code
  readonly body: FunctionBody
}

interface PendingReader {
  /** Its identity among the readers of a shape. */
  readonly key: string
  /** The name of the constant with a second reader. */
  readonly other: string
  readonly emit: () => FunctionText
}

interface PendingShape {
  readonly name: Name
  /** The identity of its reader, if objects are read. */
  readerKey: string | undefined
  reader: FunctionText | undefined
  emit: (name: Name, reader: FunctionText | undefined) => Statement
}

/** Marks a call as pure, so that bundlers drop it and its references when the value is unused. */
export const pureMark: Code = code`/*@__PURE__*/`

/** Names that the file declares itself or may import. */
const reservedNames: ReadonlySet<string> = new Set(['dto', ...runtimeNames])

/** The order of names in an import statement. */
const importOrder: ReadonlyMap<string, number> = new Map(
  [...runtimeNames].sort(compare).map((one, i) => [one, i]),
)

/** A name, or candidates in order of preference. */
export type PreferredName = string | readonly string[]

/** An import, by its name there and here. */
interface ImportEntry<From> {
  readonly from: From
  readonly exported: string
  readonly name: Name
}

/**
 * The names of one file. Each has one {@link Name}, from the first request on; what it stands for is imported or declared
 * where the printed code has the name.
 */
export class ModuleScope extends ModuleTypes {
  readonly #taken = new Set<string>()
  readonly #types = new Set<string>()
  readonly #variables = new Set<string>()
  readonly #runtime = new Map<RuntimeName, Name>()
  readonly #named = new Map<string, Name>()
  readonly #own = new Map<string, Name>()
  readonly #classes = new Map<string, ImportEntry<ClassOrigin>>()
  readonly #shared = new Map<string, ImportEntry<TypeOrigin>>()
  readonly #aliases = new Map<Name, string>()
  readonly #readers = new Map<string, Name>()
  readonly #constants = new Map<string, Name>()
  readonly #keysTypes = new Map<string, Name>()
  readonly #functions = new Map<string, Name>()
  readonly #shapes = new Map<string, PendingShape>()
  /** The declarations of names. */
  readonly #statements = new Map<Name, readonly Statement[]>()
  readonly #queue: (() => void)[] = []
  readonly #dtos: ReadonlySet<string>

  constructor(module: DtoModule) {
    super(module)
    this.#dtos = new Set(module.dtos.map((one) => one.name))
    for (const one of [...module.brands, ...module.recursive, ...module.bodies, ...module.sockets])
      this.#types.add(one.name)
    for (const one of [...module.dtos, ...module.objects]) {
      this.#types.add(one.name)
      // Variables are named after properties and must not shadow a name of the file.
      for (const field of one.fields) this.#variables.add(wordOf(field.name))
    }
    for (const one of this.#types) this.#taken.add(one)
  }

  /** An export of the runtime. */
  use(wanted: RuntimeName): Name {
    return made(this.#runtime, wanted, () => code.word(this.#localName(wanted)))
  }

  /** A runtime name is suffixed with `$` when a type of the user has the same name. */
  #localName(wanted: RuntimeName): string {
    return this.#types.has(wanted) ? `${wanted}$` : wanted
  }

  /** The name of a type of the source, where a reference by name is enough. */
  type(wanted: string): Name {
    return made(this.#named, wanted, () => code.word(wanted))
  }

  /** The name of an object type in code that the file has for it: it then declares the type, wherever it comes from. */
  ownType(wanted: string): Name {
    return made(this.#own, wanted, () => code.word(wanted))
  }

  /** A class or a function of the user. */
  useClass(of: { readonly name: string; readonly from: ClassOrigin }): Name {
    const { from } = of
    const key = `${from.kind === 'file' ? from.path : from.specifier}#${from.exported}`
    return made(this.#classes, key, () => ({ from, exported: from.exported, name: this.#freeName(of.name) }))
      .name
  }

  /** An export of another source's generated file. */
  useShared(from: TypeOrigin, exported: string): Name {
    const key = `${from.outputPath}#${exported}`
    return made(this.#shared, key, () => ({ from, exported, name: this.#freeName(exported) })).name
  }

  /** Whether the file exports its code for a type. */
  shares({ name, isShared }: ObjectType): boolean {
    return isShared && this.#dtos.has(name)
  }

  /** The prefix of a declaration that other files import as `wanted`. */
  exported(own: Name, wanted: string): Code {
    if (own.flat === wanted) return code`export `
    this.#aliases.set(own, wanted)
    return code``
  }

  /** A private function, which `emit` declares. */
  function(wanted: PreferredName, key: string, emit: (name: Name) => readonly Statement[]): Name {
    return made(this.#functions, key, () => {
      const own = this.#freeName(wanted)
      this.#queue.push(() => this.#statements.set(own, [blank, ...emit(own)]))
      return own
    })
  }

  /** A constant of the file; equal values share one. */
  constant(wanted: PreferredName, value: Code, type: Code = code``): Name {
    return made(this.#constants, value.flat, () => {
      const own = this.#freeName(wanted)
      this.#statements.set(own, [code`const ${own}${type} = ${value}`])
      return own
    })
  }

  /** A constant that reads some texts, by which {@link known} finds it. */
  reader(wanted: PreferredName, value: Code, texts: string): Name {
    const own = this.constant(wanted, value)
    made(this.#readers, texts, () => own)
    return own
  }

  /** The first {@link reader} of these texts, if the file has one. */
  known(texts: string): Name | undefined {
    return this.#readers.get(texts)
  }

  /**
   * A shape. It is declared last, since it may use constants that are requested later. A reader and a schema share one
   * shape; a second reader of the same kind gets a shape named `other`.
   */
  shape(wanted: string, key: string, emit: PendingShape['emit'], reader?: PendingReader): Name {
    const known = this.#shapes.get(key)
    if (reader !== undefined && known?.readerKey !== undefined && known.readerKey !== reader.key)
      return this.shape(reader.other, `${key} ${reader.key}`, emit, reader)
    if (known !== undefined) {
      if (known.readerKey === undefined && reader !== undefined) {
        known.emit = emit
        this.#read(known, reader)
      }
      return known.name
    }
    const shape: PendingShape = {
      name: this.#freeName(wanted),
      readerKey: undefined,
      reader: undefined,
      emit,
    }
    this.#shapes.set(key, shape)
    if (reader !== undefined) this.#read(shape, reader)
    return shape.name
  }

  #read(shape: PendingShape, { key, emit }: PendingReader): void {
    shape.readerKey = key
    this.#queue.push(() => {
      shape.reader = emit()
    })
  }

  hasShape(key: string): boolean {
    return this.#shapes.has(key)
  }

  /** A type of the file, a union of property names. */
  keysType(wanted: PreferredName, names: readonly Code[]): Name {
    return made(this.#keysTypes, code.union(names).flat, () => {
      const own = this.#freeName(wanted)
      this.#statements.set(own, [code`type ${own} = ${code.union(names)}`])
      return own
    })
  }

  /** Writes what was requested, and what that requests in turn. */
  complete(): void {
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) next()
    // The map grows while a shape requests others.
    for (const { name, emit, reader } of this.#shapes.values())
      this.#statements.set(name, [emit(name, reader)])
  }

  /** Adds the names in statements to those found, with the names in their declarations. */
  reach(statements: readonly Statement[], found: Set<Name>): void {
    eachName(statements, (one) => found.add(one))
    // A set visits what is added on the way.
    for (const one of found) eachName(this.#statements.get(one) ?? [], (next) => found.add(next))
  }

  /** The declarations of names, in the order of the requests. */
  declared(
    section: 'functions' | 'shapes' | 'constants' | 'keysTypes',
    used: ReadonlySet<Name>,
  ): readonly Statement[] {
    const sections = {
      functions: this.#functions.values(),
      shapes: Array.from(this.#shapes.values(), (one) => one.name),
      constants: this.#constants.values(),
      keysTypes: this.#keysTypes.values(),
    }
    return [...sections[section]]
      .filter((one) => used.has(one))
      .flatMap((one) => this.#statements.get(one) ?? [])
  }

  /** The imports from the runtime, in the order of an import statement. */
  imports(used: ReadonlySet<Name>): readonly Code[] {
    const names = [...this.#runtime].filter(([, own]) => used.has(own))
    return names
      .sort(([a], [b]) => (importOrder.get(a) ?? 0) - (importOrder.get(b) ?? 0))
      .map(([exported, own]) => {
        const item = importItem(exported, own)
        return isRuntimeType(exported) ? code`type ${item}` : item
      })
  }

  classes(used: ReadonlySet<Name>): readonly ImportEntry<ClassOrigin>[] {
    return [...this.#classes.values()].filter(({ name }) => used.has(name))
  }

  shared(used: ReadonlySet<Name>): readonly ImportEntry<TypeOrigin>[] {
    return [...this.#shared.values()].filter(({ name }) => used.has(name))
  }

  /** Exports whose local name differs. */
  aliases(used: ReadonlySet<Name>): readonly Code[] {
    return [...this.#aliases]
      .filter(([own]) => used.has(own))
      .map(([own, exported]) => code`${own} as ${code.word(exported)}`)
  }

  /** Variables of a function, by the names of properties. */
  locals(properties: readonly string[], own?: ReadonlySet<string>): ReadonlyMap<string, Name> {
    return localNames(properties, (word) => this.isTaken(word), own)
  }

  /** Whether a local variable of that name would shadow a name of the file. */
  isTaken(wanted: string): boolean {
    return reservedNames.has(wanted) || this.#taken.has(wanted) || this.#isLocalName(wanted)
  }

  /** Whether it is the suffixed name of a runtime export, because a type of the user has the plain name. */
  #isLocalName(wanted: string): boolean {
    const plain = wanted.slice(0, -1)
    return wanted.endsWith('$') && this.#types.has(plain) && reservedNames.has(plain)
  }

  #freeName(wanted: PreferredName): Name {
    const names = typeof wanted === 'string' ? [wanted] : wanted
    const isFree = (one: string): boolean => !this.isTaken(one) && !this.#variables.has(one)
    const last = names.at(-1) ?? '_'
    let found = names.find(isFree) ?? last
    for (let n = 2; !isFree(found); n++) found = `${last}${n}`
    this.#taken.add(found)
    return code.word(found)
  }
}

/** `exported as own` */
export function importItem(exported: string, own: Name): Code {
  return exported === own.flat ? own : code`${code.word(exported)} as ${own}`
}

/** The entry of a key, made on the first request. */
function made<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const entry = make()
  map.set(key, entry)
  return entry
}

function compare(a: string, b: string): number {
  const [lowerA, lowerB] = [a.toLowerCase(), b.toLowerCase()]
  return lowerA < lowerB ? -1 : lowerA > lowerB ? 1 : 0
}
