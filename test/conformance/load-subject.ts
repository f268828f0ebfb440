import type { Exports } from './call-method.ts'
import type { AreaDtos, Subject } from './case-env.ts'
import { showError } from './show.ts'

/** Loads the runtime as a user's module would; a missing entry point fails only the cases that need it. */
export async function loadSubject(dtos: ReadonlyMap<string, AreaDtos>): Promise<Subject> {
  return {
    runtime: await load('@ctxgen/runtime'),
    msgpack: await load('@ctxgen/runtime/msgpack'),
    cbor: await load('@ctxgen/runtime/cbor'),
    dtosOf: (area) => dtos.get(area) ?? { generated: {}, source: {}, failure: `${area} has no DTO source` },
  }
}

async function load(name: string): Promise<Exports> {
  try {
    const module: unknown = await import(name)
    return module as Exports
  } catch (error) {
    process.stderr.write(`${name} cannot be loaded: ${showError(error)}\n`)
    return {}
  }
}
