/*
 * Unions from real interfaces whose members have different JSON kinds: Stripe, ESTree, OpenAPI, npm, Docker
 * and others.
 */

export const unionSource = `
import type { int } from '@ctxgen/runtime'

/** @json @msgpack @cbor @response */
export interface Charge { id: string; customer: string | Customer | null; metadata?: Record<string, string | number> }
export interface Customer { id: string; object: 'customer'; default_source?: string | Card | null }
export interface Card { object: 'card'; last4: string }

/** @json @msgpack @cbor @response */
export interface Literal { type: 'Literal'; value: string | boolean | number | null; raw?: string }

/** @json @msgpack @cbor @response */
export interface ArrowFunction { body: BlockStatement | Identifier | string; params: (Identifier | string)[] }
export interface BlockStatement { type: 'BlockStatement'; body: (ArrowFunction | string)[] }
export interface Identifier { type: 'Identifier'; name: string }

/** @json @msgpack @cbor @response */
export interface Schema {
  type?: string | string[]
  items?: Schema | Schema[]
  additionalProperties?: boolean | Schema
  exclusiveMinimum?: boolean | number
  enum?: (string | number | boolean | null)[]
  properties?: Record<string, Schema | boolean>
}

/** @json @msgpack @cbor @response */
export interface RpcRequest { id?: string | number | null; params?: Record<string, string | number> | (string | number)[] }

/** @json @msgpack @cbor @response */
export interface PackageJson {
  author?: string | Person
  bin?: string | Record<string, string>
  funding?: string | Funding | (string | Funding)[]
  sideEffects?: boolean | string[]
}
export interface Person { name: string; email?: string }
export interface Funding { type?: string; url: string }

type Forbidden<T> = T & { target: { kind: 'never' } }

/** @json @msgpack @cbor @response */
export interface Elicit {
  picked: { kind: 'list'; of: { anyOf: string[] } } | { kind: 'list'; of: { oneOf: string[] } } | { kind: 'text' }
  target: (Forbidden<{ target: { kind: 'never' }; id: string }> | (Target & { kind: 'b'; id: string }) | (Target & { kind: 'a'; at: string }))
}
interface Target { kind: 'a' }

/** @json @msgpack @cbor @response */
export interface Safari { animal: Tame | Wild }
type Herd = string | Herd[]
interface Tame { any?: unknown; tag: int; herd?: Herd; parts: bigint[] }
interface Wild { any?: unknown; tag: \`v\${number}\`; herd?: Herd; note?: string }

/** @json @msgpack @cbor @response */
export interface Signed { signature?: Gpg | Smime | null }
type Gpg = { __typename?: 'Gpg'; email: string; isValid: boolean }
type Smime = { __typename?: 'Smime'; email: string; isValid: boolean }

/** @json @msgpack @cbor @response */
export interface Prompt { format?: string | object; call: 'function' | ('function' & { readonly __brand: 'unrecognized' }) }

/** @json @msgpack @cbor @response */
export interface Sample { at: string | Date; data?: string | Uint8Array | number; log: (string | Date | Uint8Array)[] }

/** @json @msgpack @cbor @response */
export interface LintConfig { rules: Record<string, Level | [Level, ...(string | number | boolean | Record<string, string>)[]]> }
export type Level = 'off' | 'warn' | 'error' | 0 | 1 | 2

/** @json @msgpack @cbor @response */
export interface Service {
  command?: string | string[]
  environment?: Record<string, string | number | boolean | null> | string[]
  ports?: (string | int | { target: int; published?: string | int })[]
  build?: string | { context: string; args?: Record<string, string> | string[] }
}

/** @json @msgpack @cbor @response */
export interface Job {
  'runs-on': string | string[] | { group: string; labels?: string | string[] }
  'timeout-minutes'?: number | string
  if?: boolean | string
}

/** @json @msgpack @cbor @response */
export interface Search { sort?: string | (string | Record<string, 'asc' | 'desc'>)[]; _source?: boolean | string | string[] }

/** @json @msgpack @cbor @response */
export interface Feature { id?: string | number; geometry: Point | LineString | null }
export interface Point { type: 'Point'; coordinates: [number, number] }
export interface LineString { type: 'LineString'; coordinates: [number, number][] }

/** @json @msgpack @cbor @response */
export interface View { width?: number | 'container' | { step: number }; title?: string | string[] | { text: string | string[] } }

/** @json @msgpack @cbor @response */
export interface Bundle { entry: string | string[] | Record<string, string | string[]>; devtool?: string | false }

/** @json @msgpack @cbor @response */
export interface SendMessage { chat_id: int | string; reply_markup?: Keyboard | string }
export interface Keyboard { keyboard: (string | { text: string })[][] }

/** @json @msgpack @cbor @response */
export interface Probe { port: int | string; maxUnavailable?: int | string }

/** @json @msgpack @cbor @response */
export interface Box { margin: number | string | [number, number] | null; when?: Date | boolean; icon?: Uint8Array | { url: string } }

/** @json @msgpack @cbor @response */
export interface Chat {
  messages: { role: 'user' | 'assistant'; content: string | (TextPart | ImagePart)[] | null }[]
  stop?: string | string[] | null
  tool_choice?: 'none' | 'auto' | { type: 'function'; function: { name: string } }
}
export interface TextPart { type: 'text'; text: string }
export interface ImagePart { type: 'image_url'; image_url: string | { url: string } }

/** @json @msgpack @cbor @response */
export interface PutItem { item: Record<string, Attribute>; old?: Attribute | null }
export type Attribute =
  | { S: string; N?: never; L?: never; BOOL?: never }
  | { S?: never; N: string; L?: never; BOOL?: never }
  | { S?: never; N?: never; L: Attribute[]; BOOL?: never }
  | { S?: never; N?: never; L?: never; BOOL: boolean }

/** @json @msgpack @cbor @response */
export interface Refund { customer: string | { id: string; name?: string | null; deleted?: void } | { id: string; deleted: true } }

/** @json @msgpack @cbor @response */
export interface Operation { responses: Record<string, Reference | Response>; body?: Reference | { required?: boolean; ref?: never } }
export interface Reference { ref: string; description?: never; required?: never }
export interface Response { description: string; ref?: undefined; headers?: Record<string, Reference | { required: boolean; ref?: never }> }

/** @json @msgpack @cbor @response */
export interface Page { cover?: OneOf<{ external: { url: string } }, { file_upload: { id: string } }> | null; number: OneOf<{ number: int | null }, { formula: string }> }
export type OneOf<A, B> = (A & { [K in keyof B]?: never }) | (B & { [K in keyof A]?: never })

/** @json @msgpack @cbor @response */
export interface Range { age?: number | { gt?: number; lt?: number }; total: bigint | 'all' }
`
