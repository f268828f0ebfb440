import { BindError, RouteError } from '../error/bind-error.ts'
import { HttpError } from '../error/http-error.ts'
import { ValidationError, type ValidationIssue } from '../error/validation-error.ts'
import type { FindIssuesAsync } from '../validate/pending-issues.ts'
import type { RuleContext } from '../validate/rule-context.ts'
import { customBinderOf, runCustom } from './binder/custom-binder.ts'
import { UnvalidatedInput, validated, validatedAsync, validatedByClass } from './binder/validated.ts'
import { cborValue, msgPackValue } from './decoded/binary-body.ts'
import { jsonValue } from './decoded/json-body.ts'
import { xmlContent } from './decoded/xml-root.ts'
import type { BinderName } from './dto/dto.ts'
import type { IsOutdated, Message } from './dto/outdated.ts'
import { bodyFormat, isUntypedEmpty, unsupportedBody } from './parsers/body-format.ts'
import type { Bindable, BindInput, CustomBinder } from './reading/bind-input.ts'
import { emptyBody, refuseEmpty } from './reading/empty-body.ts'
import { checkAliasTag, type NamedDto } from './reading/parser-config.ts'
import { Reading } from './reading/reading.ts'
import { throwIssues } from './reading/throw-issues.ts'
import { awaitable } from './reading/watched-promise.ts'
import {
  type BoundTexts,
  cookieMap,
  formMap,
  headerMap,
  type LastBoundTexts,
  lastOf,
  queryMap,
  respHeaderMap,
  uriMap,
} from './sources/text-maps.ts'

/** The shape of a text source without a DTO: `all` values of each key, or the `last` one. */
export interface BindMapOptions {
  readonly asMap: 'all' | 'last'
}

/** A DTO with the binder `N`. For any other, and for an outdated one, the compile error is the text. */
type Tagged<D, N extends BinderName, Tag extends string> =
  D extends Has<N>
    ? Fresh<D, N>
    : `a DTO with the tag ${Tag}: add it to the interface or a property, then run npx ctxgen`

type TaggedOrMap<D, N extends BinderName> = D extends BindMapOptions
  ? D
  : Tagged<D, N, N extends 'body' ? '@body, @json or another body' : `@${N}`>

type Fresh<D, N extends BinderName | 'all'> =
  IsOutdated<Awaited<Bound<D, N>>> extends true ? Message<Awaited<Bound<D, N>>> : D

type Has<N extends BinderName | 'all'> = { readonly [P in N]: (c: never, out?: never) => unknown }

/** The objects that a binder fills; a list, a record or a union has none. */
type Out<D, N extends BinderName | 'all'> = D extends {
  readonly [P in N]: (c: never, out?: infer O) => unknown
}
  ? O
  : never

/** The result of a binder, a promise for a DTO with asynchronous rules. */
type Bound<D, N extends BinderName | 'all'> = D extends {
  readonly [P in N]: (c: never, out?: never) => infer R
}
  ? R
  : never

type BoundOrMap<D, N extends BinderName> = D extends BindMapOptions
  ? N extends 'body'
    ? unknown
    : D['asMap'] extends 'last'
      ? LastBoundTexts
      : BoundTexts
  : Bound<D, N>

/** A DTO's binder: fills and returns `out` if given. */
type Binder<O, R> = (c: BindInput, out?: O) => R
interface DtoParts extends NamedDto {
  readonly isList?: true
  readonly validate?: (value: never) => ValidationIssue[]
  readonly validateAsync?: (value: never, context: RuleContext) => Promise<ValidationIssue[]>
}

/**
 * Binds parts of a request to DTOs (Fiber's `Bind`), or, without a DTO, to maps. For a DTO with asynchronous rules it
 * returns a promise, which rejects instead of throwing.
 *
 * @throws {BindError} when the request does not fit; after {@link Bind.withAutoHandling} an HttpError 400 instead.
 */
export class Bind {
  readonly #input: BindInput
  #autoHandling = false
  #skipValidation = false

  constructor(input: Bindable) {
    this.#input = input
  }

  /** Converts each BindError to an HttpError 400, ready to be sent. */
  withAutoHandling(): this {
    this.#autoHandling = true
    return this
  }

  /** Restores the default: a request that does not fit throws a BindError. */
  withoutAutoHandling(): this {
    this.#autoHandling = false
    return this
  }

  /** Disables (`true`) or enables validation; the last call wins. */
  skipValidation(skip: boolean): this {
    this.#skipValidation = skip
    return this
  }

  /**
   * Binds all sources in order; a property keeps the value of the first source that sets it.
   * @throws {BindError} or {@link ValidationError}
   */
  all<D extends DtoParts & Has<'all'>>(dto: Fresh<D, 'all'>, out?: Out<D, 'all'>): Bound<D, 'all'>
  all(dto: DtoParts & { readonly all: Binder<object, object> }, out?: object): object {
    return this.#bind(dto, dto.all, out, 'all')
  }

  /** Binds the route parameters. @throws {BindError} or {@link ValidationError} */
  uri<const D extends DtoParts | BindMapOptions = { asMap: 'all' }>(
    dto?: TaggedOrMap<D, 'uri'>,
    out?: Out<D, 'uri'>,
  ): BoundOrMap<D, 'uri'>
  uri(dto?: unknown, out?: object): object {
    return isDto(dto) ? this.#bind(dto, dto.uri, out, 'uri') : this.#map(uriMap, dto)
  }

  /** Binds the query string. @throws {BindError} or {@link ValidationError} */
  query<const D extends DtoParts | BindMapOptions = { asMap: 'all' }>(
    dto?: TaggedOrMap<D, 'query'>,
    out?: Out<D, 'query'>,
  ): BoundOrMap<D, 'query'>
  query(dto?: unknown, out?: object): object {
    return isDto(dto) ? this.#bind(dto, dto.query, out, 'query') : this.#map(queryMap, dto)
  }

  /** Binds the request headers. @throws {BindError} or {@link ValidationError} */
  header<const D extends DtoParts | BindMapOptions = { asMap: 'all' }>(
    dto?: TaggedOrMap<D, 'header'>,
    out?: Out<D, 'header'>,
  ): BoundOrMap<D, 'header'>
  header(dto?: unknown, out?: object): object {
    return isDto(dto) ? this.#bind(dto, dto.header, out, 'header') : this.#map(headerMap, dto)
  }

  /** Binds the response headers set so far. @throws {BindError} or {@link ValidationError} */
  respHeader<const D extends DtoParts | BindMapOptions = { asMap: 'all' }>(
    dto?: TaggedOrMap<D, 'respHeader'>,
    out?: Out<D, 'respHeader'>,
  ): BoundOrMap<D, 'respHeader'>
  respHeader(dto?: unknown, out?: object): object {
    return isDto(dto) ? this.#bind(dto, dto.respHeader, out, 'respHeader') : this.#map(respHeaderMap, dto)
  }

  /** Binds the cookies. @throws {BindError} or {@link ValidationError} */
  cookie<const D extends DtoParts | BindMapOptions = { asMap: 'all' }>(
    dto?: TaggedOrMap<D, 'cookie'>,
    out?: Out<D, 'cookie'>,
  ): BoundOrMap<D, 'cookie'>
  cookie(dto?: unknown, out?: object): object {
    return isDto(dto) ? this.#bind(dto, dto.cookie, out, 'cookie') : this.#map(cookieMap, dto)
  }

  /** Binds a form, urlencoded or multipart. @throws {BindError} or {@link ValidationError} */
  form<const D extends DtoParts | BindMapOptions = { asMap: 'all' }>(
    dto?: TaggedOrMap<D, 'form'>,
    out?: Out<D, 'form'>,
  ): BoundOrMap<D, 'form'>
  form(dto?: unknown, out?: object): object {
    return isDto(dto) ? this.#bind(dto, dto.form, out, 'form') : this.#map(formMap, dto)
  }

  /** Reads the body as JSON, whatever its Content-Type. @throws {BindError} or {@link ValidationError} */
  json<D extends DtoParts>(dto: Tagged<D, 'json', '@json'>, out?: Out<D, 'json'>): Bound<D, 'json'>
  json(): unknown
  json(dto?: unknown, out?: object): unknown {
    return isDto(dto) ? this.#bind(dto, dto.json, out, 'json') : this.#value(jsonValue, dto)
  }

  /**
   * Reads the body as XML, whatever its Content-Type; without a DTO, returns the content of the root.
   * @throws {BindError} or {@link ValidationError}
   */
  xml<D extends DtoParts>(dto: Tagged<D, 'xml', '@xml'>, out?: Out<D, 'xml'>): Bound<D, 'xml'>
  xml(): unknown
  xml(dto?: unknown, out?: object): unknown {
    return isDto(dto) ? this.#bind(dto, dto.xml, out, 'xml') : this.#value(xmlContent, dto)
  }

  /**
   * Reads the body as MessagePack, whatever its Content-Type.
   * @throws {BindError} or {@link ValidationError}, and an Error when MessagePack is not configured.
   */
  msgPack<D extends DtoParts>(
    dto: Tagged<D, 'msgPack', '@msgpack'>,
    out?: Out<D, 'msgPack'>,
  ): Bound<D, 'msgPack'>
  msgPack(): unknown
  msgPack(dto?: unknown, out?: object): unknown {
    return isDto(dto) ? this.#bind(dto, dto.msgPack, out, 'msgPack') : this.#value(msgPackValue, dto)
  }

  /**
   * Reads the body as CBOR, whatever its Content-Type.
   * @throws {BindError} or {@link ValidationError}, and an Error when CBOR is not configured.
   */
  cbor<D extends DtoParts>(dto: Tagged<D, 'cbor', '@cbor'>, out?: Out<D, 'cbor'>): Bound<D, 'cbor'>
  cbor(): unknown
  cbor(dto?: unknown, out?: object): unknown {
    return isDto(dto) ? this.#bind(dto, dto.cbor, out, 'cbor') : this.#value(cborValue, dto)
  }

  /**
   * Reads the body by its Content-Type, custom binders first.
   * @throws {BindError} or {@link ValidationError}, and an HttpError 415 for an unsupported type.
   */
  body<const D extends DtoParts | BindMapOptions = { asMap: 'all' }>(
    dto?: TaggedOrMap<D, 'body'>,
    out?: Out<D, 'body'>,
  ): BoundOrMap<D, 'body'>
  body(dto?: unknown, out?: object): unknown {
    const custom = customBinderOf(this.#input)
    if (custom !== undefined) return this.#customBody(custom, isDto(dto) ? dto : undefined, out)
    return isDto(dto) ? this.#bind(dto, dto.body, out, 'body') : this.#body(dto)
  }

  /**
   * Fills `dest` with a custom binder, then runs the `structValidator`.
   * @throws Error when no such binder is registered.
   */
  custom<T extends object>(name: string, dest: T): T {
    const { customBinders } = this.#input.bindSettings()
    const binder = customBinders?.find((one) => one.name === name)
    if (binder === undefined) throw new Error(`custom binder not found: ${JSON.stringify(name)}`)
    this.#run(() => runCustom(binder, this.#input, dest))
    if (!this.#skipValidation) validatedByClass(this.#input, dest)
    return dest
  }

  #customBody(binder: CustomBinder, dto: DtoParts | undefined, given: object | undefined): object {
    const out = given ?? (dto?.isList ? [] : {})
    const checkAsync = dto?.validateAsync
    if (dto !== undefined && checkAsync !== undefined) {
      const bound = this.#customBodyAsync(binder, dto, checkAsync, out)
      return awaitable(this.#input, bound, `bind().body(${dto.name})`)
    }
    this.#run(() => runCustom(binder, this.#input, out))
    if (dto === undefined || this.#skipValidation) return out
    // A custom binder is responsible for the type of its result.
    const findIssues = (filled: object): undefined => refuseAny(dto.validate?.(filled as never))
    return validated(new Reading(this.#input), { dto, findIssues, from: 'body' }, out)
  }

  async #customBodyAsync(
    binder: CustomBinder,
    dto: DtoParts,
    check: NonNullable<DtoParts['validateAsync']>,
    out: object,
  ): Promise<object> {
    this.#run(() => runCustom(binder, this.#input, out))
    if (this.#skipValidation) return out
    const findIssues: FindIssuesAsync<object> = async (filled, context) =>
      refuseAny(await check(filled as never, context))
    return validatedAsync(new Reading(this.#input), { dto, findIssues, from: 'body' }, out)
  }

  #bind<O extends object, R extends object>(
    dto: DtoParts,
    binder: Binder<O, R>,
    out: O | undefined,
    source: string,
  ): R {
    // A compile error in TypeScript; JavaScript callers need a clear message.
    if (binder === undefined) throw new TypeError(`${dto.name} has no property for this source`)
    checkAliasTag(dto)
    const input = this.#skipValidation ? new UnvalidatedInput(this.#input) : this.#input
    const bound = this.#run(() => binder(input, out))
    if (!(bound instanceof Promise)) return bound
    return awaitable(this.#input, bound, `bind().${source}(${dto.name})`) as Promise<unknown> as R
  }

  #map(read: (c: BindInput) => BoundTexts, options: unknown): object {
    const map = this.#run(() => read(this.#input))
    return isObject(options) && 'asMap' in options && options.asMap === 'last' ? lastOf(map) : map
  }

  #body(options: unknown): unknown {
    switch (bodyFormat(this.#input)) {
      case 'json':
        return this.json()
      case 'form':
        return this.#map(formMap, options)
      case 'xml':
        return this.xml()
      case 'msgpack':
        return this.msgPack()
      case 'cbor':
        return this.cbor()
      case undefined:
        if (isUntypedEmpty(this.#input)) return this.#value((at) => emptyBody(at), undefined)
        throw unsupportedBody(this.#input)
    }
  }

  #value(read: (at: Reading) => unknown, dto: unknown): unknown {
    if (dto !== undefined) throw new TypeError('a body can only be bound to a generated DTO')
    return this.#run(() => {
      const at = new Reading(this.#input)
      const value = read(at)
      refuseEmpty(at)
      throwIssues(at)
      return value
    })
  }

  #run<R>(read: () => R): R {
    if (!this.#autoHandling) return read()
    try {
      const result = read()
      // The same promise with converted rejections.
      return result instanceof Promise ? (result.catch(refuse) as R) : result
    } catch (error) {
      return refuse(error)
    }
  }
}

function refuse(error: unknown): never {
  const isBad = error instanceof BindError && !(error instanceof RouteError)
  throw isBad ? new HttpError(400, error.message, { cause: error }) : error
}

/** @throws ValidationError in the names that the rules use: only the custom binder knows those that were sent. */
function refuseAny(issues: readonly ValidationIssue[] = []): undefined {
  if (issues.length > 0) throw new ValidationError(issues.map((issue) => ({ source: 'body', ...issue })))
}

function isDto(value: unknown): value is DtoParts & { readonly [N in BinderName]: Binder<object, object> } {
  return isObject(value) && 'name' in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
