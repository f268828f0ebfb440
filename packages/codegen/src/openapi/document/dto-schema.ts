import type { MemberType, ObjectMember } from '@ctxgen/core/json-schema/member-type'
import { schemaOfObject, schemaOfType, valuesSchema } from '@ctxgen/core/json-schema/schema-of-type'
import type { BodyType, DtoModule, Field, ObjectType } from '../../model/dto.ts'
import { emptyModule } from '../../model/empty.ts'
import { type FieldType, type LiteralValue, type NamedEnum, nonNull } from '../../model/field-type.ts'
import { ModuleTypes } from '../../model/module-types.ts'
import { type DecodedSource, lacksEmptyLists, type Source } from '../../model/source.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { bodyKind, bodyType, sentBodyKind } from '../../plan/shape/body-type.ts'
import { kindKey, type ShapeKind, sentKind, shapeFields, usualKind } from '../../plan/shape/shape-kind.ts'
import { othersType, shapeMembers, textMembers, wholeSchemas } from '../../plan/shape/shape-members.ts'
import {
  recursiveType,
  type ShapeReference,
  type ShapeScope,
  shapeType,
  templateType,
} from '../../plan/shape/shape-type.ts'
import type { Schema } from './openapi-document.ts'
import type { SchemaRegistry } from './schema-registry.ts'

/** A member of an object's schema. */
interface SchemaMember {
  readonly key: string
  readonly schema: Schema
  readonly isRequired: boolean
}

/** Makes JSON Schemas (draft 2020-12) of the shapes that are generated for the runtime. */
export class DtoSchemas {
  readonly #registry: SchemaRegistry
  readonly #types = new Map<DtoModule, ModuleTypes>()
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

  /** The body of a DTO that is a list, a record or a union, in one format or as it is sent. */
  wholeBody(module: DtoModule, body: BodyType, format: DecodedSource | 'sent'): Schema {
    const types = this.#typesOf(module)
    const kind = format === 'sent' ? sentBodyKind : bodyKind(body, format, types)
    const about = { name: body.name, role: kind.isOutput ? 'Output' : 'Input', span: body.span } as const
    return this.#registry.refer(`${module.path}#${body.name} ${kindText(kind)}`, about, () => ({
      ...aboutOf(body),
      ...this.#schema(bodyType(body, kind, types), module),
    }))
  }

  /** The schema of the body that `sendJsonX` sends. */
  sentBy(module: DtoModule, name: string): Schema {
    const dto = module.dtos.find((one) => one.name === name)
    if (dto !== undefined) return this.#refer(dto, sentKind(dto), module)
    const body = module.bodies.find((one) => one.name === name)
    return body === undefined ? {} : this.wholeBody(module, body, 'sent')
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
    return this.#value(
      { type, rules: undefined, optional: false },
      { ...valueKind, isOutput: false },
      emptyModule,
    )
  }

  #value(of: Pick<Field, 'type' | 'rules' | 'optional'>, kind: ShapeKind, module: DtoModule): Schema {
    return this.#schema(shapeType(of, this.#scope(kind, module)), module)
  }

  #scope(kind: ShapeKind, module: DtoModule): ShapeScope {
    return { ...kind, types: this.#typesOf(module) }
  }

  #typesOf(module: DtoModule): ModuleTypes {
    const types = this.#types.get(module) ?? new ModuleTypes(module)
    this.#types.set(module, types)
    return types
  }

  #schema(type: DocumentType, module: DtoModule): Schema {
    return schemaOfType(type === 'file' ? file : type, { refer: (one) => this.#behind(one, module) })
  }

  #behind(one: DocumentReference, module: DtoModule): Schema {
    switch (one.ref) {
      case 'shape':
        return this.#refer(this.#typesOf(module).object(one.name), one.kind, module)
      case 'literals':
        return one.named === undefined ? valuesSchema(one.values) : this.#enum(one.values, one.named)
      case 'template':
        return this.#schema(templateType(one.pattern), module)
      case 'recursive': {
        const { name, kind } = one
        const about = { name, role: kind.isOutput ? 'Output' : 'Input', span: undefined } as const
        const key = `${module.path}#${name} ${kindText(kind)}`
        return this.#registry.refer(key, about, () =>
          this.#schema(recursiveType(one, this.#typesOf(module)), module),
        )
      }
      case 'file':
        return fileSchema
    }
  }

  #enum(values: readonly LiteralValue[], { name, span }: NamedEnum): Schema {
    const key = `${span.path}:${span.line}:${span.column}#${name}`
    return this.#registry.refer(key, { name, role: 'Value', span }, () => valuesSchema(values))
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
    const of = this.#scope(kind, module)
    const members = documentMembers(object, of).map((one) => {
      return { ...one, isRequired: one.isRequired && !optional?.has(one.key) }
    })
    const content = { members, others: othersType(object, of), allOf: wholeSchemas(object, of) }
    const scope = { refer: (one: DocumentReference) => this.#behind(one, module) }
    return { ...aboutOf(object), ...schemaOfObject(content, kind.isStrict, scope) }
  }

  #members(object: ObjectType, kind: ShapeKind, module: DtoModule): readonly SchemaMember[] {
    return documentMembers(object, this.#scope(kind, module)).map(({ key, isRequired, type }) => {
      return { key, isRequired, schema: this.#schema(type, module) }
    })
  }
}

/** A document also describes files, which no JSON contains. */
type DocumentReference = ShapeReference | { readonly ref: 'file' }
type DocumentType = MemberType<DocumentReference>

/** The members of a shape, where a list of files has the word of a file. */
function documentMembers(object: ObjectType, of: ShapeScope): readonly ObjectMember<DocumentReference>[] {
  const fields = shapeFields(object, of)
  const members = lacksEmptyLists(of.source) ? textMembers(object, of) : shapeMembers(object, of)
  return members.map((one, i) => {
    return one.type === 'file' ? { ...one, type: isFileList(fields[i]?.field) ? [file] : file } : one
  })
}

const file = { ref: 'file' } as const

const fileSchema: Schema = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
}

/** The kind of a value that `JSON.stringify` writes: under the names of its properties. */
const valueKind: ShapeKind = {
  source: 'json',
  zero: false,
  isChecked: false,
  isOutput: true,
  isStrict: false,
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

/** In a document, unlike in a file, a schema says whether it refuses unknown keys. */
function kindText(kind: ShapeKind): string {
  return `${kindKey(kind)} ${kind.isStrict}`
}

/** The comment of a type as keywords. */
function aboutOf({ description, notes = [] }: Pick<ObjectType, 'description' | 'notes'>): Schema {
  return { ...(description === '' ? {} : { description }), ...Object.fromEntries(notes) }
}
