import { type BoundField, memberFields } from '../model/bound-fields.ts'
import type { DtoModule, Field, ObjectType } from '../model/dto.ts'
import type { Source } from '../model/source.ts'

/** The index signature of an object as a member. */
export function indexField({ index }: ObjectType, source: Source): readonly BoundField[] {
  if (index === undefined) return []
  const { name: key, span } = index
  const binding = { source, key, excluded: false, required: false, format: undefined, span }
  return [{ field: index, binding }]
}

/** Visits the objects that one source reaches, once each, since they may be recursive. */
export class SourceWalk {
  readonly source: Source
  readonly #module: DtoModule
  readonly #seen = new Set<string>()

  constructor(source: Source, module: DtoModule) {
    this.source = source
    this.#module = module
  }

  /** Whether an object has no properties at all. */
  isEmpty(name: string): boolean {
    return this.#module.objects.some((one) => one.name === name && one.isEmpty)
  }

  /** The index signature of an object. */
  indexOf(name: string): Field | undefined {
    return this.#module.objects.find((one) => one.name === name)?.index
  }

  /** The fields that the source fills; empty at the second visit. */
  enter(name: string): readonly BoundField[] {
    const object = this.#module.objects.find((one) => one.name === name)
    if (object === undefined || this.#seen.has(name)) return []
    this.#seen.add(name)
    return [...memberFields(object, this.source), ...indexField(object, this.source)]
  }
}
