import type { App, Ctx } from '@ctxgen/runtime'
import { scriptOf } from './call-scripts.ts'
import type { FixtureFiles } from './fixture-files.ts'
import { missingMethod } from './fixture-state.ts'

/** A call of `/call`: a method of the Ctx, or one of the scripts. */
export interface Call {
  readonly method: string
  readonly args: readonly unknown[]
}

let current: Call = { method: 'status', args: [200] }

/** Sets the call of the next request to `/call`. */
export function setCall(call: Call): void {
  current = { method: call.method, args: call.args.map(decoded) }
}

/** `{"$bigint":"1"}` stands for a bigint, which JSON cannot write. */
function decoded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(decoded)
  if ('$bigint' in value) return BigInt(String(value.$bigint))
  const entries = Object.entries(value).map(([name, member]) => [name, decoded(member)])
  return Object.fromEntries(entries)
}

export function addCallRoute(app: App, files: FixtureFiles): void {
  app.all('/call', async (c) => {
    const { method, args } = current
    const script = scriptOf(method)
    if (script !== undefined) {
      await script(c, args, files)
      return
    }
    await callMethod(c, method, args)
    // Methods that send nothing themselves are judged by the headers of an answer.
    if (!answering.test(method)) c.sendString('done')
  })
}

const answering =
  /^(autoFormat|cbor|download|drop|end|format|json|jsonp|msgPack|next|redirect\..+|render|restartRouting|send.*|write.*|xml)$/

/** Calls a method by name; a dotted name calls it on the result of the part before the dot. */
async function callMethod(c: Ctx, path: string, args: readonly unknown[]): Promise<void> {
  const names = path.split('.')
  let target: unknown = c
  for (const [i, name] of names.entries()) {
    const method: unknown = Reflect.get(Object(target), name)
    if (typeof method !== 'function') throw missingMethod(path)
    target = await Reflect.apply(method, target, i === names.length - 1 ? args : [])
  }
}
