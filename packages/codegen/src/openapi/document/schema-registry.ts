import type { SourceSpan } from '../../model/source-span.ts'
import { escaped, type Places } from './document-places.ts'
import type { Schema } from './openapi-document.ts'

/** A schema that may become a component. */
interface Entry {
  readonly name: string
  /** `Output` for a sent value that differs from the received one. */
  readonly role: 'Input' | 'Output' | 'Value'
  /** Of the type's declaration. */
  readonly span: SourceSpan | undefined
  schema: Schema
  /** Where its properties are declared. */
  members: ReadonlyMap<string, SourceSpan>
}

/** Two types of one name whose schemas differ. */
interface NameClash {
  readonly name: string
  readonly span: SourceSpan | undefined
  readonly other: SourceSpan | undefined
}

const prefix = '#/components/schemas/'

/** The components of a document, which get their names when all are known. */
export class SchemaRegistry {
  readonly #entries = new Map<string, Entry>()
  readonly clashes: NameClash[] = []

  /** A reference to a type's schema. @param key distinguishes types and roles @param make is called once */
  refer(key: string, about: Omit<Entry, 'schema' | 'members'>, make: () => Schema): Schema {
    if (!this.#entries.has(key)) {
      const entry: Entry = { ...about, schema: {}, members: new Map() }
      this.#entries.set(key, entry)
      entry.schema = make()
    }
    return { $ref: `${prefix}${key}` }
  }

  /** Notes where the properties of a component are declared. */
  place(key: string, members: ReadonlyMap<string, SourceSpan>): void {
    const entry = this.#entries.get(key)
    if (entry !== undefined) entry.members = members
  }

  /** The schema behind a reference. */
  target({ $ref }: Schema): Schema | undefined {
    return typeof $ref === 'string' ? this.#entries.get($ref.slice(prefix.length))?.schema : undefined
  }

  /** Gives names to the components that a document refers to, and replaces the references. */
  resolve<T>(
    document: T,
    places: Places,
  ): { readonly document: T; readonly schemas: Readonly<Record<string, Schema>> } {
    const used = this.#usedBy(document)
    const names = this.#namesOf(used)
    const schemas: Record<string, Schema> = {}
    for (const key of used) {
      const name = names.get(key)
      const entry = this.#entries.get(key)
      if (name === undefined || entry === undefined) continue
      schemas[name] = withNames(entry.schema, names)
      const pointer = `/components/schemas/${name}`
      if (entry.span !== undefined) places.add(pointer, entry.span)
      for (const [member, span] of entry.members) places.add(`${pointer}/properties/${escaped(member)}`, span)
    }
    return { document: withNames(document, names), schemas }
  }

  /** In order of first use. */
  #usedBy(document: unknown): readonly string[] {
    const used = new Set<string>()
    const visit = (value: unknown): void => {
      for (const key of keysIn(value)) {
        if (used.has(key)) continue
        used.add(key)
        visit(this.#entries.get(key)?.schema)
      }
    }
    visit(document)
    return [...used]
  }

  #namesOf(used: readonly string[]): ReadonlyMap<string, string> {
    const classes = this.#classesOf(used)
    const names = new Map<string, string>()
    const byName = groupBy(used, (key) => this.#entries.get(key)?.name ?? key)
    // Types keep their names before variants of others get one.
    const plain = new Map<string, string>()
    for (const name of byName.keys()) plain.set(name, freeName(componentName(name), new Set(plain.values())))
    const taken = new Set(plain.values())
    for (const [name, keys] of byName) {
      const first = keys[0] === undefined ? undefined : this.#entries.get(keys[0])
      const kinds = new Map<string, string>()
      for (const key of keys) {
        const entry = this.#entries.get(key)
        const kind = classes.get(key) ?? key
        if (entry === undefined || first === undefined) continue
        const isSame = isSamePlace(entry.span, first.span)
        if (!isSame && !kinds.has(kind)) this.clashes.push({ name, span: entry.span, other: first.span })
        if (!kinds.has(kind)) {
          const own = plain.get(name) ?? name
          const free = kinds.size === 0 ? own : freeName(`${own}${entry.role}`, taken)
          taken.add(free)
          kinds.set(kind, free)
        }
        names.set(key, kinds.get(kind) ?? name)
      }
    }
    return names
  }

  /** Schemas are alike if they are equal, and what they refer to is alike. */
  #classesOf(used: readonly string[]): ReadonlyMap<string, string> {
    let classes = new Map(used.map((key) => [key, this.#entries.get(key)?.name ?? key]))
    for (let count = 0; ; ) {
      const texts = new Map(used.map((key) => [key, this.#textOf(key, classes)]))
      const numbers = new Map([...new Set(texts.values())].map((text, i) => [text, String(i)]))
      classes = new Map([...texts].map(([key, text]) => [key, numbers.get(text) ?? '']))
      if (numbers.size === count) return classes
      count = numbers.size
    }
  }

  #textOf(key: string, classes: ReadonlyMap<string, string>): string {
    const entry = this.#entries.get(key)
    return `${classes.get(key)} ${entry?.name} ${JSON.stringify(withNames(entry?.schema, classes))}`
  }
}

function groupBy(items: readonly string[], nameOf: (item: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item])
  return groups
}

function isSamePlace(a: SourceSpan | undefined, b: SourceSpan | undefined): boolean {
  return a?.path === b?.path && a?.line === b?.line && a?.column === b?.column
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${name}${n}`
  return free
}

/** The name of a type in the characters that OpenAPI allows for components: `Café` is `Cafe`, `$Page` is `_Page`. */
function componentName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.-]/g, '_')
}

function keysIn(value: unknown): readonly string[] {
  const found: string[] = []
  const visit = (one: unknown): void => {
    if (Array.isArray(one)) for (const item of one) visit(item)
    else if (typeof one === 'object' && one !== null) {
      for (const [key, item] of Object.entries(one)) {
        if (key === '$ref' && typeof item === 'string') found.push(item.slice(prefix.length))
        else visit(item)
      }
    }
  }
  visit(value)
  return found
}

function withNames<T>(value: T, names: ReadonlyMap<string, string>): T
function withNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withNames(item, names))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => {
    if (key !== '$ref' || typeof item !== 'string') return [key, withNames(item, names)]
    return [key, `${prefix}${names.get(item.slice(prefix.length)) ?? item}`]
  })
  return Object.fromEntries(entries)
}
