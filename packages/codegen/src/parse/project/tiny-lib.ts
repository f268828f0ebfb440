import { ts } from 'ts-morph'

/**
 * The global types common in DTOs. One file takes 0.32 s of CPU with it, 1.10 s with the compiler's library, to which the
 * run switches for any other global.
 */
export const tinyLib = `
interface Object { constructor: Function }
interface Function { prototype: any }
interface CallableFunction extends Function {}
interface NewableFunction extends Function {}
interface IArguments { length: number }
interface Boolean { valueOf(): boolean }
interface Number { toFixed(digits?: number): string }
interface String { readonly length: number }
interface Symbol { readonly description: string | undefined }
interface SymbolConstructor { readonly iterator: unique symbol }
declare var Symbol: SymbolConstructor
interface BigInt { toString(): string }
interface RegExp { test(text: string): boolean }
interface Date { getTime(): number }
interface Error { name: string; message: string; stack?: string }
interface Array<T> { length: number; [index: number]: T }
interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T }
interface ConcatArray<T> { readonly length: number; readonly [index: number]: T }
interface TemplateStringsArray extends ReadonlyArray<string> { readonly raw: readonly string[] }
interface Uint8Array { readonly BYTES_PER_ELEMENT: number; readonly length: number; [index: number]: number }
interface Promise<T> { then(done: (value: T) => void): void }
interface Map<K, V> { get(key: K): V | undefined }
interface Set<T> { has(value: T): boolean }
interface ReadonlyMap<K, V> { get(key: K): V | undefined }
interface ReadonlySet<T> { has(value: T): boolean }
interface WeakMap<K, V> { get(key: K): V | undefined }
interface WeakSet<T> { has(value: T): boolean }
type PropertyKey = string | number | symbol
type Partial<T> = { [P in keyof T]?: T[P] }
type Required<T> = { [P in keyof T]-?: T[P] }
type Readonly<T> = { readonly [P in keyof T]: T[P] }
type Pick<T, K extends keyof T> = { [P in K]: T[P] }
type Record<K extends keyof any, T> = { [P in K]: T }
type Exclude<T, U> = T extends U ? never : T
type Extract<T, U> = T extends U ? T : never
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>
type NonNullable<T> = T & {}
type Parameters<T extends (...args: any) => any> = T extends (...args: infer P) => any ? P : never
type ConstructorParameters<T extends abstract new (...args: any) => any> = T extends abstract new (...args: infer P) => any ? P : never
type ReturnType<T extends (...args: any) => any> = T extends (...args: any) => infer R ? R : any
type InstanceType<T extends abstract new (...args: any) => any> = T extends abstract new (...args: any) => infer R ? R : any
type Awaited<T> = T extends null | undefined ? T : T extends object & { then(done: infer F, ...args: infer _): any } ? F extends (value: infer V, ...args: infer _) => any ? Awaited<V> : never : T
type NoInfer<T> = intrinsic
type Uppercase<S extends string> = intrinsic
type Lowercase<S extends string> = intrinsic
type Capitalize<S extends string> = intrinsic
type Uncapitalize<S extends string> = intrinsic
`

const numberAliases = 'int int8 int16 int32 uint uint8 uint16 uint32 float32 float64'.split(' ')
const bigintAliases = ['int64', 'uint64']

/**
 * Replaces `@ctxgen/runtime` for DTOs, which then need not be installed. Enums keep aliases such as `int8` recognizable
 * through generics, mapped and conditional types; {@link nameScalars} makes them numbers.
 */
export const runtimeTypes: string = [
  ...[...numberAliases, ...bigintAliases].map((name) => `export declare enum ${name} {}`),
  'export interface FileHeader { readonly filename: string; readonly size: number; readonly type: string }',
  'export interface FileStream { readonly filename: string; readonly type: string; stream(): unknown }',
].join('\n')

/**
 * Turns the scalar aliases into numbers and bigints: the compiler then treats `int8` like `number` in conditions such as
 * `T extends object` or `[number] extends [T]`. TypeScript has no syntax for such a type.
 */
export function nameScalars(file: ts.SourceFile, checker: ts.TypeChecker): void {
  const module = checker.getSymbolAtLocation(file)
  for (const symbol of module === undefined ? [] : checker.getExportsOfModule(module)) {
    if ((symbol.flags & ts.SymbolFlags.Enum) === 0) continue
    const isBig = bigintAliases.includes(symbol.name)
    checker.getDeclaredTypeOfSymbol(symbol).flags = isBig ? ts.TypeFlags.BigInt : ts.TypeFlags.Number
  }
}
