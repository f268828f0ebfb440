import nodeFs from 'node:fs'
import { join } from 'node:path'
import { type Exports, exportedFunction, NotThere } from './call-method.ts'
import type { CaseEnv } from './case-env.ts'
import type { ErrorSpec, Json, JsonObject } from './case-types.ts'
import { makeStream, type StreamSpec } from './make-stream.ts'
import { makeMemFs } from './mem-fs.ts'

export function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

const markers = new Set(
  '$undefined $date $bigint $bytes $path $ref $app $ctx $err $class $file $fn $fs $stream $storage $closable'.split(
    ' ',
  ),
)

/** The marker of an object like `{"$date": …}`, if any; other keys with a dollar are plain data. */
export function markerOf(json: JsonObject): string | undefined {
  return Object.keys(json).find((key) => markers.has(key))
}

/** The value written by a piece of a case. `thrown` is the error given to an errorHandler. */
export function decodeValue(json: Json, env: CaseEnv, thrown?: unknown): unknown {
  if (Array.isArray(json)) return json.map((item: Json) => decodeValue(item, env, thrown))
  if (!isObject(json)) return json
  const marker = markerOf(json)
  if (marker === undefined) {
    // defineProperty, because a key may be __proto__.
    const result: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(json)) {
      const decoded = decodeValue(value, env, thrown)
      Object.defineProperty(result, key, {
        value: decoded,
        enumerable: true,
        writable: true,
        configurable: true,
      })
    }
    return result
  }
  const decode = decoders[marker]
  if (decode === undefined) throw new NotThere(`${marker} cannot be an argument`)
  return decode(json[marker] ?? null, env, json, thrown)
}

type Decoder = (value: Json, env: CaseEnv, whole: JsonObject, thrown: unknown) => unknown

const decoders: Readonly<Record<string, Decoder>> = {
  $undefined: () => undefined,
  $date: (value) => new Date(String(value)),
  $bigint: (value) => BigInt(String(value)),
  $bytes: (value) => new Uint8Array(Buffer.from(String(value), 'base64')),
  $path: (value, env) => join(env.folder, String(value)),
  $ref: (value, env) => {
    if (!env.saved.has(String(value))) throw new NotThere(`no earlier step saved "${String(value)}"`)
    return env.saved.get(String(value))
  },
  $app: (_value, env) => env.app,
  $err: (value, _env, _whole, thrown) =>
    typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, String(value)) : undefined,
  $class: (value, env, whole) => {
    const type = exportedFunction(env.dtos.source, String(value), 'the DTO source')
    const fields = decodeValue(whole.value ?? {}, env)
    return Object.assign(Object.create(type.prototype as object) as object, fields)
  },
  $fn: (value, _env, whole) => makeFunction(String(value), whole),
  $fs: (value) => (isObject(value) ? makeMemFs(value as Readonly<Record<string, string>>) : nodeFs),
  $stream: (value, _env, whole) => {
    const chunks = Array.isArray(value) ? value.map(String) : []
    const { fail, repeat, kind } = whole
    const spec: StreamSpec = {
      chunks,
      kind: typeof kind === 'string' ? kind : 'web',
      ...(typeof fail === 'string' ? { fail } : {}),
      ...(Array.isArray(repeat) ? { repeat: [String(repeat[0]), Number(repeat[1])] as const } : {}),
    }
    return makeStream(spec)
  },
  $storage: (value, env, whole) => makeStorage(String(value), env, whole.fail),
  $closable: (value, env, whole) => makeClosable(String(value), env, whole.how),
}

function makeFunction(kind: string, whole: JsonObject): () => unknown {
  if (kind === 'constant') return () => whole.value
  if (kind !== 'throw') throw new NotThere(`the harness does not know the function ${kind}`)
  return () => {
    throw new Error(String(whole.message))
  }
}

function makeStorage(name: string, env: CaseEnv, fail: Json | undefined): object {
  const kept = env.storages.get(name) ?? new Map<string, Uint8Array>()
  env.storages.set(name, kept)
  return {
    set(key: string, bytes: Uint8Array): Promise<void> {
      if (fail !== undefined) return Promise.reject(new Error(String(fail)))
      kept.set(key, new Uint8Array(bytes))
      return Promise.resolve()
    },
  }
}

function makeClosable(name: string, env: CaseEnv, how: Json | undefined): object {
  const close = (): void => void env.closed.add(name)
  if (how === 'Symbol.dispose') return { [Symbol.dispose]: close }
  if (how === 'Symbol.asyncDispose') {
    return {
      async [Symbol.asyncDispose]() {
        close()
      },
    }
  }
  return { close }
}

/** The error that a step throws; the classes are those of the runtime. */
export function makeError(spec: ErrorSpec, env: CaseEnv): unknown {
  if (spec.kind === 'value') return decodeValue(spec.value ?? null, env)
  const options = spec.cause === undefined ? undefined : { cause: makeError(spec.cause, env) }
  if (spec.kind === 'HttpError') return makeHttpError(env.subject.runtime, spec, options)
  const errors: Readonly<Record<string, new (message?: string, options?: ErrorOptions) => Error>> = {
    Error,
    TypeError,
    RangeError,
    SyntaxError,
  }
  const type = errors[spec.kind]
  if (type === undefined) throw new NotThere(`the harness cannot make an error of kind ${spec.kind}`)
  return new type(spec.message, options)
}

function makeHttpError(runtime: Exports, spec: ErrorSpec, options: ErrorOptions | undefined): unknown {
  const type = exportedFunction(runtime, 'HttpError', '@ctxgen/runtime')
  return Reflect.construct(type, [spec.status, spec.message, ...(options === undefined ? [] : [options])])
}
