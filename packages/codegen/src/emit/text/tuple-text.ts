import type { FieldType } from '../../model/field-type.ts'

/** A tuple as TypeScript writes it: `[string, number?, ...boolean[]]`. */
export function tupleText(
  { elements, required, rest }: FieldType & { kind: 'tuple' },
  textOf: (type: FieldType, index: number) => string,
): string {
  const items = elements.map((element, i) => {
    const text = textOf(element, i)
    return i < required ? text : `${grouped(text)}?`
  })
  const tail = rest === undefined ? [] : [`...${grouped(textOf(rest, elements.length))}[]`]
  return `[${[...items, ...tail].join(', ')}]`
}

/** A type in parentheses, where it needs them before `[]` or `?`. */
export function grouped(text: string): string {
  return text.includes(' ') ? `(${text})` : text
}
