import type { ScalarName, TypeModel } from './model.ts'

/** A `@default` valid for the type, if it can have one. */
export function defaultFor(type: TypeModel, pick: number): readonly string[] | undefined {
  if (type.kind === 'nullable' && pick % 3 === 2) return ['null']
  const of = type.kind === 'nullable' ? type.of : type
  if (of.kind === 'scalar') return [defaultTexts[of.scalar][pick % defaultTexts[of.scalar].length] ?? '']
  if (of.kind !== 'list' || of.of.kind !== 'scalar') return undefined
  const texts = defaultTexts[of.of.scalar]
  return [texts[0] ?? '', texts[pick % texts.length] ?? '']
}

const whole = ['7', '0', '127']
const defaultTexts: Readonly<Record<ScalarName, readonly string[]>> = {
  string: ['x', 'a b', "it's", 'a|b', '$x`', '0'],
  boolean: ['true', 'false'],
  number: ['1.5', '-1e3', '0'],
  float32: ['1.5'],
  float64: ['-0.25'],
  Date: ['2024-02-29T11:00:00Z'],
  int: ['-5', ...whole],
  int8: ['-128', ...whole],
  int16: whole,
  int32: whole,
  int64: ['9223372036854775807', ...whole],
  uint: whole,
  uint8: ['255', ...whole],
  uint16: whole,
  uint32: whole,
  uint64: ['18446744073709551615', ...whole],
  bigint: ['-123456789012345678901234567890', ...whole],
}
