import type { ObjectType } from '../../model/dto.ts'
import { type Code, code, type Item, type Statement } from './code.ts'
import { maxColumns } from './code-writer.ts'
import { type ModuleScope, type PreferredName, pureMark } from './module-scope.ts'
import type { RuntimeName } from './runtime-names.ts'

/** `export const bindJsonCar: Binder<Car> = jsonBinder('Car', carShape)` */
export function exportedCall(declared: Code, made: Code, items: readonly Item[]): Statement {
  return {
    kind: 'assign',
    start: code`export const ${declared} =`,
    value: code`${pureMark}${made}(${code.filled(items)})`,
    isBehind: 'ifLong',
  }
}

/** A call of a constant, which bundlers may drop: `oneOf('a', 'b')`. */
export function pureCall(make: RuntimeName, items: readonly Item[], scope: ModuleScope): Code {
  return code`${pureMark}${scope.use(make)}(${code.filled(items)})`
}

/** A constant with a list: `['a', 'b']`. */
export function listConstant(wanted: PreferredName, items: readonly Item[], scope: ModuleScope): Code {
  const type = items.length === 0 ? code`: readonly string[]` : code``
  return scope.constant(wanted, code`[${code.filled(items)}]`, type)
}

/**
 * The first sentence of a DTO's description as the comment of its object, for editors. A sentence with a tag in it is left
 * out: compilers would read the tag.
 */
export function summaryOf(description: string): readonly Statement[] {
  const [sentence = ''] = /^.+?(?:[.!?](?=\s+\p{Lu}|\s*$)|(?=\n\s*\n|$))/su.exec(description) ?? []
  if (sentence === '' || /(?<![{\w])@/.test(sentence)) return []
  const line = code`/** ${code.comment(sentence)} */`
  if (line.width <= maxColumns) return [line]
  return [code`/**`, ...commentLines(sentence).map((one) => code` * ${code.comment(one)}`), code` */`]
}

/** The words of a comment, as many on a line as fit. */
function commentLines(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trimStart()
    if (lines.length > 0 && longer.length + 3 <= maxColumns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The DTO argument of a runtime function: the name, with the alias tag where the project has one. */
export function namedDto(
  { name, unknown }: Pick<ObjectType, 'name' | 'unknown'>,
  { module: { aliasTag } }: ModuleScope,
): Code {
  const options = [
    ...(aliasTag === undefined ? [] : [code`aliasTag: ${aliasTag}`]),
    ...(unknown === undefined ? [] : [code`unknown: ${unknown}`]),
  ]
  return options.length === 0 ? code`${name}` : code`{ ${code.joined([code`name: ${name}`, ...options])} }`
}
