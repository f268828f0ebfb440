import { BindError } from '../error/bind-error.ts'
import { HttpError } from '../error/http-error.ts'
import { RouteError } from '../error/route-error.ts'
import { ValidationError, type ValidationIssue } from '../error/validation-error.ts'
import type { RuleContext } from '../validate/rule-context.ts'
import { cborValue, msgPackValue } from './binary-body.ts'
import type { BindInput } from './bind-input.ts'
import { awaitable } from './bind-later.ts'
import { bodyFormat, unsupportedBody } from './body-format.ts'
import { type CustomBinder, customBinderOf, runCustom } from './custom-binder.ts'
import type { BinderName } from './dto.ts'
import { Faults } from './faults.ts'
import { jsonValue } from './json-body.ts'
import { checkAliasTag, type NamedDto } from './parser-config.ts'
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
} from './text-maps.ts'
import { UnvalidatedInput } from './unvalidated-input.ts'
import { validated, validatedAsync, validatedByClass } from './validated.ts'
import { xmlContent } from './xml-body.ts'

/** How a text source is bound without a DTO: `all` values of each key, or the `last` one. */
export interface MapOptions {
  readonly asMap: 'all' | 'last'
}

/**
 * What the compiler says where a DTO has no such binder, as of overloads it explains the last. `D` is inferred from the
 * branch that never counts, as what has the binder takes another overload.
 */
type NeedsTag<D, Tag extends string, Other = never> = D extends NamedDto
  ? D extends never
    ? D
    : `a DTO with the tag ${Tag}: add it to the interface or a property, then run npx ctxgen`
  : Other

/** A DTO's binder: fills and returns `out` when it is given. */
type Binder<O, R> = (c: BindInput, out?: O) => R
interface Named extends NamedDto {
  readonly validate?: (value: never) => ValidationIssue[]
  readonly validateAsync?: (value: never, context: RuleContext) => Promise<ValidationIssue[]>
}

/**
 * Binds parts of a request to DTOs (Fiber's `Bind`), or, without a DTO, to maps. What is bound to a DTO with asynchronous
 * rules is a promise, which rejects where it says "throws" here.
 *
 * @throws BindError when the request does not fit; under {@link Bind.withAutoHandling} an HttpError 400 instead.
 */
export class Bind {
  readonly #input: BindInput
  #autoHandling = false
  #skipValidation = false

  constructor(input: BindInput) {
    this.#input = input
  }

  /** From here on what does not fit is an HttpError 400, ready to be answered. */
  withAutoHandling(): this {
    this.#autoHandling = true
    return this
  }

  /** From here on what does not fit is a BindError (the default). */
  withoutAutoHandling(): this {
    this.#autoHandling = false
    return this
  }

  /** Turns validation off (`true`) or on; the last call counts. */
  skipValidation(skip: boolean): this {
    this.#skipValidation = skip
    return this
  }

  /** Binds every source in order; a property that an earlier source set is kept. */
  all<O extends object, R extends object>(dto: Named & { readonly all: Binder<O, R> }, out?: O): R {
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

  /** Reads the body as JSON, whatever its Content-Type says. */
  json<O extends object, R extends object>(dto: Named & { readonly json: Binder<O, R> }, out?: O): R
  json(): unknown
  json<D>(dto: NeedsTag<D, '@json'>): never
  json(dto?: unknown, out?: object): unknown {
    return isDto(dto) ? this.#bind(dto, dto.json, out, 'json') : this.#value(jsonValue, dto)
  }

  /** Reads the body as XML, whatever its Content-Type says; without a DTO it gives the content of the root. */
  xml<O extends object, R extends object>(dto: Named & { readonly xml: Binder<O, R> }, out?: O): R
  xml(): unknown
  xml<D>(dto: NeedsTag<D, '@xml'>): never
  xml(dto?: unknown, out?: object): unknown {
    return isDto(dto) ? this.#bind(dto, dto.xml, out, 'xml') : this.#value(xmlContent, dto)
  }

  /** Reads the body as MessagePack, whatever its Content-Type says. @throws Error when that is not set up. */
  msgPack<O extends object, R extends object>(dto: Named & { readonly msgPack: Binder<O, R> }, out?: O): R
  msgPack(): unknown
  msgPack<D>(dto: NeedsTag<D, '@msgpack'>): never
  msgPack(dto?: unknown, out?: object): unknown {
    return isDto(dto) ? this.#bind(dto, dto.msgPack, out, 'msgPack') : this.#value(msgPackValue, dto)
  }

  /** Reads the body as CBOR, whatever its Content-Type says. @throws Error when that is not set up. */
  cbor<O extends object, R extends object>(dto: Named & { readonly cbor: Binder<O, R> }, out?: O): R
  cbor(): unknown
  cbor<D>(dto: NeedsTag<D, '@cbor'>): never
  cbor(dto?: unknown, out?: object): unknown {
    return isDto(dto) ? this.#bind(dto, dto.cbor, out, 'cbor') : this.#value(cborValue, dto)
  }

  /** Reads the body by its Content-Type, custom binders first. @throws HttpError 422 when there is no reader for it. */
  body<O extends object, R extends object>(dto: Named & { readonly body: Binder<O, R> }, out?: O): R
  /** @param options is for a form. */
  body(options?: MapOptions): unknown
  body<D>(dto: NeedsTag<D, '@body, @json or another body', MapOptions>): never
  body(dto?: unknown, out?: object): unknown {
    const custom = customBinderOf(this.#input)
    if (custom !== undefined) return this.#customBody(custom, isDto(dto) ? dto : undefined, out ?? {})
    return isDto(dto) ? this.#bind(dto, dto.body, out, 'body') : this.#body(dto)
  }

  /** Fills `dest` by the custom binder of that name, and has a `structValidator` check it. @throws Error when none is registered. */
  custom<T extends object>(name: string, dest: T): T {
    const { customBinders } = this.#input.bindSettings()
    const binder = customBinders?.find((one) => one.name === name)
    if (binder === undefined) throw new Error(`custom binder not found: ${JSON.stringify(name)}`)
    this.#run(() => runCustom(binder, this.#input, dest))
    if (!this.#skipValidation) validatedByClass(this.#input, dest)
    return dest
  }

  #customBody(binder: CustomBinder, dto: Named | undefined, out: object): object {
    const check = dto?.validateAsync
    if (dto !== undefined && check !== undefined) {
      const bound = this.#customBodyAsync(binder, dto, check, out)
      return awaitable(this.#input, bound, `bind().body(${dto.name})`)
    }
    this.#run(() => runCustom(binder, this.#input, out))
    if (dto === undefined || this.#skipValidation) return out
    // A custom binder vouches for the type of what it fills.
    return validated(this.#input, dto, out, (filled) => refuseBroken(dto.validate?.(filled as never)))
  }

  async #customBodyAsync(
    binder: CustomBinder,
    dto: Named,
    check: NonNullable<Named['validateAsync']>,
    out: object,
  ): Promise<object> {
    this.#run(() => runCustom(binder, this.#input, out))
    if (this.#skipValidation) return out
    return validatedAsync(this.#input, dto, out, function* (filled, context) {
      yield check(filled as never, context).then(refuseBroken)
    })
  }

  #bind<O extends object, R extends object>(
    dto: Named,
    binder: Binder<O, R>,
    out: O | undefined,
    source: string,
  ): R {
    // A binder that the interface has no tag for is a compile error; without types it must not be a riddle.
    if (binder === undefined) throw new TypeError(`${dto.name} has no property that this source is bound to`)
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

  #value(read: (c: BindInput, faults: Faults) => unknown, dto: unknown): unknown {
    if (dto !== undefined) throw new TypeError('a body is bound to a DTO of a generated file')
    return this.#run(() => {
      const faults = new Faults()
      const value = read(this.#input, faults)
      faults.check()
      return value
    })
  }

  #run<R>(read: () => R): R {
    if (!this.#autoHandling) return read()
    try {
      const result = read()
      // The same promise, but for what it is rejected with.
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

/** @throws ValidationError for broken rules of what a custom binder filled, which alone knows the names that were sent. */
function refuseBroken(issues: readonly ValidationIssue[] = []): undefined {
  if (issues.length > 0) throw new ValidationError(issues.map((issue) => ({ source: 'body', ...issue })))
}

function isDto(value: unknown): value is Named & { readonly [N in BinderName]: Binder<object, object> } {
  return isObject(value) && 'name' in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
