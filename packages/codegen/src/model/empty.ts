import type { DtoModule, Field } from './dto.ts'

/** For types without a source of DTOs. */
export const emptyModule: DtoModule = {
  path: '',
  importExtension: '',
  aliasTag: undefined,
  dtos: [],
  bodies: [],
  sockets: [],
  objects: [],
  brands: [],
  recursive: [],
}

/** A field that no source of DTOs declares. */
export const emptyField: Omit<Field, 'name' | 'type' | 'span'> = {
  declaration: '',
  optional: false,
  madeOptional: false,
  holdsUndefined: false,
  readonly: false,
  bindings: [],
  default: undefined,
  rules: undefined,
  description: '',
}
