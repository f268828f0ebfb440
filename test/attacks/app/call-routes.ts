import type { App, Ctx } from '@ctxgen/runtime'
import { scriptOf } from './call-scripts.ts'
import type { FixtureFiles } from './fixture-files.ts'
import { missingMethod } from './fixture-state.ts'

/** What `/call` is to do: a method of the Ctx, or one of the scripts. */
export interface Call {
  readonly method: string
  readonly args: readonly unknown[]
}

let current: Call = { method: 'status', args: [200] }

/** Sets what the next request to `/call` does. */
export function setCall(call: Call): void {
  current = { method: call.method, args: call.args.map(decoded) }
}

/** `{"$bigint":"1"}` is what JSON has no word for. */
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
    // What does not answer by itself is seen in the headers of an answer.
    if (!answering.test(method)) c.sendString('done')
  })
}

const answering =
  /^(autoFormat|cbor|download|drop|end|format|json|jsonp|msgPack|next|redirect\..+|render|restartRouting|send.*|write.*|xml)$/

/** Calls a method by its name; a dotted one on what the one before the dot gives. */
async function callMethod(c: Ctx, path: string, args: readonly unknown[]): Promise<void> {
  const names = path.split('.')
  let target: unknown = c
  for (const [i, name] of names.entries()) {
    const method: unknown = Reflect.get(Object(target), name)
    if (typeof method !== 'function') throw missingMethod(path)
    target = await Reflect.apply(method, target, i === names.length - 1 ? args : [])
  }
}
