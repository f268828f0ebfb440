import { type BoundField, memberFields } from '../model/bound-fields.ts'
import type { DtoModule } from '../model/dto.ts'
import type { Source } from '../model/source.ts'

/** The objects of a module that one source reaches, each entered once: they may hold each other. */
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

  /** What the source fills of the object; nothing the second time. */
  enter(name: string): readonly BoundField[] {
    const object = this.#module.objects.find((one) => one.name === name)
    if (object === undefined || this.#seen.has(name)) return []
    this.#seen.add(name)
    return memberFields(object, this.source)
  }
}
