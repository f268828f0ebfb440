import type { DtoModule, NamedType, ObjectType } from './dto.ts'
import type { FieldType } from './field-type.ts'

/** The types of a module by name. */
export class ModuleTypes {
  readonly module: DtoModule
  readonly #objects: ReadonlyMap<string, ObjectType>

  constructor(module: DtoModule) {
    this.module = module
    this.#objects = new Map([...module.dtos, ...module.objects].map((one) => [one.name, one]))
  }

  object(name: string): ObjectType {
    const found = this.#objects.get(name)
    if (found === undefined) throw new Error(`no object type ${name}`)
    return found
  }

  /** The definition of a recursive type. */
  recursive(name: string): FieldType {
    return this.recursiveType(name).of
  }

  recursiveType(name: string): NamedType {
    const found = this.module.recursive.find((one) => one.name === name)
    if (found === undefined) throw new Error(`no recursive type ${name}`)
    return found
  }
}
