import type { MemberType } from '@ctxgen/core/json-schema/member-type'
import { schemaOfType, valuesSchema } from '@ctxgen/core/json-schema/schema-of-type'
import { type HeldScope, heldOf, heldText, type ShapeNames } from '../../emit/schema/held-text.ts'
import { type ShapeKind, sentKind, shapeFields, usualKind } from '../../emit/schema/shape-kind.ts'
import { membersText, othersText, wholeSchemas } from '../../emit/schema/shape-members.ts'
import { literalsText, templateText } from '../../emit/schema/shapes.ts'
import { ModuleScope } from '../../emit/text/module-scope.ts'
import type { BodyType, DtoModule, Field, ObjectType } from '../../model/dto.ts'
import { type FieldType, type LiteralValue, type NamedEnum, nonNull } from '../../model/field-type.ts'
import type { Source } from '../../model/source.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { valueOfText } from './held-value.ts'
import type { Schema } from './openapi-document.ts'
import type { SchemaRegistry } from './schema-registry.ts'
import { sharedPatternTexts } from './shared-pattern-texts.ts'

/** The values of shapes by their text: a watch reads nearly the same ones in each round. */
const knownValues = new Map<string, unknown>()
const mostKnown = 10_000

/** A member of an object's schema. */
export interface SchemaMember {
  readonly key: string
  readonly schema: Schema
  readonly isRequired: boolean
}

/**
 * Makes JSON Schemas (draft 2020-12) of models. The facts come from the text of the shapes that are generated for the runtime,
 * and the schemas are those that the runtime makes of the shapes; a test compares both.
 */
export class DtoSchemas {
  readonly #registry: SchemaRegistry
  readonly #scopes = new Map<DtoModule, ModuleScope>()
  /** Many operations send a value of one type, such as the body of their errors. */
  readonly #sent = new Map<FieldType, Schema>()

  constructor(registry: SchemaRegistry) {
    this.#registry = registry
  }

  /** The members of a DTO that a source binds. */
  membersOf(module: DtoModule, dto: ObjectType, source: Source): readonly SchemaMember[] {
    return this.#members(dto, { ...usualKind(dto), source, part: 'bound' }, module)
  }

  /** The body of a DTO in one format. @param optional keys that another source may fill */
  bodyOf(module: DtoModule, dto: ObjectType, source: Source, optional: ReadonlySet<string>): Schema {
    const kind: ShapeKind = { ...usualKind(dto), source, part: 'bound' }
    const key = `${placeOf(dto)} ${kindText(kind)} ${[...optional].join()}`
    const about = { name: dto.name, role: 'Input', span: dto.span } as const
    return this.#registry.refer(key, about, () => {
      this.#registry.place(key, placesIn(dto, kind))
      return this.#object(dto, kind, module, optional)
    })
  }

  /** The body of a DTO that is a list, a record or a union. */
  wholeBody(module: DtoModule, body: BodyType, isOutput: boolean): Schema {
    const zero = body.missing === 'zero'
    const kind: ShapeKind = {
      source: 'json',
      zero: zero && !isOutput,
      isChecked: true,
      isOutput,
      isStrict: body.unknown === 'error',
    }
    const about = { name: body.name, role: isOutput ? 'Output' : 'Input', span: body.span } as const
    return this.#registry.refer(`${module.path}#${body.name} ${kindText(kind)}`, about, () => ({
      ...aboutOf(body),
      ...this.#value({ type: body.value.type, rules: undefined, optional: false }, kind, module),
    }))
  }

  /** The schema of the body that `sendJsonX` sends. */
  sentBy(module: DtoModule, name: string): Schema {
    const dto = module.dtos.find((one) => one.name === name)
    if (dto !== undefined) return this.#refer(dto, sentKind(dto), module)
    const body = module.bodies.find((one) => one.name === name)
    return body === undefined ? {} : this.wholeBody(module, body, true)
  }

  /** The schema of the JSON that `JSON.stringify` writes for a type. */
  sentValue(module: DtoModule, type: FieldType): Schema {
    const known = this.#sent.get(type)
    if (known !== undefined) return known
    const schema = this.#value({ type, rules: undefined, optional: false }, valueKind, module)
    this.#sent.set(type, schema)
    return schema
  }

  /** A value without a DTO. */
  plain(type: FieldType): Schema {
    return this.#value({ type, rules: undefined, optional: false }, { ...valueKind, isOutput: false }, empty)
  }

  #value(of: Pick<Field, 'type' | 'rules' | 'optional'>, kind: ShapeKind, module: DtoModule): Schema {
    return this.#schema(this.#read(heldText(heldOf(of, this.#scope(kind, module)))))
  }

  #scope(kind: ShapeKind, module: DtoModule): HeldScope {
    const scope = this.#scopes.get(module) ?? new ModuleScope(module)
    this.#scopes.set(module, scope)
    return { ...kind, scope, names: this.#names(module) }
  }

  /** References in the text of a shape stand for schemas, by number. */
  readonly #referred: Schema[] = []

  #names(module: DtoModule): ShapeNames {
    const refer = (schema: Schema): string => `{ schema: ${this.#referred.push(schema) - 1} }`
    return {
      use: (name) => name,
      literals: (values, named) =>
        named === undefined ? literalsText(values) : refer(this.#enum(values, named)),
      template: templateText,
      shape: (object, kind) => refer(this.#refer(object, kind, module)),
      recursive: (name, kind, text) => {
        const about = { name, role: kind.isOutput ? 'Output' : 'Input', span: undefined } as const
        const key = `${module.path}#${name} ${kindText(kind)}`
        return refer(this.#registry.refer(key, about, () => this.#schema(this.#read(text()))))
      },
    }
  }

  #enum(values: readonly LiteralValue[], { name, span }: NamedEnum): Schema {
    const key = `${span.path}:${span.line}:${span.column}#${name}`
    return this.#registry.refer(key, { name, role: 'Value', span }, () => valuesSchema(values))
  }

  #read(text: string): unknown {
    if (knownValues.has(text)) return knownValues.get(text)
    const value = valueOfText(text, sharedPatternTexts)
    if (knownValues.size === mostKnown) knownValues.clear()
    knownValues.set(text, value)
    return value
  }

  #refer(object: ObjectType, kind: ShapeKind, module: DtoModule): Schema {
    if (object.name.startsWith('#')) return this.#object(object, kind, module)
    const role = isValueModule(module) ? 'Value' : kind.isOutput ? 'Output' : 'Input'
    const name = object.name.replace(/ \d+$/, '')
    const key = `${placeOf(object)} ${kindText(kind)} ${isValueModule(module)}`
    return this.#registry.refer(key, { name, role, span: object.span }, () => {
      this.#registry.place(key, placesIn(object, kind))
      return this.#object(object, kind, module)
    })
  }

  #object(object: ObjectType, kind: ShapeKind, module: DtoModule, optional?: ReadonlySet<string>): Schema {
    const members = this.#members(object, kind, module)
    const required = members.filter((one) => one.isRequired && !optional?.has(one.key)).map(({ key }) => key)
    const of = this.#scope(kind, module)
    const others = othersText(object, of)
    const whole = wholeSchemas(object, of).map((text) => this.#read(text))
    return {
      ...aboutOf(object),
      type: 'object',
      properties: Object.fromEntries(members.map(({ key, schema }) => [key, schema])),
      ...(required.length === 0 ? {} : { required }),
      ...(others === undefined && kind.isStrict && { additionalProperties: false }),
      ...(others === undefined ? {} : { additionalProperties: this.#schema(this.#read(others)) }),
      ...(whole.length === 0 ? {} : { allOf: whole }),
    }
  }

  #members(object: ObjectType, kind: ShapeKind, module: DtoModule): readonly SchemaMember[] {
    const fields = shapeFields(object, kind)
    const texts = membersText(object, this.#scope(kind, module)).map((text) => `{ ${text} }`)
    // Parsed together, since starting the parser takes longer than a member.
    const read = this.#read(`[${texts.join(', ')}]`) as readonly Record<string, unknown>[]
    return read.map((member, i) => {
      const [entry] = Object.entries(member)
      if (entry === undefined) throw new TypeError(`no member of a shape: ${texts[i]}`)
      const [written, held] = entry
      return {
        key: written.replace(/[?!]$/, ''),
        // The runtime leaves files out of its schemas; a list of them has the same word there.
        schema: isFileList(fields[i]?.field) ? { type: 'array', items: fileSchema } : this.#schema(held),
        isRequired: !written.endsWith('?'),
      }
    })
  }

  #schema(type: unknown): Schema {
    if (type === 'file') return fileSchema
    return schemaOfType(type as MemberType<Referred>, { refer: ({ schema }) => this.#referred[schema] ?? {} })
  }
}

/** No JSON holds a file, so that its word has no schema. */
const fileSchema: Schema = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
}

/** A reference in the text of a shape. */
interface Referred {
  readonly schema: number
}

/** The kind of a value that `JSON.stringify` writes: under the names of its properties. */
const valueKind: ShapeKind = {
  source: 'json',
  zero: false,
  isChecked: false,
  isOutput: true,
  isStrict: false,
}

const empty: DtoModule = {
  path: '',
  importExtension: '',
  aliasTag: undefined,
  dtos: [],
  bodies: [],
  objects: [],
  brands: [],
  recursive: [],
}

/** Types of values have no source of DTOs. */
function isValueModule({ path }: DtoModule): boolean {
  return path === ''
}

function isFileList(field: Field | undefined): boolean {
  const type = field === undefined ? undefined : nonNull(field.type)
  return type?.kind === 'list' && nonNull(type.element).kind === 'file'
}

function placesIn(object: ObjectType, kind: ShapeKind): ReadonlyMap<string, SourceSpan> {
  return new Map(shapeFields(object, kind).map(({ field, binding }) => [binding.key, field.span]))
}

/** A type by its declaration; type arguments are in its name. */
function placeOf({ name, span }: ObjectType): string {
  return `${span.path}:${span.line}:${span.column}#${name}`
}

function kindText({ source, zero, isChecked, isOutput, isStrict, part }: ShapeKind): string {
  return `${source} ${zero} ${isChecked} ${isOutput} ${isStrict} ${part}`
}

/** The comment of a type as keywords. */
function aboutOf({ description, notes = [] }: Pick<ObjectType, 'description' | 'notes'>): Schema {
  return { ...(description === '' ? {} : { description }), ...Object.fromEntries(notes) }
}
