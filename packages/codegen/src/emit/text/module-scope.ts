import type { DtoModule, ObjectType, TypeOrigin } from '../../model/dto.ts'
import type { ClassOrigin, LiteralValue } from '../../model/field-type.ts'
import { ModuleTypes } from '../../model/module-types.ts'
import { CodeWriter } from './code-writer.ts'
import { type ConstantValue, constantText } from './constant.ts'
import type { Item } from './item.ts'
import { literal, regexp } from './literal.ts'
import { wordOf } from './local-names.ts'
import { isRuntimeType, type RuntimeName, runtimeNames } from './runtime-names.ts'

/** A constant of the file. */
export interface Constant {
  readonly name: string
  readonly value: ConstantValue
}

/** The items of the object that a function returns, or its statements. */
export type FunctionBody = { readonly items: readonly Item[] } | { readonly lines: readonly string[] }

/** A function as an argument of a call. */
export interface FunctionText {
  /** The names of its parameters. */
  readonly parameters: string
  readonly body: FunctionBody
}

interface PendingReader {
  /** Its identity among the readers of a shape. */
  readonly key: string
  /** The name of the constant with a second reader. */
  readonly other: string
  readonly emit: (constant: string) => FunctionText
}

interface PendingShape {
  readonly name: string
  /** The identity of its reader, if objects are read. */
  readerKey: string | undefined
  reader: FunctionText | undefined
  emit: (name: string, reader: FunctionText | undefined) => string
}

/** Marks a call as pure, so that bundlers drop it and its references when the value is unused. */
export const pureMark = '/*@__PURE__*/'

/** Names that the file declares itself or may import. */
const reservedNames: ReadonlySet<string> = new Set(['dto', ...runtimeNames])

/** The order of names in an import statement. */
const importOrder: ReadonlyMap<string, number> = new Map(
  [...runtimeNames].sort(compare).map((name, i) => [name, i]),
)

/** A name, or candidates in order of preference. */
export type Wanted = string | readonly string[]
/** An import from another generated file, a type or a value, by its name there and here. */
export interface SharedName {
  readonly outputPath: string
  readonly exported: string
  readonly name: string
}

/** A class that the file imports, by its exported name. */
export interface UsedClass {
  readonly name: string
  readonly from: ClassOrigin
}

/**
 * The shared state of the emitters of one file: its names, its imports and its private functions.
 *
 * Using a name imports it; requesting a function emits it.
 */
export class ModuleScope extends ModuleTypes {
  #writer: CodeWriter = new CodeWriter()
  #returned: readonly Item[] | 'nothing' | undefined = undefined
  readonly #imports = new Set<RuntimeName>()
  readonly #perhaps = new Set<RuntimeName>()
  readonly #names = new Set<string>()
  readonly #types = new Set<string>()
  readonly #variables = new Set<string>()
  readonly #functions = new Map<string, string>()
  readonly #queue: (() => void)[] = []
  readonly #constants = new Map<string, Constant>()
  readonly #keysTypes = new Map<string, { readonly name: string; readonly names: readonly string[] }>()
  readonly #shapes = new Map<string, PendingShape>()
  readonly #classes = new Map<string, UsedClass>()
  readonly #brands = new Set<string>()
  readonly #shared = new Map<string, SharedName>()
  readonly #sources = new Set<string>()
  readonly #made = new Set<string>()
  readonly #named = new Set<string>()
  readonly #aliases = new Set<string>()
  readonly #dtos: ReadonlySet<string>

  constructor(module: DtoModule) {
    super(module)
    this.#dtos = new Set(module.dtos.map(({ name }) => name))
    for (const { name } of [...module.brands, ...module.recursive, ...module.bodies, ...module.sockets]) {
      this.#types.add(name)
      this.#names.add(name)
    }
    for (const { name, fields } of [...module.dtos, ...module.objects]) {
      this.#types.add(name)
      this.#names.add(name)
      // Variables are named after properties and must not shadow a name of the file.
      for (const field of fields) this.#variables.add(wordOf(field.name))
    }
  }

  get writer(): CodeWriter {
    return this.#writer
  }

  /** The body that `emit` writes, for a function that is an argument. @param margin columns before the body */
  bodyOf(emit: () => void, margin: number): FunctionBody {
    const outer = { writer: this.#writer, returned: this.#returned }
    this.#writer = new CodeWriter(margin)
    this.#returned = 'nothing'
    emit()
    const returned: readonly Item[] | string | undefined = this.#returned
    const lines = String(this.#writer).trimEnd().split('\n')
    this.#writer = outer.writer
    this.#returned = outer.returned
    return typeof returned === 'object' ? { items: returned } : { lines }
  }

  /** Takes the object that the body of {@link bodyOf} returns, if it has no other statement. */
  returns(items: readonly Item[]): boolean {
    if (this.#returned === undefined || !this.#writer.isEmpty) return false
    this.#returned = items
    return true
  }

  /** Imports a name from the runtime and returns its local name. */
  use(name: RuntimeName): string {
    this.#imports.add(name)
    return this.#localName(name)
  }

  /** {@link use} for text that may be dropped; {@link importFor} imports the name if the text stays. */
  useIfWritten(name: RuntimeName): string {
    this.#perhaps.add(name)
    return this.#localName(name)
  }

  /** Imports the names in the final text of the file. */
  importFor(text: string): void {
    // A call, a type with arguments or the constant of a rule, not a word in a description.
    const names = new Set(text.match(/(?<![\w$.'])(?:\w+\$?(?=[(<])|\w+Rule\$?(?![\w$']))/g))
    for (const name of this.#perhaps) if (names.has(this.#localName(name))) this.#imports.add(name)
  }

  /** A runtime name is suffixed with `$` when a type of the user has the same name. */
  #localName(name: RuntimeName): string {
    return this.#types.has(name) ? `${name}$` : name
  }

  /** Imports a class of the user and returns its local name. */
  useClass(type: UsedClass): string {
    const { from } = type
    const key = `${from.kind === 'file' ? from.path : from.specifier}#${from.exported}`
    const known = this.#classes.get(key)
    if (known !== undefined) return known.name
    const name = this.#freeName(type.name)
    this.#classes.set(key, { name, from })
    return name
  }

  get classes(): readonly UsedClass[] {
    return [...this.#classes.values()]
  }

  /** Imports an export of another source's generated file and returns its local name. */
  useShared({ sourcePath, outputPath }: TypeOrigin, exported: string): string {
    const key = `${outputPath}#${exported}`
    const known = this.#shared.get(key)
    if (known !== undefined) return known.name
    const name = this.#freeName(exported)
    this.#shared.set(key, { outputPath, exported, name })
    this.#sources.add(sourcePath)
    return name
  }

  get shared(): readonly SharedName[] {
    return [...this.#shared.values()]
  }

  /** The sources whose generated files it imports. */
  get sources(): readonly string[] {
    return [...this.#sources]
  }

  /** The name of an object type, where a reference by name is enough. */
  nameOf(name: string): string {
    this.#named.add(name)
    return name
  }

  names({ name }: ObjectType): boolean {
    return this.#named.has(name)
  }

  /** Notes that the file has its own code for an object type, which refers to its name. */
  make({ name }: ObjectType): void {
    this.#made.add(name)
  }

  makes({ name }: ObjectType): boolean {
    return this.#made.has(name)
  }

  /** Whether the file exports its code for a type. */
  shares({ name, isShared }: ObjectType): boolean {
    return isShared && this.#dtos.has(name)
  }

  /** The prefix of a declaration that other files import as `wanted`. */
  exported(name: string, wanted: string): 'export ' | '' {
    if (name === wanted) return 'export '
    this.#aliases.add(`${name} as ${wanted}`)
    return ''
  }

  /** Exports whose local name differs. */
  get aliases(): readonly string[] {
    return [...this.#aliases]
  }

  /** Declares a branded type in the file and returns its name. */
  useBrand(name: string): string {
    this.#brands.add(name)
    return name
  }

  usesBrand(name: string): boolean {
    return this.#brands.has(name)
  }

  /** The imported names, in the order of an import statement. */
  get imports(): readonly string[] {
    return [...this.#imports]
      .sort((a, b) => (importOrder.get(a) ?? 0) - (importOrder.get(b) ?? 0))
      .map((name) => {
        const local = this.#localName(name)
        return `${isRuntimeType(name) ? 'type ' : ''}${local === name ? name : `${name} as ${local}`}`
      })
  }

  /** The name of a private function; the first request emits it after the existing code. */
  function(wanted: Wanted, key: string, emit: (name: string) => void): string {
    const known = this.#functions.get(key)
    if (known !== undefined) return known
    const name = this.#freeName(wanted)
    this.#functions.set(key, name)
    this.#queue.push(() => emit(name))
    return name
  }

  /** Emits the requested private functions, and those that they request in turn. */
  emitFunctions(): void {
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      this.writer.blank()
      next()
    }
  }

  /** The name of a constant of the file; equal values share one constant. */
  constant(wanted: Wanted, value: ConstantValue): string {
    const { open, items, close } = constantText(value, (name) => this.use(name))
    const key = `${open}${items.join(', ')}${close}`
    const known = this.#constants.get(key)
    if (known !== undefined) return known.name
    const name = this.#freeName(wanted)
    this.#constants.set(key, { name, value })
    return name
  }

  get constants(): readonly Constant[] {
    return [...this.#constants.values()]
  }

  /**
   * The name of a shape. Its text is emitted last, since it may use constants that are requested later. A reader and a
   * schema share one shape; a second reader of the same kind gets a shape named `other`.
   */
  shape(wanted: string, key: string, emit: PendingShape['emit'], reader?: PendingReader): string {
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
    const made: PendingShape = { name: this.#freeName(wanted), readerKey: undefined, reader: undefined, emit }
    this.#shapes.set(key, made)
    if (reader !== undefined) this.#read(made, reader)
    return made.name
  }

  #read(shape: PendingShape, { key, emit }: PendingReader): void {
    shape.readerKey = key
    this.#queue.push(() => {
      shape.reader = emit(shape.name)
    })
  }

  hasShape(key: string): boolean {
    return this.#shapes.has(key)
  }

  /** The texts of the requested shapes. The map grows while a shape requests others. */
  shapeTexts(): readonly string[] {
    return Array.from(this.#shapes.values(), ({ name, reader, emit }) => emit(name, reader))
  }

  /** The name of a type of the file, a union of property names. */
  keysType(wanted: Wanted, names: readonly string[]): string {
    const text = names.join(' | ')
    const known = this.#keysTypes.get(text)
    if (known !== undefined) return known.name
    const name = this.#freeName(wanted)
    this.#keysTypes.set(text, { name, names })
    return name
  }

  get keysTypes(): readonly { readonly name: string; readonly names: readonly string[] }[] {
    return [...this.#keysTypes.values()]
  }

  /** The reader of a union of literals or of an enum. */
  literalsConstant(wanted: Wanted, values: readonly LiteralValue[], enumType: string | undefined): string {
    const items = values.map(literal)
    if (enumType === undefined) return this.constant(wanted, { kind: 'call', make: oneOf(values), items })
    const texts = values.map((value) => literal(String(value))).join(' | ')
    return this.constant(wanted, { kind: 'call', make: 'enumOf', types: `${enumType}, ${texts}`, items })
  }

  /** An existing reader of these values, if the file has one. */
  knownLiterals(values: readonly LiteralValue[]): string | undefined {
    return this.#readerOf(['oneOf', 'oneOfMixed', 'enumOf'], values.map(literal))
  }

  /** An existing reader of a template literal type, if the file has one. */
  knownTemplate(pattern: string): string | undefined {
    return this.#readerOf(['templateOf'], [regexp(pattern, '')])
  }

  #readerOf(makers: readonly RuntimeName[], items: readonly string[]): string | undefined {
    const isWanted = (value: ConstantValue): boolean =>
      value.kind === 'call' && makers.includes(value.make) && value.items.join() === items.join()
    return this.constants.find(({ value }) => isWanted(value))?.name
  }

  /** Whether a local variable of that name would shadow a name of the file. */
  isTaken(name: string): boolean {
    return reservedNames.has(name) || this.#names.has(name) || this.#isLocalName(name)
  }

  /** Whether it is the suffixed name of a runtime export, because a type of the user has the plain name. */
  #isLocalName(name: string): boolean {
    return name.endsWith('$') && this.#types.has(name.slice(0, -1)) && reservedNames.has(name.slice(0, -1))
  }

  #freeName(wanted: Wanted): string {
    const names = typeof wanted === 'string' ? [wanted] : wanted
    const isFree = (name: string): boolean => !this.isTaken(name) && !this.#variables.has(name)
    const last = names.at(-1) ?? '_'
    let name = names.find(isFree) ?? last
    for (let n = 2; !isFree(name); n++) name = `${last}${n}`
    this.#names.add(name)
    return name
  }
}

/** The function that makes a reader of literals. */
export function oneOf(values: readonly LiteralValue[]): 'oneOf' | 'oneOfMixed' {
  return values.every((value) => typeof value === 'string') ? 'oneOf' : 'oneOfMixed'
}

function compare(a: string, b: string): number {
  const [lowerA, lowerB] = [a.toLowerCase(), b.toLowerCase()]
  return lowerA < lowerB ? -1 : lowerA > lowerB ? 1 : 0
}
