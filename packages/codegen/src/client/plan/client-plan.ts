import type { LiteralValue } from '../../model/field-type.ts'

/*
 * The plan of a client: every decision about its file, as plain data.
 *
 *   POST /cars/:id with a body { line_items: Item[] }, which answers 201 with a Car
 *
 * becomes
 *
 *   { name: 'postCarsId', method: 'POST', path: ['/cars/', { name: 'id', value: int }],
 *     input: { name: 'PostCarsIdInput', members: [id, lineItems] },
 *     body: { format: 'json', shape: { members: [{ name: 'lineItems', key: 'line_items', … }] } },
 *     answers: [{ status: 201, kind: 'json', value: { kind: 'shape', shape: Car } }] }
 */

export interface ClientPlan {
  /** Absolute path of the app's module. */
  readonly source: string
  /** In the order of the file. */
  readonly types: readonly NamedShape[]
  readonly codecs: readonly NamedShape[]
  readonly operations: readonly OperationPlan[]
}

/** An object type, or a type that contains itself, with its name as a type or as a codec. */
export interface NamedShape {
  readonly name: string
  readonly shape: Shape
}

export interface OperationPlan {
  readonly name: string
  /** In upper case. */
  readonly method: string
  /** Paragraphs of its comment. */
  readonly docs: readonly string[]
  readonly isDeprecated: boolean
  /** The registration: `src/app.ts:31`. */
  readonly place: string
  readonly pattern: string
  readonly tags: readonly string[]
  readonly path: readonly (string | PathValue)[]
  /** The type of its parameter; `undefined` without any. */
  readonly input: InputPlan | undefined
  readonly query: Shape | undefined
  readonly headers: Shape | undefined
  readonly cookies: Shape | undefined
  readonly body: BodyPlan | undefined
  readonly accept: string | undefined
  readonly answers: readonly AnswerPlan[]
  /** The events of an operation that has no other success with a body. */
  readonly feed: ContentPlan | undefined
  /** Of a list that links to its next page. */
  readonly paging: PagingPlan | undefined
  /** The messages of a WebSocket. */
  readonly socket: SocketPlan | undefined
}

/** `undefined` for bytes. */
export interface SocketPlan {
  /** Messages that the client sends. */
  readonly sends: MessagePlan | undefined
  /** Messages that the client gets. */
  readonly gets: MessagePlan | undefined
}

export interface MessagePlan {
  readonly value: ValuePlan
  /** Whether it has integers that a number does not hold. */
  readonly isExact: boolean
}

/** The property that chooses a page: a number, or the cursor that the link to it has. */
export interface PagingPlan {
  readonly kind: 'page' | 'cursor'
  readonly member: string
  /** In the query. */
  readonly key: string
}

/** The properties of an operation's parameter. */
interface InputPlan {
  readonly shape: Shape
  /** Whether the call may leave it out. */
  readonly isOptional: boolean
}

export interface PathValue {
  /** The property. */
  readonly name: string
  /** The name in the route. */
  readonly key: string
  readonly value: ValuePlan
  readonly isWildcard: boolean
  /** Whether the route does not take an empty one. */
  readonly isNeeded: boolean
  /** Whether it is one character, since another parameter follows at once. */
  readonly isOne: boolean
  /** Literal text after it in its segment, which ends it. */
  readonly ends: string
  /** Behind a wildcard: texts that would end that one, and the texts around this value. */
  readonly lacks: readonly (readonly [until: string, before: string, after: string])[]
}

export type BodyFormat = 'json' | 'urlencoded' | 'multipart' | 'xml' | 'msgpack' | 'cbor'

export type BodyPlan =
  /** `property` holds the whole body; without it the properties are members of the body. */
  | {
      readonly kind: 'value'
      readonly format: BodyFormat
      /** Whether it has integers that a number does not hold. */
      readonly isExact: boolean
      readonly value: ValuePlan
      readonly property: string | undefined
    }
  /** Bytes or text of the caller's. */
  | { readonly kind: 'raw'; readonly media: string; readonly property: string }

export interface AnswerPlan {
  readonly status: number
  readonly contents: readonly ContentPlan[]
}

export interface ContentPlan {
  /** Without parameters. */
  readonly media: string | undefined
  readonly kind:
    | 'json'
    | 'exactJson'
    | 'msgpack'
    | 'cbor'
    | 'xml'
    | 'namedXml'
    | 'text'
    | 'file'
    | 'events'
    | 'values'
    | 'exactValues'
    | 'problem'
    | 'redirect'
    | 'nothing'
  /** Of the decoded kinds. */
  readonly value: ValuePlan | undefined
}

/** Members of an object type, or the type of an alias that contains itself. */
export interface Shape {
  /** As in the source. */
  readonly name: string
  readonly role: Role
  /** Distinguishes the codecs of one type: `Form`. */
  readonly word: string
  readonly description: string
  /** Filled after the shape exists, since types may contain themselves. */
  members: readonly MemberPlan[]
  /** Undeclared members. */
  rest: ValuePlan | undefined
  /** The property with the undeclared members, for a body whose members are parameters. */
  others: string | undefined
  /** Instead of members. */
  alias: ValuePlan | undefined
}

export type Role = 'input' | 'answer'

/** The members of a request without a type of their own. */
export function unnamedShape(members: readonly MemberPlan[]): Shape {
  const none = { rest: undefined, others: undefined, alias: undefined }
  return { name: '', role: 'input', word: '', description: '', members, ...none }
}

export interface MemberPlan {
  readonly name: string
  /** The name on the wire. */
  readonly key: string
  readonly value: ValuePlan
  readonly isOptional: boolean
  readonly description: string
  readonly isDeprecated: boolean
  /** A text that passes its rules. */
  readonly example?: string | undefined
}

/** The part of the client that writes and reads a single value. */
export type LeafName =
  | 'text'
  | 'flag'
  | 'float'
  | 'int'
  | 'bigint'
  | 'numeric'
  | 'date'
  | 'bytes'
  | 'base64'
  | 'file'
  | 'shown'
  | 'json'
  | 'roundedJson'
  | 'untyped'

/** A part of the client around another codec; the type is that of the inner one. */
export type WrapName =
  | 'rounded'
  | 'ranged'
  | 'in64Bits'
  | 'nonEmpty'
  | 'xmlText'
  | 'unnamed'
  | 'cookieText'
  | 'headerText'
  | 'joined'
  | 'trimmed'
  | 'uncut'
  | 'single'
  | 'filled'
  | 'bracketed'
  | 'inJson'
  | 'lone'
  | 'repeated'
  | 'someOf'
  | 'items'
  | 'absentAsNull'
  | 'element'
  | 'ofText'

/** A type, and how its values are sent and read. */
export type ValuePlan =
  /**
   * `part` is a further type, one of the parts; `pattern` what a text has to match; `sample` an expression, where not any
   * value of the codec is of the type.
   */
  | {
      readonly kind: 'leaf'
      readonly codec: LeafName
      readonly type: string
      readonly part?: 'Upload' | 'TextObject'
      readonly pattern?: string
      readonly sample?: string
    }
  | { readonly kind: 'oneOf'; readonly values: readonly LiteralValue[] }
  | { readonly kind: 'list'; readonly of: ValuePlan }
  | {
      readonly kind: 'tuple'
      readonly of: readonly ValuePlan[]
      readonly required: number
      readonly rest: ValuePlan | undefined
    }
  /** `keys` are numbers; without it any text is a key. */
  | { readonly kind: 'record'; readonly of: ValuePlan; readonly keys?: ValuePlan }
  | { readonly kind: 'nullable'; readonly of: ValuePlan }
  | {
      readonly kind: 'union'
      readonly member: string
      readonly key: string
      readonly branches: readonly UnionBranchPlan[]
    }
  | { readonly kind: 'either'; readonly of: readonly ValuePlan[] }
  | { readonly kind: 'shape'; readonly shape: Shape }
  /** `separator` of a list in one text; `isExact` of JSON in a text; `range` of a number. */
  | {
      readonly kind: 'wrapped'
      readonly by: WrapName
      readonly of: ValuePlan
      readonly separator?: string
      readonly isExact?: boolean
      readonly range?: readonly [min: string, max: string]
    }
  | { readonly kind: 'never' }

interface UnionBranchPlan {
  readonly values: readonly LiteralValue[]
  readonly value: ValuePlan
}
