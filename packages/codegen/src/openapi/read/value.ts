import type { ts } from 'ts-morph'
import type { DtoModule } from '../../model/dto.ts'

/*
 * A value, as far as it can be read without running the code:
 *
 *   const api = app.group('/v1')      { kind: 'router', app, prefix: '/v1', … }
 *   const word = isNew ? 201 : 200    { kind: 'choice', of: [201, 200] }
 */
export type Value =
  | UnknownValue
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'choice'; readonly of: readonly Value[] }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | ObjectValue
  | FunctionValue
  | ClassValue
  | RouterValue
  | { readonly kind: 'pathRoutes'; readonly router: RouterValue; readonly path: string }
  | { readonly kind: 'ctx' }
  | BindValue
  | { readonly kind: 'redirect'; readonly statuses: readonly number[] }
  /** The result of `c.response()`: the server's own object. */
  | { readonly kind: 'response'; readonly node: ts.Node }
  | GeneratedValue
  /** The JSON text of a DTO, made by `stringifyX`. */
  | { readonly kind: 'text'; readonly of: DtoName }
  /** The middleware that `guard(key, find)` makes. */
  | { readonly kind: 'guard'; readonly find: Value }
  /** An export of `@ctxgen/runtime`. */
  | { readonly kind: 'runtime'; readonly name: string }
  /** A method without its call: `c.next`. */
  | { readonly kind: 'method'; readonly on: Value; readonly name: string }

type Literal = string | number | boolean | bigint | null | undefined

/** The result of `c.bind()`. */
export interface BindValue {
  readonly kind: 'bind'
  readonly skipsRules: boolean
}

/** A value that only its type describes. */
interface UnknownValue {
  readonly kind: 'unknown'
  readonly node?: ts.Node
  /** The scope in which the node's type parameters have their meaning. */
  readonly scope?: Scope
}

/** An object, an instance of a class, or an error. */
export interface ObjectValue {
  readonly kind: 'object'
  readonly members: Map<string, Value>
  readonly class?: ClassValue
  /** Whether a name without a member is undefined. */
  readonly isClosed?: boolean
  /** It has members whose names are not known. */
  isPartial?: boolean
  error?: ErrorFact
  router?: RouterValue
}

export type ErrorValue = ObjectValue & { error: ErrorFact }

/** The facts of an error that decide its answer. */
export interface ErrorFact {
  readonly name: 'HttpError' | 'BindError' | 'ValidationError' | 'Error'
  /** `undefined` when they are not known. */
  readonly statuses: readonly number[] | undefined
  readonly message: string | undefined
  /** The names of headers of its own. */
  readonly headers?: readonly string[]
  /** Where it is made. */
  readonly node: ts.Node
}

export interface FunctionValue {
  readonly kind: 'function'
  readonly node: ts.FunctionLikeDeclaration
  readonly scope: Scope
  readonly self?: Value | undefined
}

export interface ClassValue {
  readonly kind: 'class'
  readonly node: ts.ClassLikeDeclaration
  readonly scope: Scope
}

export interface DtoName {
  readonly module: DtoModule
  readonly name: string
}

/** An export of a generated file. */
export interface GeneratedValue extends DtoName {
  readonly kind: 'generated'
  /** `dto` is the object of all binders; `bindQuery` a binder by its word; `socket` the messages of a WebSocket. */
  readonly role: 'dto' | 'socket' | 'bind' | 'send' | 'stringify' | 'validate'
  /** The method of `c.bind()` that does the same as the binder. */
  readonly source: string
}

/** A symbol without its types. */
export type SymbolLike = Pick<ts.Symbol, 'name' | 'flags' | 'declarations' | 'valueDeclaration'>

/** An app or a group. */
export interface RouterValue {
  readonly kind: 'router'
  readonly app: AppFacts
  readonly prefix: string
  /** Prefix of the names of its routes; `name()` on an empty group adds to it. */
  namePrefix: string
  latest: RouteEntry | undefined
}

/** An app, with its routes in order of registration. */
export interface AppFacts {
  readonly node: ts.Node
  readonly entries: Entry[]
  /** Those of `app.channel()`. */
  readonly channels: ChannelFact[]
  readonly config: Value | undefined
  isMounted: boolean
}

/** A channel of messages between processes. */
export interface ChannelFact extends DtoName {
  /** With the parts that are not known in braces: `room:{id}`. */
  readonly address: string
}

type Entry = RouteEntry | MountEntry

/** A call that registers handlers: of routes, or of middleware. */
export interface RouteEntry {
  readonly kind: 'route' | 'use'
  /** `all`, or in upper case. */
  readonly methods: readonly string[] | 'all'
  readonly pattern: string
  readonly handlers: readonly Value[]
  readonly node: ts.CallExpression
  /** Whether a condition decides that the code runs. */
  readonly isConditional: boolean
  /** The messages of a WebSocket. */
  readonly socket?: DtoName
  name: string
}

interface MountEntry {
  readonly kind: 'mount'
  readonly pattern: string
  readonly app: AppFacts
  readonly isConditional: boolean
}

let scopes = 0

/** Variables of a function call or a module. */
export class Scope {
  /** Scopes that are made later have higher numbers. */
  readonly number: number = ++scopes
  readonly #values = new Map<ts.Node, { value: Value; readonly depth: number }>()
  readonly parent: Scope | undefined
  readonly self: Value | undefined
  /** The meaning of type parameters. */
  readonly types: ReadonlyMap<ts.Type, ts.Type>
  #writes = 0

  constructor(parent?: Scope, self?: Value, types: ReadonlyMap<ts.Type, ts.Type> = new Map()) {
    this.parent = parent
    this.self = self
    this.types = types
  }

  /** The number of the newest scope. */
  static get latest(): number {
    return scopes
  }

  /** Equal as long as no variable that is visible here gets another value. */
  get key(): string {
    return `${this.number}.${this.#writes} ${this.parent?.key ?? ''}`
  }

  find(declaration: ts.Node): Value | undefined {
    for (let one: Scope | undefined = this; one !== undefined; one = one.parent) {
      const known = one.#values.get(declaration)
      if (known !== undefined) return known.value
    }
    return undefined
  }

  /** @param depth the number of branches around the declaration */
  declare(declaration: ts.Node, value: Value, depth: number): void {
    if (this.#values.has(declaration)) this.#writes++
    this.#values.set(declaration, { value, depth })
  }

  /** An assignment in a branch leaves the old value possible. @returns the scope of the variable */
  assign(declaration: ts.Node, value: Value, depth: number): Scope | undefined {
    const known = this.#values.get(declaration)
    if (known === undefined) return this.parent?.assign(declaration, value, depth)
    known.value = depth <= known.depth ? value : choiceOf([known.value, value])
    this.#writes++
    return this
  }

  /** Whether a type parameter has a meaning here. */
  get isGeneric(): boolean {
    return this.types.size > 0 || (this.parent?.isGeneric ?? false)
  }

  typeOf(parameter: ts.Type): ts.Type | undefined {
    return this.types.get(parameter) ?? this.parent?.typeOf(parameter)
  }

  get thisValue(): Value | undefined {
    return this.self ?? this.parent?.thisValue
  }
}

export const nothing: Value = { kind: 'literal', value: undefined }

export function literalValue(value: Literal): Value {
  return { kind: 'literal', value }
}

/** One of several values, without repetitions. */
export function choiceOf(values: readonly Value[]): Value {
  const all = new Map<unknown, Value>()
  for (const one of values.flatMap(optionsOf)) {
    const key = identityOf(one)
    if (!all.has(key)) all.set(key, one)
  }
  const [first = nothing] = all.values()
  return all.size < 2 ? first : { kind: 'choice', of: [...all.values()] }
}

export function optionsOf(value: Value): readonly Value[] {
  return value.kind === 'choice' ? value.of : [value]
}

/** Equal for the same value. */
function identityOf(value: Value): unknown {
  if (value.kind === 'literal')
    return Object.is(value.value, -0) ? '-0' : `${typeof value.value} ${value.value}`
  return value.kind === 'unknown' ? (value.node ?? 'unknown') : value
}
