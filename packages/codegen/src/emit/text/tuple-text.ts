import type { FieldType } from '../../model/field-type.ts'
import { type Code, code, unionIn } from './code.ts'

/** A tuple as TypeScript writes it: `[string, number?, ...boolean[]]`. */
export function tupleText(
  { elements, required, rest }: FieldType & { kind: 'tuple' },
  textOf: (type: FieldType, index: number) => Code,
): Code {
  const items = elements.map((element, i) => {
    const text = textOf(element, i)
    return i < required ? text : code`${grouped(text)}?`
  })
  const tail = rest === undefined ? [] : [code`...${grouped(textOf(rest, elements.length))}[]`]
  return code`[${[...items, ...tail]}]`
}

/** A type in parentheses, where it needs them before `[]` or `?`. */
export function grouped(text: Code): Code {
  return unionIn(text) ? code`(${text})` : text
}
