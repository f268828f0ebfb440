import { listed, moreValues } from '../error/listed.ts'

/** The words of a parameter as alternatives. */
export function listOf(
  param: string | undefined,
  separator: string,
  more?: (count: number) => string,
): string {
  return listed((param ?? '').trim().split(/\s+/), separator, more)
}

/** A list of values as written in a tag: it ends after ten. */
export function shownValues(param: string, more: (count: number) => string = moreValues): string {
  return listed(param.match(/'[^']*'(?=\s|$)|\S+/g) ?? [], ' ', more)
}
