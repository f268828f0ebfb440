// Imports the generated file and calls each of its binders: text that became code shows itself by its
// effects. A process of its own, as such code may end it.
import { existsSync, rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { bindInput } from '../../support/bind-input.ts'
import type { Probe } from '../run/attack.ts'

/** A generated file to import, by its URL. */
export interface BinderOrder {
  readonly url: string
  readonly probe?: Probe | undefined
}

const marker = '/tmp/ctxgen-pwned'
const prototypes = [Object.prototype, Array.prototype, Function.prototype]
const ownKeys = (): string => prototypes.map((proto) => Reflect.ownKeys(proto).map(String).join()).join(';')
const cleanKeys = ownKeys()

process.on('message', (order: BinderOrder) => {
  failuresOf(order).then(
    (failures) => process.send?.(failures),
    (error: unknown) => process.send?.([`the import of ${order.url} failed: ${error}`]),
  )
})

async function failuresOf({ url, probe }: BinderOrder): Promise<string[]> {
  const failures: string[] = []
  const generated: Readonly<Record<string, unknown>> = await import(url)
  for (const [name, value] of Object.entries(generated)) if (/^bind/.test(name)) callQuietly(value)
  if (probe !== undefined && `bindQuery${probe.binder}` in generated)
    failures.push(...(await probeFailures(generated[`bindQuery${probe.binder}`], probe)))
  if (Reflect.get(globalThis, '__CTXGEN_PWNED__') !== undefined) failures.push('code of the source has run')
  Reflect.deleteProperty(globalThis, '__CTXGEN_PWNED__')
  if (existsSync(marker)) failures.push(`${marker} was written`)
  rmSync(marker, { force: true })
  if (ownKeys() !== cleanKeys) failures.push('a built-in prototype was changed')
  return failures
}

function callQuietly(binder: unknown): void {
  for (const query of ['', 'a=x&b=1', '__proto__=x&constructor=y&__proto__[polluted]=1']) {
    try {
      callBinder(binder, query)
    } catch {
      // A missing value is not the subject here.
    }
  }
}

function callBinder(binder: unknown, query: string): unknown {
  const input = bindInput({ query, body: '{}', contentType: 'application/json' })
  return typeof binder === 'function' ? Reflect.apply(binder, undefined, [input]) : undefined
}

async function probeFailures(binder: unknown, probe: Probe): Promise<string[]> {
  let bound: unknown
  try {
    // A property `then` must not turn the value into a promise that never settles.
    bound = await Promise.race([callBinder(binder, probe.query), late()])
  } catch (error) {
    return [`the probe failed: ${error}`]
  }
  if (typeof bound !== 'object' || bound === null) return [`the probe gave ${bound}`]
  const failures: string[] = []
  for (const [name, wanted] of Object.entries(probe.boundEquals ?? {})) {
    const got: unknown = Object.hasOwn(bound, name) ? Reflect.get(bound, name) : undefined
    if (!isDeepStrictEqual(got, wanted)) failures.push(`${name} is bound to ${JSON.stringify(got)}`)
  }
  const proto: unknown = Object.getPrototypeOf(bound)
  if (proto !== Object.prototype && proto !== null)
    failures.push('the bound value has a prototype of its own')
  return failures
}

function late(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('waited in vain')), 1000).unref()
  })
}
