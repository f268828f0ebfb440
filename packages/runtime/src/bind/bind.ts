import { BindError, RouteError } from '../error/bind-error.ts'
import { HttpError } from '../error/http-error.ts'
import { ValidationError, type ValidationIssue } from '../error/validation-error.ts'
import type { RuleContext } from '../validate/rule-context.ts'
import type { AsyncRules } from '../validate/rules.ts'
import type { BindInput, CustomBinder } from './bind-input.ts'
import { bodyFormat, unsupportedBody } from './body-format.ts'
import { checkFaults } from './check-faults.ts'
import { customBinderOf, runCustom } from './custom-binder.ts'
import { cborValue, msgPackValue } from './decoded/binary-body.ts'
import { jsonValue } from './decoded/json-body.ts'
import { xmlContent } from './decoded/xml-root.ts'
import type { BinderName } from './dto.ts'
import { checkAliasTag, type NamedDto } from './parser-config.ts'
import { Reading } from './reading.ts'
import {
  cookieMap,
  formMap,
  headerMap,
  type LastTextMap,
  lastOf,
  queryMap,
  respHeaderMap,
  type TextMap,
  uriMap,
} from './text/text-maps.ts'
import { UnvalidatedInput, validated, validatedAsync, validatedByClass } from './validated.ts'
import { awaitable } from './watched-promise.ts'

/** The shape of a text source without a DTO: `all` values of each key, or the `last` one. */
export interface MapOptions {
  readonly asMap: 'all' | 'last'
}

/**
 * The compile error for a DTO without the binder, in the last overload because the compiler explains that one. `D` is
 * inferred from the branch that never applies, since a DTO with the binder matches another overload.
 */
type NeedsTag<D, Tag extends string, Other = never> = D extends NamedDto
  ? D extends never
    ? D
    : `a DTO with the tag ${Tag}: add it to the interface or a property, then run npx ctxgen`
  : Other

/** A DTO's binder: fills and returns `out` if given. */
type Binder<O, R> = (c: BindInput, out?: O) => R
/** The binder of a list, a record or a union, without an `out`. */
type BodyBinder<R> = (c: BindInput, out?: undefined) => R
interface Named extends NamedDto {
  readonly isList?: true
  readonly validate?: (value: never) => ValidationIssue[]
  readonly validateAsync?: (value: never, context: RuleContext) => Promise<ValidationIssue[]>
}

/**
 * Binds parts of a request to DTOs (Fiber's `Bind`), or, without a DTO, to maps. For a DTO with asynchronous rules it
 * returns a promise, which rejects instead of throwing.
 *
 * @throws BindError when the request does not fit; after {@link Bind.withAutoHandling} an HttpError 400 instead.
 */
export class Bind {
  readonly #input: BindInput
  #autoHandling = false
  #skipValidation = false

  constructor(input: BindInput) {
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

  /** Binds all sources in order; a property keeps the value of the first source that sets it. */
  all<R extends object>(dto: Named & { readonly all: BodyBinder<R> }): R
  all<O extends object, R extends object>(dto: Named & { readonly all: Binder<O, R> }, out?: O): R
  all(dto: Named & { readonly all: Binder<object, object> }, out?: object): object {
    return this.#bind(dto, dto.all, out, 'all')
  }

  uri<O extends object, R extends object>(dto: Named & { readonly uri: Binder<O, R> }, out?: O): R
  uri(options: { readonly asMap: 'last' }): LastTextMap
  uri(options?: MapOptions): TextMap
  uri<D>(dto: NeedsTag<D, '@uri', MapOptions>): never
  uri(dto?: unknown, out?: object): object {
    return isDto(dto) ? this.#bind(dto, dto.uri, out, 'uri') : this.#map(uriMap, dto)
  }

  query<O extends object, R extends object>(dto: Named & { readonly query: Binder<O, R> }, out?: O): R
  query(options: { readonly asMap: 'last' }): LastTextMap
  query(options?: MapOptions): TextMap
  query<D>(dto: NeedsTag<D, '@query', MapOptions>): never
  query(dto?: unknown, out?: object): object {
    return isDto(dto) ? this.#bind(dto, dto.query, out, 'query') : this.#map(queryMap, dto)
  }

  header<O extends object, R extends object>(dto: Named & { readonly header: Binder<O, R> }, out?: O): R
  header(options: { readonly asMap: 'last' }): LastTextMap
  header(options?: MapOptions): TextMap
  header<D>(dto: NeedsTag<D, '@header', MapOptions>): never
  header(dto?: unknown, out?: object): object {
    return isDto(dto) ? this.#bind(dto, dto.header, out, 'header') : this.#map(headerMap, dto)
  }

  respHeader<O extends object, R extends object>(
    dto: Named & { readonly respHeader: Binder<O, R> },
    out?: O,
  ): R
  respHeader(options: { readonly asMap: 'last' }): LastTextMap
  respHeader(options?: MapOptions): TextMap
  respHeader<D>(dto: NeedsTag<D, '@respHeader', MapOptions>): never
  respHeader(dto?: unknown, out?: object): object {
    return isDto(dto) ? this.#bind(dto, dto.respHeader, out, 'respHeader') : this.#map(respHeaderMap, dto)
  }

  cookie<O extends object, R extends object>(dto: Named & { readonly cookie: Binder<O, R> }, out?: O): R
  cookie(options: { readonly asMap: 'last' }): LastTextMap
  cookie(options?: MapOptions): TextMap
  cookie<D>(dto: NeedsTag<D, '@cookie', MapOptions>): never
  cookie(dto?: unknown, out?: object): object {
    return isDto(dto) ? this.#bind(dto, dto.cookie, out, 'cookie') : this.#map(cookieMap, dto)
  }

  form<O extends object, R extends object>(dto: Named & { readonly form: Binder<O, R> }, out?: O): R
  form(options: { readonly asMap: 'last' }): LastTextMap
  form(options?: MapOptions): TextMap
  form<D>(dto: NeedsTag<D, '@form', MapOptions>): never
  form(dto?: unknown, out?: object): object {
    return isDto(dto) ? this.#bind(dto, dto.form, out, 'form') : this.#map(formMap, dto)
  }

  /** Reads the body as JSON, whatever its Content-Type. */
  json<O extends object, R extends object>(dto: Named & { readonly json: Binder<O, R> }, out?: O): R
  json<R extends object>(dto: Named & { readonly json: BodyBinder<R> }): R
  json(): unknown
  json<D>(dto: NeedsTag<D, '@json'>): never
  json(dto?: unknown, out?: object): unknown {
    return isDto(dto) ? this.#bind(dto, dto.json, out, 'json') : this.#value(jsonValue, dto)
  }

  /** Reads the body as XML, whatever its Content-Type; without a DTO, returns the content of the root. */
  xml<O extends object, R extends object>(dto: Named & { readonly xml: Binder<O, R> }, out?: O): R
  xml(): unknown
  xml<D>(dto: NeedsTag<D, '@xml'>): never
  xml(dto?: unknown, out?: object): unknown {
    return isDto(dto) ? this.#bind(dto, dto.xml, out, 'xml') : this.#value(xmlContent, dto)
  }

  /** Reads the body as MessagePack, whatever its Content-Type. @throws Error when MessagePack is not configured. */
  msgPack<O extends object, R extends object>(dto: Named & { readonly msgPack: Binder<O, R> }, out?: O): R
  msgPack<R extends object>(dto: Named & { readonly msgPack: BodyBinder<R> }): R
  msgPack(): unknown
  msgPack<D>(dto: NeedsTag<D, '@msgpack'>): never
  msgPack(dto?: unknown, out?: object): unknown {
    return isDto(dto) ? this.#bind(dto, dto.msgPack, out, 'msgPack') : this.#value(msgPackValue, dto)
  }

  /** Reads the body as CBOR, whatever its Content-Type. @throws Error when CBOR is not configured. */
  cbor<O extends object, R extends object>(dto: Named & { readonly cbor: Binder<O, R> }, out?: O): R
  cbor<R extends object>(dto: Named & { readonly cbor: BodyBinder<R> }): R
  cbor(): unknown
  cbor<D>(dto: NeedsTag<D, '@cbor'>): never
  cbor(dto?: unknown, out?: object): unknown {
    return isDto(dto) ? this.#bind(dto, dto.cbor, out, 'cbor') : this.#value(cborValue, dto)
  }

  /** Reads the body by its Content-Type, custom binders first. @throws HttpError 422 for an unsupported type. */
  body<O extends object, R extends object>(dto: Named & { readonly body: Binder<O, R> }, out?: O): R
  body<R extends object>(dto: Named & { readonly body: BodyBinder<R> }): R
  /** @param options only for forms. */
  body(options?: MapOptions): unknown
  body<D>(dto: NeedsTag<D, '@body, @json or another body', MapOptions>): never
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

  #customBody(binder: CustomBinder, dto: Named | undefined, given: object | undefined): object {
    const out = given ?? (dto?.isList ? [] : {})
    const checkAsync = dto?.validateAsync
    if (dto !== undefined && checkAsync !== undefined) {
      const bound = this.#customBodyAsync(binder, dto, checkAsync, out)
      return awaitable(this.#input, bound, `bind().body(${dto.name})`)
    }
    this.#run(() => runCustom(binder, this.#input, out))
    if (dto === undefined || this.#skipValidation) return out
    // A custom binder is responsible for the type of its result.
    const issues = (filled: object): undefined => refuseBroken(dto.validate?.(filled as never))
    return validated(new Reading(this.#input), { dto, rules: { issues }, from: 'body' }, out)
  }

  async #customBodyAsync(
    binder: CustomBinder,
    dto: Named,
    check: NonNullable<Named['validateAsync']>,
    out: object,
  ): Promise<object> {
    this.#run(() => runCustom(binder, this.#input, out))
    if (this.#skipValidation) return out
    const issues: AsyncRules<object>['issues'] = (filled, context) => ({
      settled: async () => refuseBroken(await check(filled as never, context)),
    })
    return validatedAsync(new Reading(this.#input), { dto, rules: { issues }, from: 'body' }, out)
  }

  #bind<O extends object, R extends object>(
    dto: Named,
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

  #map(read: (c: BindInput) => TextMap, options: unknown): object {
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
        throw unsupportedBody(this.#input)
    }
  }

  #value(read: (at: Reading) => unknown, dto: unknown): unknown {
    if (dto !== undefined) throw new TypeError('a body can only be bound to a generated DTO')
    return this.#run(() => {
      const at = new Reading(this.#input)
      const value = read(at)
      checkFaults(at)
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
  const isFault = error instanceof BindError && !(error instanceof RouteError)
  throw isFault ? new HttpError(400, error.message, { cause: error }) : error
}

/** @throws ValidationError in the names that the rules use: only the custom binder knows those that were sent. */
function refuseBroken(issues: readonly ValidationIssue[] = []): undefined {
  if (issues.length > 0) throw new ValidationError(issues.map((issue) => ({ source: 'body', ...issue })))
}

function isDto(value: unknown): value is Named & { readonly [N in BinderName]: Binder<object, object> } {
  return isObject(value) && 'name' in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
