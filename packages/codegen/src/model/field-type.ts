/** A value that one text or one member of a body gives. */
export type ScalarName =
  | 'string'
  | 'boolean'
  | 'bigint'
  | 'int'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float32'
  | 'float64'
  | 'Date'

export type LiteralValue = string | number | boolean | bigint

/** What a property may hold, as binders see it. */
export type FieldType =
  | { readonly kind: 'scalar'; readonly scalar: ScalarName }
  /** `'asc' | 'desc'`, `1 | 2`, an enum. */
  | { readonly kind: 'literals'; readonly values: readonly LiteralValue[]; readonly isEnum: boolean }
  | { readonly kind: 'list'; readonly element: FieldType }
  /** An object type, by its name in {@link DtoModule.objects}. */
  | { readonly kind: 'object'; readonly name: string }
  /** `T | null`. */
  | { readonly kind: 'nullable'; readonly of: FieldType }

/** `type` without `null`. */
export function nonNull(type: FieldType): Exclude<FieldType, { kind: 'nullable' }> {
  return type.kind === 'nullable' ? nonNull(type.of) : type
}
