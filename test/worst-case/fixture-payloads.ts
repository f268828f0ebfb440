import { type Payload, payload } from './payloads.ts'

/** JSON Schema, with the keywords of generated files. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema | false
  readonly prefixItems?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

/** Marks the place where a list or a map is filled. */
const gap = '@gap'

/** Every list and map declared by a JSON DTO, filled with valid and invalid values. */
export function fixturePayloads(dto: string, schema: Schema): readonly Payload[] {
  const sample = new Samples(schema)
  return sample.gaps().flatMap(({ path, value, units, isMap }) => {
    const [head = '', tail = ''] = JSON.stringify(value).split(`"${gap}"`)
    return units.map((unit) => {
      const body = (size: number): Uint8Array => filled(head, tail, unit, isMap, size)
      return payload('json', dto, `${path}: ${isMap ? 'a map' : 'a list'} of ${unit}`, body)
    })
  })
}

function filled(head: string, tail: string, unit: string, isMap: boolean, size: number): Uint8Array {
  const [open, close] = isMap ? '{}' : '[]'
  const texts: string[] = []
  let length = 0
  for (let i = 0; length < size; i++) {
    const text = isMap ? `"k${i}":${unit}` : unit
    texts.push(text)
    length += text.length + 1
  }
  return Buffer.from(`${head}${open}${texts.join(',')}${close}${tail}`)
}

interface Gap {
  readonly path: string
  /** A whole body with the gap in it. */
  readonly value: unknown
  readonly units: readonly string[]
  readonly isMap: boolean
}

/** Creates the smallest values that match a schema. */
class Samples {
  readonly #root: Schema
  readonly #gaps: Gap[] = []

  constructor(root: Schema) {
    this.#root = root
  }

  gaps(): readonly Gap[] {
    this.#find(this.#root, '', (inner) => inner, 0)
    return this.#gaps
  }

  #find(given: Schema, path: string, whole: (inner: unknown) => unknown, depth: number): void {
    if (depth > 3) return
    const schema = this.#resolve(given)
    for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
      this.#find(branch, path, whole, depth + 1)
    }
    if (typeof schema.items === 'object') {
      const items = schema.items
      this.#add(path, whole, items, false)
      this.#find(items, `${path}[]`, (inner) => whole([inner]), depth + 1)
    }
    if (typeof schema.additionalProperties === 'object') {
      const member = schema.additionalProperties
      this.#add(path, whole, member, true)
      this.#find(member, `${path}{}`, (inner) => whole({ k: inner }), depth + 1)
    }
    const base = this.sample(schema, 0)
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const inside = (inner: unknown): unknown => whole({ ...Object(base), [name]: inner })
      this.#find(member, `${path}.${name}`, inside, depth + 1)
    }
  }

  #add(path: string, whole: (inner: unknown) => unknown, element: Schema, isMap: boolean): void {
    const right = JSON.stringify(this.sample(element, 0))
    const units = [...new Set([right, '{}', '[]', '1e308'])]
    this.#gaps.push({ path, value: whole(gap), units, isMap })
  }

  #resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1)
    if (name === undefined) return schema
    return name === '#' ? this.#root : (this.#root.$defs?.[name] ?? {})
  }

  sample(given: Schema, depth: number): unknown {
    const schema = this.#resolve(given)
    if (schema.const !== undefined) return schema.const
    if (schema.enum !== undefined) return schema.enum[0]
    const branch = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
    if (branch !== undefined && depth < 8) return this.sample(branch, depth + 1)
    switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
      case 'object':
        return this.#object(schema, depth)
      case 'array':
        return (schema.prefixItems ?? []).map((item) => this.sample(item, depth + 1))
      case 'string':
        return schema.format === 'date-time' ? '2024-01-01T00:00:00Z' : 'a'
      case 'integer':
      case 'number':
        return schema.minimum ?? 0
      case 'boolean':
        return true
      default:
        return null
    }
  }

  #object({ properties = {}, required = [] }: Schema, depth: number): unknown {
    if (depth > 8) return {}
    return Object.fromEntries(required.map((name) => [name, this.sample(properties[name] ?? {}, depth + 1)]))
  }
}
