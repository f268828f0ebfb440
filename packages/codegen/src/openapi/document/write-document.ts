import { type MoreOfDiscriminator, withDiscriminators } from '@ctxgen/core/json-schema/discriminator'
import { toOpenApi30 } from '@ctxgen/core/json-schema/openapi-30'
import { type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import type { Operation, SecurityScheme } from '../model/operation.ts'
import { escaped, Places } from './document-places.ts'
import { type ChangeSchema, changedComponents, changedPaths } from './document-schemas.ts'
import { DtoSchemas } from './dto-schema.ts'
import { diagnoseMissing, missingParameters } from './missing-parameters.ts'
import {
  compact,
  type DocumentedOperation,
  type Info,
  type OpenApiDocument,
  type PathItem,
  type Schema,
  type SecurityRequirement,
  type Server,
} from './openapi-document.ts'
import { operationIds } from './operation-ids.ts'
import { type PlacedParameter, parametersOf } from './operation-inputs.ts'
import { type PathForm, pathForms } from './path-forms.ts'
import { ProblemSchemas } from './problem-schemas.ts'
import { type Codecs, requestBodyOf } from './request-body.ts'
import { responsesOf } from './responses.ts'
import { SchemaRegistry } from './schema-registry.ts'
import { withSharedParts } from './shared-parts.ts'

export type SpecVersion = '3.0' | '3.1' | '3.2'

interface DocumentOptions {
  readonly spec: SpecVersion
  readonly info: Info
  readonly servers: readonly Server[]
  readonly schemes: Readonly<Record<string, SecurityScheme>>
  readonly codecs: Codecs
}

export interface WrittenDocument {
  readonly document: OpenApiDocument
  /** Where each part of the document comes from, by JSON pointer. */
  readonly places: ReadonlyMap<string, SourceSpan>
  readonly diagnostics: readonly Diagnostic[]
}

const versions: Readonly<Record<SpecVersion, string>> = { '3.0': '3.0.4', '3.1': '3.1.2', '3.2': '3.2.0' }

/** Writes the document of some operations, in their order. */
export function writeDocument(operations: readonly Operation[], options: DocumentOptions): WrittenDocument {
  return new DocumentWriter(options).write(operations)
}

/** An operation at one path. */
interface PathOperation {
  readonly operation: Operation
  readonly form: PathForm
  /** In lower case. */
  readonly method: string
}

class DocumentWriter {
  readonly #options: DocumentOptions
  readonly #registry = new SchemaRegistry()
  readonly #schemas = new DtoSchemas(this.#registry)
  readonly #problems = new ProblemSchemas(this.#registry)
  readonly #places = new Places()
  readonly #diagnostics: Diagnostic[] = []

  constructor(options: DocumentOptions) {
    this.#options = options
  }

  write(operations: readonly Operation[]): WrittenDocument {
    const { spec, info, servers } = this.#options
    const all = this.#withOneName(this.#documented(operations))
    const ids = operationIds(all, (one) => this.#diagnostics.push(one))
    const paths: Record<
      string,
      Record<string, DocumentedOperation | Record<string, DocumentedOperation>>
    > = {}
    for (const one of all) {
      const item = paths[one.form.path] ?? {}
      paths[one.form.path] = item
      const pointer = this.#pointerOf(one)
      const written = this.#operation(one, ids.get(one) ?? '', pointer)
      if (isNamedMethod(one.method, spec)) item[one.method] = written
      else item['additionalOperations'] = { ...additional(item), [one.method.toUpperCase()]: written }
    }
    const tags = [...new Set(operations.flatMap(({ docs }) => docs.tags))].map((name) => ({ name }))
    const resolved = this.#registry.resolve<Readonly<Record<string, PathItem>>>(paths, this.#places)
    for (const { name, span, other } of this.#registry.clashes) this.#reportClash(name, span, other)
    const change = dialectOf(spec, resolved.schemas)
    const shared = withSharedParts(changedPaths(resolved.document, change), this.#places)
    const { schemas } = changedComponents({ schemas: resolved.schemas }, change)
    const components = compact({
      schemas: nonEmpty(schemas ?? {}),
      responses: nonEmpty(shared.responses),
      parameters: nonEmpty(shared.parameters),
      headers: nonEmpty(shared.headers),
      securitySchemes: nonEmpty(this.#securitySchemes(operations)),
    })
    const document: OpenApiDocument = compact({
      openapi: versions[spec],
      info,
      servers: servers.length === 0 ? undefined : servers,
      tags: tags.length === 0 ? undefined : tags,
      paths: shared.paths,
      components: Object.keys(components).length === 0 ? undefined : components,
    })
    return { document, places: this.#places.map, diagnostics: this.#diagnostics }
  }

  #documented(operations: readonly Operation[]): readonly PathOperation[] {
    const { spec } = this.#options
    return operations.flatMap((operation) => {
      const method = operation.method.toLowerCase()
      if (!isNamedMethod(method, spec) && spec !== '3.2') {
        this.#diagnostics.push(
          diagnose(
            openApiCatalog.methodWithoutWord,
            operation.span,
            `${operation.method} ${operation.pattern}`,
            spec,
          ),
        )
        return []
      }
      this.#diagnostics.push(...missingParameters(operation).map(diagnoseMissing))
      return pathForms(operation.pattern).map((form) => ({ operation, form, method }))
    })
  }

  /** Paths that differ in the names of their parameters are one path to OpenAPI: the first names count. */
  #withOneName(all: readonly PathOperation[]): readonly PathOperation[] {
    const first = new Map<string, PathForm>()
    const taken = new Map<string, PathOperation>()
    return all.flatMap((one) => {
      const key = one.form.path.replace(/\{[^}]*\}/g, '{}')
      const known = first.get(key) ?? one.form
      first.set(key, known)
      const params = one.form.params.map((param, i) => ({
        ...param,
        name: known.params[i]?.name ?? param.name,
      }))
      const made = { ...one, form: { path: known.path, params } }
      const other = taken.get(`${one.method} ${key}`)
      taken.set(`${one.method} ${key}`, made)
      if (other === undefined) return [made]
      const { operation } = one
      this.#diagnostics.push(
        diagnose(
          openApiCatalog.sameOperation,
          operation.span,
          `${operation.method} ${operation.pattern}`,
          other.operation.pattern,
        ),
      )
      return []
    })
  }

  #pointerOf({ form, method }: PathOperation): string {
    const path = `/paths/${escaped(form.path)}`
    return isNamedMethod(method, this.#options.spec)
      ? `${path}/${method}`
      : `${path}/additionalOperations/${method.toUpperCase()}`
  }

  #operation({ operation, form }: PathOperation, operationId: string, pointer: string): DocumentedOperation {
    const { docs, answers, span } = operation
    const parameters = parametersOf(operation, form, this.#schemas)
    const body = requestBodyOf(operation, this.#options.codecs, this.#schemas, this.#registry)
    const scope = {
      schemas: this.#schemas,
      problems: this.#problems,
      registry: this.#registry,
      hasItemSchema: this.#options.spec === '3.2',
    }
    const responses = responsesOf(answers, scope)
    this.#places.add(pointer, span)
    this.#notePlaces(pointer, operation, parameters)
    for (const one of responses) this.#places.add(`${pointer}/responses/${one.status}`, one.span)
    return compact({
      operationId,
      summary: docs.summary || undefined,
      description: docs.description || undefined,
      tags: docs.tags.length === 0 ? undefined : docs.tags,
      deprecated: docs.isDeprecated ? (true as const) : undefined,
      security: securityOf(operation),
      parameters: parameters.length === 0 ? undefined : parameters.map(({ parameter }) => parameter),
      requestBody: body,
      responses: Object.fromEntries(responses.map(({ status, response }) => [status, response])),
    })
  }

  #notePlaces(pointer: string, operation: Operation, parameters: readonly PlacedParameter[]): void {
    for (const [i, { span }] of parameters.entries()) this.#places.add(`${pointer}/parameters/${i}`, span)
    const [binder] = operation.binders
    const raw = operation.raw.find((one) => one.kind === 'body' || one.in === 'form')
    const span = binder?.span ?? raw?.span
    if (span !== undefined) this.#places.add(`${pointer}/requestBody`, span)
  }

  #securitySchemes(
    operations: readonly Operation[],
  ): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
    const used = operations.flatMap(({ security }) => security)
    return Object.fromEntries(
      used.map(({ name, scheme }) => [name, { ...(scheme ?? this.#options.schemes[name]) }] as const),
    )
  }

  #reportClash(name: string, span: SourceSpan | undefined, other: SourceSpan | undefined): void {
    const place =
      other === undefined
        ? '@ctxgen/runtime'
        : `${other.path.slice(other.path.lastIndexOf('/') + 1)}:${other.line}`
    this.#diagnostics.push(diagnose(openApiCatalog.sameSchemaName, span, name, place))
  }
}

/** The schemas of a version; only a union of components has a discriminator. */
function dialectOf(spec: SpecVersion, schemas: Readonly<Record<string, Schema>>): ChangeSchema {
  const component = ({ $ref, ...beside }: Schema): Schema | undefined => {
    const isAlone = typeof $ref === 'string' && Object.keys(beside).length === 0
    return isAlone ? schemas[$ref.slice($ref.lastIndexOf('/') + 1)] : undefined
  }
  const mappingOf: MoreOfDiscriminator = (texts, branches) => {
    const entries = texts.flatMap((some, i) => some.map((text) => [text, branches[i]?.['$ref']]))
    return { mapping: Object.fromEntries(entries) }
  }
  return (schema) => {
    const made = withDiscriminators(schema, component, mappingOf)
    return spec === '3.0' ? toOpenApi30(made) : made
  }
}

function nonEmpty<T extends object>(object: T): T | undefined {
  return Object.keys(object).length === 0 ? undefined : object
}

const named = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

function isNamedMethod(method: string, spec: SpecVersion): boolean {
  return named.includes(method) || (method === 'query' && spec === '3.2')
}

function additional(item: Readonly<Record<string, unknown>>): Readonly<Record<string, DocumentedOperation>> {
  return (item['additionalOperations'] ?? {}) as Readonly<Record<string, DocumentedOperation>>
}

/** All schemes of one requirement must hold; an optional one is in an alternative. */
function securityOf({ security }: Operation): readonly SecurityRequirement[] | undefined {
  if (security.length === 0) return undefined
  const needed = security.filter(({ isOptional }) => !isOptional)
  const more = security.filter(({ isOptional }) => isOptional)
  return [...more.map((one) => [...needed, one]), needed].map((schemes) =>
    Object.fromEntries(schemes.map(({ name }) => [name, []])),
  )
}
