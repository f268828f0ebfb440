import { ts } from './compiler.ts'

/**
 * The global types that DTOs are made of. Loading this instead of the compiler's own library takes 0.32 s of CPU for one
 * file instead of 1.10 s; a global it does not have sends the run to the real one.
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
 * What `@ctxgen/runtime` means to a DTO; nothing of the runtime needs to be read, or even installed. The aliases are types
 * of their own here, and only here, so that `int8` stays known through generics, mapped and conditional types: enums, of
 * which {@link nameScalars} makes numbers.
 */
export const runtimeTypes: string = [
  ...[...numberAliases, ...bigintAliases].map((name) => `export declare enum ${name} {}`),
  'export interface FileHeader { readonly filename: string; readonly size: number; readonly type: string }',
].join('\n')

/**
 * Makes the scalar aliases the numbers and bigints that they are to everybody else: whatever a type asks of `int8`
 * (`T extends object`, `[number] extends [T]`), the compiler answers as for `number`. There is no way to write such a type.
 */
export function nameScalars(file: ts.SourceFile, checker: ts.TypeChecker): void {
  const module = checker.getSymbolAtLocation(file)
  for (const symbol of module === undefined ? [] : checker.getExportsOfModule(module)) {
    if ((symbol.flags & ts.SymbolFlags.Enum) === 0) continue
    const isBig = bigintAliases.includes(symbol.name)
    checker.getDeclaredTypeOfSymbol(symbol).flags = isBig ? ts.TypeFlags.BigInt : ts.TypeFlags.Number
  }
}
